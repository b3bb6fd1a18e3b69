/** They run whatever stands behind them, or do harm that depends on it: what they are given is part of the question. */
const exactOnly: ReadonlySet<string> = new Set(
  [
    'sh bash zsh fish dash ksh csh tcsh cmd powershell pwsh eval exec source command builtin trap',
    'env sudo doas su nohup time nice ionice timeout watch setsid xargs parallel find fd entr script',
    'node deno bun python perl ruby php lua awk gawk sed npx pnpx bunx uvx osascript tsx ts-node',
    'ssh scp rsync curl wget nc ncat telnet ftp tar zip unzip gpg openssl',
    'rm rmdir mv cp dd ln tee chmod chown kill pkill killall shred truncate mkfs mount umount crontab at',
    'vi vim nvim ed ex emacs less more man gdb strace',
  ].flatMap((line) => line.split(' ')),
)

/** Their first argument says what they do. */
const withVerb: ReadonlySet<string> = new Set(
  'git npm pnpm yarn cargo go make just docker podman kubectl gh pip uv poetry mvn gradle dotnet terraform helm brew apt'.split(
    ' ',
  ),
)

/** Verbs behind which another one follows. */
const runsScripts: ReadonlySet<string> = new Set(['run', 'run-script'])

/** Verbs that run any program they are given. */
const exactVerbs: ReadonlySet<string> = new Set(
  'exec x dlx config bisect submodule rebase filter-branch difftool mergetool grep apply run-script create init push reset clean publish'.split(
    ' ',
  ),
)

/** Options with which a program runs another one, takes its orders from elsewhere, or writes where it is told to. */
const farReaching: readonly string[] = (
  'upload-pack receive-pack exec output ext-diff textconv open-files-in-pager config eval file makefile ' +
  'script-shell prefix userconfig globalconfig manifest-path toolexec vettool overlay modfile init-script ' +
  'build-file project-dir kubeconfig pre compress-program use-compress-program rsh to-command'
).split(' ')

/** Stands for what is quoted: no part of a plain word. */
const quotedCharacter = '\u0001'
const plainWord = /^[A-Za-z0-9_./@:+-]+$/

/**
 * What "always" and "never" are about when they are said of a command: its program, and what that is told to do (`npm
 * test`). A command that a shell would see more in than one program with its arguments is only the same as itself, as
 * are those of programs that run other programs.
 */
export function commandScope(command: string, platform: NodeJS.Platform): string {
  const whole = command.trim()
  const words = plainWords(whole, platform)
  const [program = '', verb = '', script = ''] = words ?? []
  const name = program
    .toLowerCase()
    .replace(/^.*[/\\]/, '')
    .replace(/\.(exe|cmd|bat|com)$/, '')
    .replace(/[\d.]+$/, '')
  if (words === undefined || !plainWord.test(program) || program.startsWith('-')) return whole
  if (name === '' || exactOnly.has(name) || reachesFar(name, whole)) return whole
  if (!withVerb.has(name)) return program
  if (words.length === 1) return whole
  if (!isVerb(verb) || (exactVerbs.has(verb) && !runsScripts.has(verb))) return whole
  if (!runsScripts.has(verb)) return `${program} ${verb}`
  if (/docker|podman|kubectl|uv|poetry|dotnet/.test(name)) return whole
  // `cargo run` and `go run` may be all there is.
  if (script === '' && words.length === 2) return whole
  return isVerb(script) ? `${program} ${verb} ${script}` : whole
}

/** Long options may be cut short, and quoted in any part. */
function reachesFar(name: string, command: string): boolean {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.some((word) => {
    const plain = word.replaceAll(/['"]/g, '')
    // Its variables are the programs it runs.
    if (name === 'make' && (/^[^-]\w*[:?+]?=/.test(plain) || /^-[fE]/.test(plain))) return true
    if (name === 'git' && /^-[uO]/.test(plain)) return true
    const [, dashes = '', option = ''] = /^(--?)([a-z-]+)/.exec(plain) ?? []
    return farReaching.some((far) => far === option || (dashes === '--' && far.startsWith(option)))
  })
}

function isVerb(word: string): boolean {
  return plainWord.test(word) && !word.startsWith('-')
}

/** The words of one simple command; undefined when a shell may see anything else in it. */
function plainWords(command: string, platform: NodeJS.Platform): readonly string[] | undefined {
  const isWindows = platform === 'win32'
  // Within these a shell reads nothing; with anything left of them outside, the command is not simple.
  const bare = isWindows
    ? command
    : command.replaceAll(/'[^'\n]*'|"[^"$`\\!\n]*"/g, (quoted) => quotedCharacter.repeat(quoted.length))
  const special = isWindows ? /[^\w ./@:,+=\\-]/ : /[^\w\u0001\t ./@:,+=%^-]/
  if (bare === '' || special.test(bare)) return undefined
  const words = bare.split(/\s+/)
  const first = words[0] ?? ''
  // A quoted program would hide its name; an assignment before it changes what it does.
  return first.includes('=') || !command.startsWith(first) ? undefined : words
}

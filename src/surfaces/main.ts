import { followLink } from '../disk/follow-link.ts'
import { ChatCliError } from '../errors.ts'
import type { Vault } from '../commands/key/vault.ts'
import { hideKeys, processEnvironment, type Settings } from '../settings.ts'
import { languageOf } from '../text/language-of.ts'
import { textFor } from '../text/text-for.ts'
import { indexProgress } from './cli/index-progress.ts'
import { reportUnheard } from './cli/report-unheard.ts'
import { runCli } from './cli/run-cli.ts'

// A reader that has seen enough (`chatcli session list | head`) is no error, nor is a terminal that was closed.
let isUnheard = false
process.stdout.on('error', (error) => endUnheard(error, process.stdout))
process.stderr.on('error', (error) => endUnheard(error, process.stderr))

const environment = processEnvironment()
hideKeys()
const vaults = new Map<string, Promise<Vault>>()

// One of the files this is built into is no module, where nothing can be waited for out here.
void runCli({
  argv: process.argv.slice(2),
  environment,
  stdout: process.stdout,
  stderr: process.stderr,
  // Making a stream of it loads what few commands want.
  get stdin() {
    return process.stdin
  },
  cwd: process.cwd(),
  now: Date.now,
  isTty: process.stdout.isTTY,
  columns: process.stdout.columns,
  ask: process.stderr.isTTY && process.stdin.isTTY ? ask : undefined,
  showProgress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001b[K${line}`) : undefined,
  onStop,
  program: {
    node: process.execPath,
    // Few commands want it: the others start without these looks at the disk.
    get script() {
      return followLink(process.argv[1] ?? '')
    },
    platform: process.platform,
  },
  vault,
  open: async (settings) => {
    const { home, timeZone, transcript, language, archiveMaxMb, archiveTtlMs } = settings
    const { openChatCli } = await import('../open-chatcli.ts')
    const write = (text: string): boolean => process.stderr.write(text)
    const progress = indexProgress(write, Date.now, textFor(languageOf(language)))
    return openChatCli({
      home,
      disk: (await vault(settings)).disk,
      transcripts: transcript,
      archive: { maxBytes: archiveMaxMb * 2 ** 20, ttlMs: archiveTtlMs },
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(process.stderr.isTTY ? { onIndexProgress: progress } : {}),
    })
  },
  disk: async () => (await import('../disk/real-disk.ts')).createRealDisk(),
  chat: async (request) => (await import('./start-chat.ts')).startChat(request, process),
  serve: async (request) => (await import('./start-serving.ts')).startServing(request, process),
}).then((code) => {
  process.exitCode = code
})

/** Asked for once: a passphrase is not typed twice. */
async function vault(settings: Settings, { withoutKey = false } = {}): Promise<Vault> {
  if (withoutKey) return newVault(settings, true)
  const known = vaults.get(settings.home)
  if (known !== undefined) return known
  const opened = newVault(settings)
  vaults.set(settings.home, opened)
  return opened
}

async function newVault(settings: Settings, withoutKey = false): Promise<Vault> {
  const { openVault } = await import('../commands/key/vault.ts')
  const { createRealDisk } = await import('../disk/real-disk.ts')
  const isCompletion = process.argv[2] === '__complete'
  const isAsked = process.stderr.isTTY && process.stdin.isTTY && !isCompletion
  return openVault({
    settings,
    disk: createRealDisk(),
    now: Date.now,
    withoutKey,
    text: textFor(languageOf(settings.language)),
    uid: process.getuid?.(),
    run: async (command) =>
      (await import('../commands/key/run-key-command.ts')).runKeyCommand(command, environment),
    askSecret: isAsked
      ? async (question) => (await import('./ask-secret.ts')).askSecret(question, process)
      : undefined,
  })
}

function endUnheard(error: NodeJS.ErrnoException, { isTTY }: NodeJS.WriteStream): void {
  if (isUnheard) return
  isUnheard = true
  const isTerminalGone = error.code === 'EIO' && isTTY
  const isOver = error.code === 'EPIPE' || isTerminalGone
  const { stderr, argv } = process
  const code = isOver ? undefined : reportUnheard(error, { stderr, environment, argv: argv.slice(2) })
  // Node breaks down when it ends by itself and wants to give back a terminal that is gone.
  if (isTerminalGone) process.kill(process.pid, 'SIGHUP')
  // Whoever has something to put down listens to this signal.
  if (!process.emit('SIGHUP', 'SIGHUP')) process.exit(code)
}

/** Whoever types Ctrl-C twice does not want to wait. */
function onStop(listener: () => void): () => void {
  let isStopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping && signal === 'SIGINT') process.exit(130)
    isStopping = true
    listener()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.on('SIGINT', () => interrupted.abort())
  // The end of the input is an answer too: none.
  lines.on('close', () => interrupted.abort())
  try {
    return await lines.question(question, { signal: interrupted.signal })
  } catch (cause) {
    throw new ChatCliError('interrupted', question.trim(), { cause })
  } finally {
    lines.close()
  }
}

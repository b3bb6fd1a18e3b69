import type { BaseContext, CommandContext, CommandResult, JsonObject } from '../../commands/command.ts'
import { configNotes } from '../../commands/config-notes.ts'
import { plainStyle } from '../../commands/text-style.ts'
import { version } from '../../commands/version.ts'
import { ChatCliError } from '../../errors.ts'
import {
  type ConfigFile,
  configPath,
  type Environment,
  readConfig,
  readSettings,
  resolveSetting,
  type Settings,
  settingRows,
} from '../../settings.ts'
import { helpTextFor } from '../../text/help-text-for.ts'
import { type Language, languageOf } from '../../text/language-of.ts'
import { escapeJsonControls, sanitiseLine } from '../../text/sanitise.ts'
import { textFor } from '../../text/text-for.ts'
import type { CliEdge } from './cli-edge.ts'
import { exitCodeOf, exitOk } from './exit-code.ts'
import type { Invocation, OutputFormat } from '../../commands/invocation.ts'
import { parseCommandLine, specOf } from '../../commands/parse-command-line.ts'
import { reportError } from './report-error.ts'
import { wantsJson } from './wants-json.ts'

/** The first number in every document; it grows when a promise of docs/json.md is broken. */
const schemaVersion = 1

type Config = BaseContext['config']

/** Runs one command line; returns the exit code. Nothing is thrown: what goes wrong is said on standard error. */
export async function runCli(edge: CliEdge): Promise<number> {
  const config = await configOf(edge)
  const language = languageIn(edge.environment, config)
  const text = textFor(language)
  const opened: { chatcli?: CommandContext['chatcli'] } = {}
  try {
    const invocation = parseCommandLine(edge.argv, text)
    if (invocation.kind === 'serve') return await serve(invocation, edge, config, language)
    if (invocation.kind !== 'command' && invocation.kind !== 'chat')
      return await answer(invocation, edge, config, language)
    const base = await baseContext(edge, config, language)
    if (invocation.kind === 'chat' && invocation.words !== undefined && invocation.format === 'json') {
      const { runResume } = await import('../../commands/picker/run-resume.ts')
      const context = await memoryContext(edge, base)
      opened.chatcli = context.chatcli
      return print(runResume(context, { ...invocation, words: invocation.words }), 'json', edge, [])
    }
    if (invocation.kind === 'chat') {
      const outcome = await chat(invocation, edge, base, opened)
      return outcome === 'done' ? exitOk : await answer({ kind: 'help', words: [] }, edge, config, language)
    }
    const { spec, input, format } = invocation
    if (spec.isBase === true) return print(await (await spec.load())(base, input), format, edge, [])
    const context = await memoryContext(edge, base)
    opened.chatcli = context.chatcli
    const result = await (await spec.load())(context, input)
    return print(result, format, edge, configNotes(base.config(), text))
  } catch (error) {
    const spec = specOf(edge.argv)
    return reportError(error, {
      stderr: edge.stderr,
      isJson: wantsJson(edge.argv),
      text,
      help: helpTextFor(language),
      words: edge.argv,
      ...(spec === undefined ? {} : { spec }),
      ...(opened.chatcli === undefined ? {} : { chatcli: opened.chatcli }),
    })
  }
}

/** Reads config.toml. What is wrong with it is told by what needs it. */
async function configOf(edge: CliEdge): Promise<Config> {
  try {
    const { value: home } = resolveSetting(settingRows.home, edge.environment)
    const file = await readConfig(await edge.disk(), configPath(home))
    return () => file
  } catch (error) {
    return () => {
      throw error
    }
  }
}

async function baseContext(edge: CliEdge, config: Config, language: Language): Promise<BaseContext> {
  const { vault } = edge
  return {
    environment: edge.environment,
    config,
    disk: await edge.disk(),
    text: textFor(language),
    help: helpTextFor(language),
    style: plainStyle,
    columns: edge.isTty ? edge.columns : undefined,
    isTerminal: edge.isTty,
    cwd: edge.cwd,
    now: edge.now,
    readInput: async () => (await import('./read-all.ts')).readAll(edge.stdin, textFor(language)),
    ask: edge.ask,
    showProgress: edge.showProgress,
    program: edge.program,
    print: (line) => void edge.stdout.write(`${line}\n`),
    onStop: edge.onStop,
    vault: vault && (() => vault(readSettings(edge.environment, config()))),
    vaultWithoutKey: vault && (() => vault(readSettings(edge.environment, config()), { withoutKey: true })),
  }
}

async function chat(
  { options, format, isNamed, words }: Extract<Invocation, { kind: 'chat' }>,
  edge: CliEdge,
  base: BaseContext,
  opened: { chatcli?: CommandContext['chatcli'] },
): Promise<'done' | 'nothing'> {
  const { chatSettings } = await import('../../commands/chat/chat-settings.ts')
  const settings = chatSettings(options, edge.environment, base.config())
  const context = await memoryContext(edge, base, settings)
  opened.chatcli = context.chatcli
  for (const warning of configNotes(base.config(), base.text)) edge.stderr.write(`${warning}\n`)
  const shown = format === 'json' ? 'json' : 'text'
  const resume = words === undefined ? {} : { resume: { words, isList: options['interactive'] === true } }
  const outcome = await edge.chat({
    options,
    format: shown,
    isNamed,
    settings,
    context,
    open: edge.open,
    ...resume,
  })
  // What was said without the key of a sealed home was kept nowhere: that is told, and is no success.
  context.disk.seal?.requireKey()
  return outcome
}

/** The client may need an answer even when the memory cannot be opened: the surface opens it. */
async function serve(
  { spec, input }: Extract<Invocation, { kind: 'serve' }>,
  edge: CliEdge,
  config: Config,
  language: Language,
): Promise<number> {
  if (edge.serve === undefined) throw new ChatCliError('usage', `${spec.path} cannot run here`)
  const base = await baseContext(edge, config, language)
  return edge.serve({
    path: spec.path,
    input,
    base,
    open: (settings) => memoryContext(edge, base, settings),
  })
}

async function memoryContext(
  edge: CliEdge,
  base: BaseContext,
  settings: Settings = readSettings(edge.environment, base.config()),
): Promise<CommandContext> {
  const isStyled = edge.isTty && settings.colour && edge.environment['TERM'] !== 'dumb'
  const { terminalStyle } = isStyled ? await import('./terminal-style.ts') : { terminalStyle: plainStyle }
  const vault = await edge.vault?.(settings)
  const chatcli = await edge.open(settings)
  const sealed = vault === undefined ? {} : { disk: vault.disk, keys: vault.found.keyring }
  return { ...base, ...sealed, chatcli, style: terminalStyle, timeZone: settings.timeZone }
}

function print(
  result: CommandResult,
  format: OutputFormat,
  { stdout, stderr }: CliEdge,
  warnings: readonly string[],
): number {
  const { problem } = result
  if (format === 'text') {
    stdout.write(`${result.text}\n`)
    for (const note of [...(result.notes ?? []), ...warnings]) stderr.write(`${note}\n`)
  } else {
    stdout.write(format === 'json' ? documentOf(result.json) : (result.lines ?? []).map(lineOf).join(''))
    if (problem !== undefined) {
      const { code, message, hint } = problem
      stderr.write(
        `${escapeJsonControls(JSON.stringify({ error: { code, message, hint: hint ?? null } }))}\n`,
      )
    }
  }
  return result.exitCode ?? (problem === undefined ? exitOk : exitCodeOf(problem.code))
}

/** What needs no memory: help, version, completion. */
async function answer(
  invocation: Exclude<Invocation, { kind: 'command' | 'chat' | 'serve' }>,
  edge: CliEdge,
  config: Config,
  language: Language,
): Promise<number> {
  const { stdout } = edge
  const help = helpTextFor(language)
  const text = textFor(language)
  switch (invocation.kind) {
    case 'version':
      stdout.write(`${version}\n`)
      break
    case 'help': {
      const { renderHelp } = await import('./render-help.ts')
      stdout.write(`${renderHelp(invocation.words, text, help)}\n`)
      break
    }
    case 'completion': {
      const { completionScript, shells } = await import('./completion-script.ts')
      const shell = shells.find((known) => known === invocation.shell)
      if (shell === undefined) {
        throw new ChatCliError('usage', text.usageErrors.badChoice('completion', invocation.shell ?? ''), {
          hint: text.usageErrors.choiceHint(shells),
        })
      }
      const script = completionScript(shell)
      stdout.write(invocation.format === 'json' ? documentOf({ shell, script }) : `${script}\n`)
      break
    }
    case 'complete':
      await complete(invocation.words, edge, config, language)
      break
  }
  return exitOk
}

async function complete(
  words: readonly string[],
  edge: CliEdge,
  config: Config,
  language: Language,
): Promise<void> {
  const { completeWords } = await import('./complete-words.ts')
  try {
    const chatcli = await edge.open(readSettings(edge.environment, config()))
    const names = (): string[] => chatcli.sessions.list().sessions.map((session) => session.name)
    // Only contexts have to be loaded before they can be named.
    const isAboutContexts = words.includes('context')
    const contexts = isAboutContexts ? (await chatcli.contexts()).list().contexts.map(({ name }) => name) : []
    for (const { word, about } of completeWords(words, helpTextFor(language), names, () => contexts)) {
      edge.stdout.write(`${sanitiseLine(word)}${about === '' ? '' : `\t${about}`}\n`)
    }
  } catch {
    // In the middle of a line that is being typed nobody can be told: no proposals is the answer.
  }
}

function documentOf(json: JsonObject): string {
  return `${escapeJsonControls(JSON.stringify({ schemaVersion, ...json }, null, 2))}\n`
}

function lineOf(json: JsonObject): string {
  return `${escapeJsonControls(JSON.stringify({ schemaVersion, ...json }))}\n`
}

/** Known before everything else, so that a bad setting is told in the person's language too. */
function languageIn(environment: Environment, config: Config): Language {
  const of = (file?: ConfigFile): Language =>
    languageOf(resolveSetting(settingRows.language, environment, file).value)
  try {
    return of(config())
  } catch {
    return of()
  }
}

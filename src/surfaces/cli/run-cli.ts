import type { CommandContext, CommandResult, JsonObject } from '../../commands/command.ts'
import { plainStyle } from '../../commands/text-style.ts'
import { version } from '../../commands/version.ts'
import { ChatCliError } from '../../errors.ts'
import { type Environment, readSettings, resolveSetting, settingRows } from '../../settings.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { helpTextFor } from '../../text/help-text-for.ts'
import { type Language, languageOf } from '../../text/language-of.ts'
import { escapeJsonControls, sanitiseLine } from '../../text/sanitise.ts'
import { textFor } from '../../text/text-for.ts'
import type { CliEdge } from './cli-edge.ts'
import { exitCodeOf, exitOk } from './exit-code.ts'
import type { Invocation, OutputFormat } from './invocation.ts'
import { parseCommandLine, specOf } from './parse-command-line.ts'
import { reportError } from './report-error.ts'

/** The first number in every document; it grows when a promise of docs/json.md is broken. */
const schemaVersion = 1

/** Runs one command line; returns the exit code. Nothing is thrown: what goes wrong is said on standard error. */
export async function runCli(edge: CliEdge): Promise<number> {
  const language = languageIn(edge.environment)
  const text = textFor(language)
  const opened: { chatcli?: CommandContext['chatcli'] } = {}
  try {
    const invocation = parseCommandLine(edge.argv, text)
    if (invocation.kind !== 'command') return await answer(invocation, edge, language)
    const context = await contextOf(edge, text)
    opened.chatcli = context.chatcli
    const run = await invocation.spec.load()
    const result = await run(context, invocation.input)
    return print(result, invocation.format, edge)
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

async function contextOf(edge: CliEdge, text: Catalogue): Promise<CommandContext> {
  const settings = readSettings(edge.environment)
  const isStyled = edge.isTty && settings.colour
  const { terminalStyle } = isStyled ? await import('./terminal-style.ts') : { terminalStyle: plainStyle }
  return {
    chatcli: await edge.open(settings),
    disk: await edge.disk(),
    text,
    style: terminalStyle,
    columns: edge.isTty ? edge.columns : undefined,
    isTerminal: edge.isTty,
    cwd: edge.cwd,
    now: edge.now,
    timeZone: settings.timeZone,
    readInput: async () => (await import('./read-all.ts')).readAll(edge.stdin, text),
    ask: edge.ask,
  }
}

function print(result: CommandResult, format: OutputFormat, { stdout, stderr }: CliEdge): number {
  const { problem } = result
  if (format === 'text') {
    stdout.write(`${result.text}\n`)
    for (const note of result.notes ?? []) stderr.write(`${note}\n`)
  } else {
    stdout.write(format === 'json' ? documentOf(result.json) : (result.lines ?? []).map(lineOf).join(''))
    if (problem !== undefined) {
      const { code, message, hint } = problem
      stderr.write(
        `${escapeJsonControls(JSON.stringify({ error: { code, message, hint: hint ?? null } }))}\n`,
      )
    }
  }
  return problem === undefined ? exitOk : exitCodeOf(problem.code)
}

/** What needs no memory: help, version, completion. */
async function answer(
  invocation: Exclude<Invocation, { kind: 'command' }>,
  edge: CliEdge,
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
      await complete(invocation.words, edge, language)
      break
  }
  return exitOk
}

async function complete(words: readonly string[], edge: CliEdge, language: Language): Promise<void> {
  const { completeWords } = await import('./complete-words.ts')
  try {
    const chatcli = await edge.open(readSettings(edge.environment))
    const names = (): string[] => chatcli.sessions.list().sessions.map((session) => session.name)
    for (const { word, about } of completeWords(words, helpTextFor(language), names)) {
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
function languageIn(environment: Environment): Language {
  return languageOf(resolveSetting(settingRows.language, environment).value)
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const open = end < 0 ? argv : argv.slice(0, end)
  return open.includes('--json') || open.includes('--ndjson')
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { resolve } from 'node:path'
import type { FoundTool, ImportProgress, RunImportOptions } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import { readSettings } from '../settings.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { expandPath } from './context/expand-path.ts'
import { foundTable } from './import/found-table.ts'
import { importMachine } from './import/import-machine.ts'
import { importProgress } from './import/import-progress.ts'
import { foundJson, importSummary, resultJson } from './import/import-summary.ts'
import { indexWhileImporting } from './import/index-while-importing.ts'
import { keepingLines, purgeLines } from './import/purge-lines.ts'
import { watchImport } from './import/watch-import.ts'
import { isOn, textOption } from './input-values.ts'
import { readableSize } from './readable-size.ts'
import { timeOption } from './time-option.ts'

/** What a process ends with that was told to stop. */
const INTERRUPTED = 130

/**
 * `import [PATH…]`: shows what other tools keep on this machine and asks; imports what is named without asking. With
 * `--watch` it goes on until it is stopped.
 */
export async function runImport(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  const [isDry, isWatching] = [isOn(input, 'dry-run'), isOn(input, 'watch')]
  if (isDry && isWatching) throw new ChatCliError('usage', text.import.notBoth)
  const stop = new AbortController()
  const release = context.onStop?.(() => stop.abort())
  try {
    return isWatching
      ? await watch(context, input, stop.signal)
      : await once(context, input, { isDry, signal: stop.signal })
  } finally {
    release?.()
  }
}

interface Call {
  readonly isDry: boolean
  readonly signal: AbortSignal
}

async function once(
  context: CommandContext,
  input: CommandInput,
  { isDry, signal }: Call,
): Promise<CommandResult> {
  const { chatcli, text } = context
  const imports = await chatcli.imports()
  const machine = importMachine(context)
  const selection = selectionOf(context, input)
  const found = imports.find(machine, selection)
  const json = { found: found.map(foundJson) }
  if (found.length === 0)
    return {
      text: text.import.nothingFound,
      json: { ...json, imported: false },
      notes: [text.import.nothingFoundHint(imports.tools)],
    }
  const isAsked = input.words.length > 0 || isOn(input, 'all') || isDry
  const again = isOn(input, 'again')
  if (!isAsked) {
    const isNothing = !again && found.every(({ fresh }) => fresh === 0)
    const list = foundTable(found, context)
    const answer = isNothing ? 'n' : await context.ask?.(`${list}\n\n${confirmation(found, context)}`)
    if (answer === undefined || text.import.isNo(answer)) {
      const note = isNothing
        ? text.import.nothingFresh
        : answer === undefined
          ? text.import.notAsked
          : text.import.notImported
      return { text: list, json: { ...json, imported: false }, notes: [note] }
    }
  }
  const options: RunImportOptions = {
    ...selection,
    all: again,
    dryRun: isDry,
    signal,
    pause: () => nextTurn(),
    ...progressOf(context, isDry),
  }
  const result = await imports.run(machine, options).finally(() => context.showProgress?.(''))
  const isNew = result.tools.some(({ newSessions, newMessages }) => newSessions + newMessages > 0)
  return {
    text: importSummary(result, context, { isDry }),
    json: { ...json, imported: !isDry, ...resultJson(result) },
    notes: [
      ...(isDry || !isNew ? [] : [text.import.searchHint]),
      ...(isDry || result.isStopped ? purgeLines(found, text) : []),
      ...(isNew && !keepsUp(context) ? keepingLines(found, text) : []),
    ],
    ...(result.isStopped ? { exitCode: INTERRUPTED } : {}),
  }
}

/** What there is comes first, with its progress and its summary; what comes later is told line by line. */
async function watch(
  context: CommandContext,
  input: CommandInput,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { chatcli, text, print } = context
  const imports = await chatcli.imports()
  const machine = importMachine(context)
  const selection = selectionOf(context, input)
  const again = isOn(input, 'again')
  const options = { ...selection, all: again, signal, pause: () => nextTurn(), ...progressOf(context, false) }
  const first = await imports.run(machine, options).finally(() => context.showProgress?.(''))
  if (first.tools.length > 0) print?.(importSummary(first, context))
  if (!signal.aborted) print?.(text.import.watching)
  const passes = await watchImport(context, machine, { ...selection, signal })
  return { text: text.import.watched(passes), json: { first: resultJson(first), passes } }
}

/** Shows the progress, and brings the search index up to date behind the import, where somebody is there. */
function progressOf(context: CommandContext, isDry: boolean): Pick<RunImportOptions, 'onProgress'> {
  const show = importProgress(context)
  if (show === undefined) return {}
  const index = isDry ? undefined : indexWhileImporting(context, settingsOf(context))
  return {
    onProgress(progress: ImportProgress) {
      show(progress)
      index?.(progress.newSessions)
    },
  }
}

function settingsOf({ environment, config }: CommandContext): ReturnType<typeof readSettings> {
  return readSettings(environment, config())
}

function keepsUp(context: CommandContext): boolean {
  return settingsOf(context).importOnStart
}

function selectionOf(context: CommandContext, input: CommandInput) {
  const { text, now, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, cwd } = context
  const since = timeOption(text, textOption(input, 'since'), '--since', { now: now(), timeZone })
  const tool = textOption(input, 'tool')
  const paths = input.words.map((word) => resolve(cwd, expandPath(word, context)))
  return {
    ...(paths.length === 0 ? {} : { paths }),
    ...(tool === undefined ? {} : { tool }),
    ...(since === undefined ? {} : { since }),
  }
}

function confirmation(found: readonly FoundTool[], { text }: CommandContext): string {
  const count = found.reduce((sum, { fresh }) => sum + fresh, 0)
  const bytes = found.reduce((sum, { freshBytes }) => sum + freshBytes, 0)
  return text.import.confirm(count, readableSize(bytes))
}

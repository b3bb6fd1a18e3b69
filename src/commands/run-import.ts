import { resolve } from 'node:path'
import type { FoundTool, ImportMachine, ImportProgress, ImportResult, RunImportOptions } from '../chatcli.ts'
import { padToWidth } from '../text/display-width.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult, JsonObject } from './command.ts'
import { expandPath } from './context/expand-path.ts'
import { isOn, textOption } from './input-values.ts'
import { readableSize } from './readable-size.ts'
import { timeOption } from './time-option.ts'

/** Rows of what was left out that are shown. */
const mostRows = 20
/** Milliseconds between two looks at the progress. */
const PAUSE = 200

/** `import [PATH…]`: shows what other tools keep on this machine and asks; imports what is named without asking. */
export async function runImport(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text } = context
  const imports = await chatcli.imports()
  const machine = machineOf(context)
  const selection = selectionOf(context, input)
  const found = imports.find(machine, selection)
  const json = { found: found.map(foundJson) }
  if (found.length === 0)
    return {
      text: text.import.nothingFound,
      json: { ...json, imported: false },
      notes: [text.import.nothingFoundHint(imports.tools)],
    }
  const isDry = isOn(input, 'dry-run')
  const isAsked = input.words.length > 0 || isOn(input, 'all') || isDry
  const again = isOn(input, 'again')
  if (!isAsked) {
    const isNothing = !again && found.every(({ fresh }) => fresh === 0)
    const list = foundText(found, context)
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
  const onProgress = progressOf(context)
  const options: RunImportOptions = {
    ...selection,
    all: again,
    dryRun: isDry,
    ...(onProgress ? { onProgress } : {}),
  }
  const result = await imports.run(machine, options).finally(() => context.showProgress?.(''))
  return {
    text: resultText(result, isDry, context),
    json: { ...json, imported: !isDry, ...resultJson(result) },
    notes:
      isDry || result.tools.every(({ newSessions }) => newSessions === 0) ? [] : [text.import.searchHint],
  }
}

function machineOf({ disk, environment, cwd, now }: CommandContext): ImportMachine {
  const { platform } = process
  return {
    disk,
    folder: environment['HOME'] || environment['USERPROFILE'] || cwd,
    environment,
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    now,
  }
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

function foundText(found: readonly FoundTool[], { text, timeZone, isTerminal }: CommandContext): string {
  const { columns, fresh } = text.import
  const rows = [
    [columns.tool, columns.files, columns.size, columns.newest, columns.fresh],
    ...found.map((each) => [
      each.label,
      String(each.units),
      readableSize(each.bytes),
      each.newestAt === undefined ? '' : (localTime(each.newestAt, timeZone)?.date ?? ''),
      fresh(each.fresh, readableSize(each.freshBytes)),
    ]),
  ]
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  const lines = rows.map((row) =>
    `  ${row.map((cell, i) => padToWidth(cell, widths[i] ?? 0)).join('  ')}`.trimEnd(),
  )
  return [text.import.heading, '', ...lines]
    .map((line) => (isTerminal ? sanitiseLine(line) : line))
    .join('\n')
}

function progressOf({
  showProgress,
  text,
  now,
}: CommandContext): ((progress: ImportProgress) => void) | undefined {
  if (showProgress === undefined) return undefined
  const start = now()
  let shown = -Infinity
  return ({ label, doneBytes, totalBytes }) => {
    const at = now()
    if (at - shown < PAUSE) return
    shown = at
    const rate = doneBytes / Math.max(1, at - start)
    const left = Math.ceil((totalBytes - doneBytes) / Math.max(rate, 1e-9) / 1000)
    const time = left < 60 ? `${left} s` : `${Math.ceil(left / 60)} min`
    const percent = Math.floor((100 * doneBytes) / Math.max(1, totalBytes))
    showProgress(
      text.import.progress(
        label,
        percent,
        readableSize(Math.round(rate * 1000)),
        doneBytes === 0 ? '' : time,
      ),
    )
  }
}

function resultText(
  { tools, skips, isStopped }: ImportResult,
  isDry: boolean,
  { text }: CommandContext,
): string {
  const sum = (key: 'newSessions' | 'grownSessions' | 'newMessages'): number =>
    tools.reduce((all, tool) => all + tool[key], 0)
  const say = isDry ? text.import.would : text.import.done
  const left = skips
    .slice(0, mostRows)
    .map(({ path, offset, reason, detail = '' }) =>
      text.import.skipped(sanitiseLine(path), offset, text.import.reasons[reason], sanitiseLine(detail)),
    )
  return [
    ...tools.map((each) =>
      text.import.tool(each.label, each.units, each.imported, each.unchanged, each.skipped),
    ),
    say(sum('newSessions'), sum('grownSessions'), sum('newMessages')),
    ...(isStopped ? [text.import.stopped] : []),
    ...(skips.length > 0 ? ['', text.import.skippedHeading(skips.length), ...left] : []),
    ...(skips.length > left.length ? [`  ${text.andMore(skips.length - left.length)}`] : []),
  ].join('\n')
}

function foundJson({
  tool,
  label,
  places,
  units,
  bytes,
  newestAt,
  fresh,
  freshBytes,
}: FoundTool): JsonObject {
  const newest = newestAt === undefined ? null : new Date(newestAt).toISOString()
  return { tool, label, places, files: units, bytes, newestAt: newest, newFiles: fresh, newBytes: freshBytes }
}

function resultJson({ tools, skips, isStopped }: ImportResult): JsonObject {
  return {
    stopped: isStopped,
    tools: tools.map(
      ({ tool, units, imported, unchanged, skipped, newSessions, grownSessions, newMessages }) => {
        return { tool, files: units, imported, unchanged, skipped, newSessions, grownSessions, newMessages }
      },
    ),
    skipped: skips.map(({ tool, path, offset, reason, detail }) => {
      return { tool, path, offset: offset ?? null, reason, detail: detail ?? null }
    }),
  }
}

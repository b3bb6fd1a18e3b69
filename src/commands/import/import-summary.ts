import type { FoundTool, ImportResult } from '../../chatcli.ts'
import { displayWidth } from '../../text/display-width.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext, JsonObject } from '../command.ts'
import { shortPath } from './short-path.ts'

/** Rows of what was left out that a terminal shows. */
const MOST = 20
/** Columns that are left to a path in a terminal however narrow. */
const LEAST_PATH = 24

/** What an import did: a sum of each tool, and everything that was left out, by file and cause. */
export function importSummary(
  { tools, skips, isStopped, gone }: ImportResult,
  context: Pick<CommandContext, 'text' | 'isTerminal' | 'columns' | 'environment'>,
  { isDry = false }: { readonly isDry?: boolean } = {},
): string {
  const { text, isTerminal, columns = 80, environment } = context
  const { import: words } = text
  const shown = isTerminal ? skips.slice(0, MOST) : skips
  const left = shown.map(({ path, offset, reason, detail = '' }) => {
    const line = (shownPath: string): string =>
      words.skipped(shownPath, offset, words.reasons[reason], sanitiseLine(detail))
    if (!isTerminal) return line(sanitiseLine(path))
    const room = Math.max(LEAST_PATH, columns - displayWidth(line('')))
    return line(sanitiseLine(shortPath(path, environment['HOME'], room)))
  })
  const causes = new Map<string, number>()
  for (const { reason } of skips) causes.set(reason, (causes.get(reason) ?? 0) + 1)
  const isCut = skips.length > shown.length
  const byCause = [...causes].map(
    ([reason, count]) => `  ${count} × ${words.reasons[reason as keyof typeof words.reasons]}`,
  )
  return [
    ...tools.map((each) => words.tool(each.label, each.units, each.imported, each.unchanged, each.skipped)),
    sumLine({ tools }, { text }, { isDry }),
    ...(isStopped ? [words.stopped] : []),
    ...(gone === undefined || gone.new === 0 ? [] : [words.gone(gone.new, gone.all)]),
    ...(skips.length > 0 ? ['', words.skippedHeading(skips.length), ...(isCut ? byCause : []), ...left] : []),
    ...(isCut ? [`  ${text.andMore(skips.length - shown.length)}`, words.allSkipped] : []),
  ].join('\n')
}

/** What is new, in one line. */
export function sumLine(
  { tools }: Pick<ImportResult, 'tools'>,
  { text }: Pick<CommandContext, 'text'>,
  { isDry = false }: { readonly isDry?: boolean } = {},
): string {
  const sum = (key: 'newSessions' | 'grownSessions' | 'newMessages'): number =>
    tools.reduce((all, tool) => all + tool[key], 0)
  const say = isDry ? text.import.would : text.import.done
  return say(sum('newSessions'), sum('grownSessions'), sum('newMessages'))
}

export function foundJson(found: FoundTool): JsonObject {
  const { tool, label, places, units, bytes, newestAt, fresh, freshBytes, keepsDays, going } = found
  const newest = newestAt === undefined ? null : new Date(newestAt).toISOString()
  return {
    tool,
    label,
    places,
    files: units,
    bytes,
    newestAt: newest,
    newFiles: fresh,
    newBytes: freshBytes,
    keepsDays: keepsDays ?? null,
    goingSoon: going,
  }
}

export function resultJson({ tools, skips, isStopped, gone }: ImportResult): JsonObject {
  return {
    stopped: isStopped,
    tools: tools.map(
      ({ tool, units, imported, unchanged, skipped, newSessions, grownSessions, newMessages }) => {
        return { tool, files: units, imported, unchanged, skipped, newSessions, grownSessions, newMessages }
      },
    ),
    skipped: skips.map(({ tool, path, offset, reason, detail }) => {
      return { tool: tool ?? null, path, offset: offset ?? null, reason, detail: detail ?? null }
    }),
    sourceGone: gone === undefined ? null : { sessions: gone.all, new: gone.new },
  }
}

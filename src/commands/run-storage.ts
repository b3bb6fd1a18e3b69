import type { StorageReport, StoreLine } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { displayWidth, padToWidth } from '../text/display-width.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult, JsonObject } from './command.ts'
import { checkWordCount } from './input-values.ts'
import { readableSize } from './readable-size.ts'
import { retentionOf } from './retention-settings.ts'
import { clockNotes, clockJson, policyJson } from './storage-json.ts'

/** `storage [STORE]`: one line per store: files, size, its rule, and what would go now. */
export async function runStorage(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text, timeZone } = context
  checkWordCount(text, input, 1)
  const storage = await chatcli.storage()
  const report = storage.report({ policy: retentionOf(context) })
  const [asked] = input.words
  const stores = report.stores.filter(({ store }) => asked === undefined || store === asked.toLowerCase())
  if (asked !== undefined && stores.length === 0) {
    const names = report.stores.map(({ store }) => store)
    throw new ChatCliError('usage', text.storage.noStore(asked), { hint: text.storage.storesHint(names) })
  }
  const [run] = report.runs
  const date = run === undefined ? undefined : localTime(run.at, timeZone)?.date
  const goes = stores.some(({ wouldGo }) => wouldGo.items > 0)
  return {
    text: [
      text.storage.heading(sanitiseLine(report.home)),
      '',
      ...tableOf(stores, report, text),
      ...(run === undefined || date === undefined
        ? []
        : ['', text.storage.lastRun(date, run.sessions, run.trash)]),
    ].join('\n'),
    json: { ...reportJson(report), stores: stores.map((line) => storeJson(line, report, text)) },
    notes: [
      ...report.policy.fromHome.map((name) => text.storage.fromHome(text.storage.policyNames[name])),
      ...clockNotes(report.clock, context),
      ...(goes ? [text.storage.pruneHint] : []),
    ],
  }
}

function tableOf(stores: readonly StoreLine[], report: StorageReport, text: Catalogue): string[] {
  const { columns, would, nothing, total } = text.storage
  const sum = (of: (line: StoreLine) => number): number => stores.reduce((all, line) => all + of(line), 0)
  const goes = (items: number, bytes: number): string =>
    items === 0 ? nothing : would(items, readableSize(bytes))
  const rows = stores.map((line) => [
    sanitiseLine(line.store),
    String(line.files),
    readableSize(line.bytes),
    goes(line.wouldGo.items, line.wouldGo.bytes),
    ruleOf(line.store, report, text),
  ])
  const all = [
    total,
    String(sum(({ files }) => files)),
    readableSize(sum(({ bytes }) => bytes)),
    goes(
      sum(({ wouldGo }) => wouldGo.items),
      sum(({ wouldGo }) => wouldGo.bytes),
    ),
    '',
  ]
  const heads = [columns.store, columns.files, columns.size, columns.would, columns.rule]
  const table = [heads, ...rows, ...(stores.length > 1 ? [all] : [])]
  const widths = heads.map((_, i) => Math.max(...table.map((row) => displayWidth(row[i] ?? ''))))
  return table.map((row) =>
    `  ${row.map((cell, i) => (i === 1 || i === 2 ? padStart(cell, widths[i]) : padToWidth(cell, widths[i] ?? 0))).join('  ')}`.trimEnd(),
  )
}

function padStart(cell: string, width = 0): string {
  return ' '.repeat(Math.max(0, width - displayWidth(cell))) + cell
}

function ruleOf(store: string, { policy, archive }: StorageReport, { storage }: Catalogue): string {
  const { rules } = storage
  if (store === 'archive')
    return rules.archive(Math.round(archive.maxBytes / 2 ** 20), Math.round(archive.ttlMs / 86_400_000))
  const rule = Object.hasOwn(rules, store) ? rules[store as keyof typeof rules] : storage.never
  return typeof rule === 'string' ? rule : (rule as (given: typeof policy) => string)(policy)
}

function reportJson({ home, policy, clock, runs }: StorageReport): JsonObject {
  return {
    home,
    policy: policyJson(policy),
    clock: clockJson(clock),
    runs: runs.map(({ at, sessions, trash }) => ({ at: new Date(at).toISOString(), sessions, trash })),
  }
}

function storeJson(
  { store, files, bytes, wouldGo }: StoreLine,
  report: StorageReport,
  text: Catalogue,
): JsonObject {
  const { items, reasons } = wouldGo
  return {
    store,
    files,
    bytes,
    rule: ruleOf(store, report, text),
    wouldGo: { items, files: wouldGo.files, bytes: wouldGo.bytes, reasons: { ...reasons } },
  }
}

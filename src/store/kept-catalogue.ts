import { join } from 'node:path'
import { readText } from '../disk/read-text.ts'
import { writeDurably } from '../disk/write-durably.ts'
import type { CatalogueRow, EmptyTranscript, UnreadableRow } from './catalogue-row.ts'
import type { StoreContext } from './store-context.ts'

/** The catalogue as it is kept in `state/`: derived, may be deleted at any time. */
export interface KeptCatalogue {
  readonly rows: readonly CatalogueRow[]
  readonly unreadable: readonly UnreadableRow[]
  /** Transcripts that are nobody's and hold no conversation. */
  readonly empty: readonly EmptyTranscript[]
}

const VERSION = 2
const NOTHING: KeptCatalogue = { rows: [], unreadable: [], empty: [] }

/** Rows are kept as lists in this order: of ten thousand of them, names of fields would be half the file. */
const COLUMNS = [
  'name',
  'dev',
  'ino',
  'size',
  'mtimeMs',
  'ctimeMs',
  'links',
  'readAt',
  'id',
  'title',
  'createdAt',
  'updatedAt',
  'messages',
  'machine',
  'private',
  'pinned',
  'interrupted',
  'transcriptId',
  'storedName',
  'source',
  'tie',
] as const satisfies readonly (keyof CatalogueRow)[]

export function readKeptCatalogue(context: StoreContext): KeptCatalogue {
  try {
    const kept = JSON.parse(readText(context.disk, pathOf(context))) as {
      readonly version: number
      readonly rows: readonly (readonly unknown[])[]
    } & Omit<KeptCatalogue, 'rows'>
    const isWhole = [kept.rows, kept.unreadable, kept.empty].every(Array.isArray)
    return kept.version === VERSION && isWhole ? { ...kept, rows: kept.rows.map(unpacked) } : NOTHING
  } catch {
    return NOTHING
  }
}

export function writeKeptCatalogue(context: StoreContext, { rows, unreadable, empty }: KeptCatalogue): void {
  const { disk, home, randomHex } = context
  const bytes = Buffer.from(JSON.stringify({ version: VERSION, rows: rows.map(packed), unreadable, empty }))
  try {
    // A home that only another program wrote to has no such folder yet.
    disk.makeFolder(home.state)
    writeDurably(disk, pathOf(context), bytes, { replace: true, randomName: () => randomHex(16) })
  } catch {
    // A home that cannot be written can still be listed.
  }
}

function packed(row: CatalogueRow): unknown[] {
  const cells = COLUMNS.map((column) => row[column])
  while (cells.at(-1) === undefined) cells.pop()
  return cells
}

function unpacked(cells: readonly unknown[]): CatalogueRow {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < COLUMNS.length; i++) row[COLUMNS[i] ?? ''] = cells[i] ?? undefined
  return row as unknown as CatalogueRow
}

function pathOf({ home }: StoreContext): string {
  return join(home.state, 'catalogue.json')
}

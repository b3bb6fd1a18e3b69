import { join } from 'node:path'
import type { RecordSource } from '../conversation/record.ts'
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

const VERSION = 4
const NOTHING: KeptCatalogue = { rows: [], unreadable: [], empty: [] }

export function readKeptCatalogue(context: StoreContext): KeptCatalogue {
  try {
    const kept = JSON.parse(readText(context.disk, pathOf(context))) as {
      readonly version: number
      readonly rows: readonly Cells[]
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

/**
 * A row as a list, since of ten thousand rows the names of fields would be half the file. Written out on both sides: a
 * loop over names makes objects that are slow to make and to read.
 */
type Cells = readonly [
  ...[name: string, dev: number, ino: number, size: number, mtimeMs: number, ctimeMs: number, links: number],
  ...[readAt: number, id: string, title: string, createdAt: number, updatedAt: number, messages: number],
  ...[flags: number, transcriptId?: string | null, storedName?: string | null, source?: RecordSource | null],
  tie?: CatalogueRow['tie'] | null,
]

function packed(row: CatalogueRow): Cells {
  const { name, dev, ino, size, mtimeMs, ctimeMs, links, readAt, id, title, createdAt, updatedAt, messages } =
    row
  const flags =
    (row.machine ? 1 : 0) +
    (row.private ? 2 : 0) +
    (row.pinned ? 4 : 0) +
    (row.interrupted ? 8 : 0) +
    (row.mayAttach ? 16 : 0)
  const file = [name, dev, ino, size, mtimeMs, ctimeMs, links, readAt] as const
  const { transcriptId, storedName = null, source, tie } = row
  const rest = source === undefined && tie === undefined ? [] : ([source ?? null, tie ?? null] as const)
  const known = [id, title, createdAt, updatedAt, messages, flags, transcriptId ?? null] as const
  return [...file, ...known, storedName, ...rest] as unknown as Cells
}

function unpacked(cells: Cells): CatalogueRow {
  const flags = cells[13]
  return {
    name: cells[0],
    dev: cells[1],
    ino: cells[2],
    size: cells[3],
    mtimeMs: cells[4],
    ctimeMs: cells[5],
    links: cells[6],
    readAt: cells[7],
    id: cells[8],
    title: cells[9],
    createdAt: cells[10],
    updatedAt: cells[11],
    messages: cells[12],
    machine: (flags & 1) !== 0,
    private: (flags & 2) !== 0,
    pinned: (flags & 4) !== 0,
    interrupted: (flags & 8) !== 0,
    mayAttach: (flags & 16) !== 0,
    transcriptId: cells[14] ?? undefined,
    storedName: cells[15] ?? undefined,
    source: cells[16] ?? undefined,
    tie: cells[17] ?? undefined,
  }
}

function pathOf({ home }: StoreContext): string {
  return join(home.state, 'catalogue.json')
}

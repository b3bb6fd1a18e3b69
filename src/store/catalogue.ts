import { join } from 'node:path'
import { parseTime } from '../conversation/parse-time.ts'
import { isTempFileName } from '../disk/stale-temp-files.ts'
import type { FileStat } from '../disk/disk.ts'
import { ChatCliError } from '../errors.ts'
import {
  type CatalogueRow,
  type EmptyTranscript,
  type UnreadableRow,
  sameFile,
  stampOf,
} from './catalogue-row.ts'
import { atOnce } from './at-once.ts'
import { continuesTranscript } from './continues-transcript.ts'
import { interruptedRow } from './interrupted-row.ts'
import { type KeptCatalogue, readKeptCatalogue, writeKeptCatalogue } from './kept-catalogue.ts'
import { lastName } from './last-name.ts'
import { readSessionHead } from './session-head.ts'
import { hasMachinePrefix, isSafeName } from './session-name.ts'
import { fallbackTime } from './session-time.ts'
import type { StoreContext } from './store-context.ts'
import { compactLocalTime } from './transcript-id.ts'

/** What there is in a home: its sessions, the conversations that were interrupted, and what cannot be read. */
export interface Catalogue {
  readonly rows: readonly CatalogueRow[]
  readonly unreadable: readonly UnreadableRow[]
}

/**
 * Looks at every session file and reads only those that changed since the last look. Writes what it learned to `state/`
 * when it can.
 */
export function readCatalogue(context: StoreContext): Catalogue {
  return atOnce(readCatalogueInSteps(context))
}

/** As {@link readCatalogue}, for those who let others work while many files are read. */
export function* readCatalogueInSteps(context: StoreContext): Generator<void, Catalogue, undefined> {
  context.disk.seal?.requireKey()
  const kept = readKeptCatalogue(context)
  const found = yield* lookAtSessions(context, kept)
  const fresh = yield* addInterrupted(context, kept, found)
  if (fresh.isChanged) writeKeptCatalogue(context, fresh)
  return { rows: withTies(fresh.rows), unreadable: fresh.unreadable }
}

/** Files that are read in one step. */
const filesInStep = 16
const looksInStep = 1024

type Found = { rows: CatalogueRow[]; unreadable: UnreadableRow[]; isChanged: boolean }

function* lookAtSessions(context: StoreContext, kept: KeptCatalogue): Generator<void, Found, undefined> {
  const { disk, home } = context
  const known = new Map<string, CatalogueRow | UnreadableRow>()
  for (const row of kept.rows) if (!row.interrupted) known.set(row.name, row)
  for (const row of kept.unreadable) if (!isPassing(row)) known.set(row.name, row)
  const rows: CatalogueRow[] = []
  const unreadable: UnreadableRow[] = []
  let isChanged = false
  let [looked, read] = [0, 0]
  for (const file of disk.list(home.sessions)) {
    if (!file.endsWith('.json') || isTempFileName(file)) continue
    const name = file.slice(0, -'.json'.length)
    const path = `${home.sessions}/${file}`
    if (++looked % looksInStep === 0) yield
    const stat = disk.stat(path)
    if (stat === undefined) continue
    const before = known.get(name)
    known.delete(name)
    if (before !== undefined && sameFile(before, stat)) {
      if ('reason' in before) unreadable.push(before)
      else rows.push(before)
      continue
    }
    if (++read % filesInStep === 0) yield
    const row = rowOf(context, name, path, stat)
    isChanged ||= !isPassing(row)
    if ('reason' in row) unreadable.push(row)
    else rows.push(row)
  }
  return { rows: withoutTwins(context, rows), unreadable, isChanged: isChanged || known.size > 0 }
}

/** It lies in the disk, or in the keys at hand, and not in the file: the next look may read what this one could not. */
function isPassing(row: CatalogueRow | UnreadableRow): boolean {
  return 'reason' in row && (row.code === 'storage' || row.code === 'key')
}

/** The row of one session file, read anew; it costs the same however many sessions there are. */
export function rowOf(
  context: StoreContext,
  name: string,
  path: string,
  stat: FileStat,
): CatalogueRow | UnreadableRow {
  const stamp = stampOf(stat, context.now())
  if (!isSafeName(name))
    return { ...stamp, name, code: 'invalid-name', reason: 'its name is not a session name' }
  try {
    const head = readSessionHead(context.disk, path)
    const fallback = fallbackTime(name, head, stat.mtimeMs)
    return {
      ...stamp,
      name,
      storedName: head.name,
      id: head.id ?? head.transcript_id ?? '',
      title: head.title ?? '',
      createdAt: parseTime(head.created_at) ?? fallback,
      updatedAt: parseTime(head.updated_at) ?? fallback,
      messages: head.messages ?? 0,
      machine: head.machine ?? hasMachinePrefix(name),
      private: head.private ?? false,
      pinned: head.pinned ?? false,
      mayAttach: head.mayAttach,
      source: head.source,
      transcriptId: head.transcript_id,
      interrupted: false,
    }
  } catch (error) {
    return unreadableRow(context, name, stat, error)
  }
}

function unreadableRow(context: StoreContext, name: string, stat: FileStat, error: unknown): UnreadableRow {
  const code = error instanceof ChatCliError ? error.code : 'storage'
  const reason = error instanceof Error ? error.message : String(error)
  return { ...stampOf(stat, context.now()), name, code, reason }
}

/**
 * One file under several names, as a rename leaves it that was cut short: it is shown under the one its transcript gives
 * it, else under the one it calls itself, else under each.
 */
function withoutTwins(context: StoreContext, rows: CatalogueRow[]): CatalogueRow[] {
  if (rows.every(({ links }) => links < 2)) return rows
  const names = new Map<string, string[]>()
  for (const row of rows)
    if (row.links > 1) names.set(fileOf(row), [...(names.get(fileOf(row)) ?? []), row.name])
  const shown = new Map<string, string>()
  for (const row of rows) {
    const twins = names.get(fileOf(row)) ?? []
    if (twins.length < 2 || shown.has(fileOf(row))) continue
    const last = row.transcriptId === undefined ? undefined : lastName(context, row.transcriptId)
    const name = [last, row.storedName].find((name) => name !== undefined && twins.includes(name))
    if (name !== undefined) shown.set(fileOf(row), name)
  }
  return rows.filter((row) => (shown.get(fileOf(row)) ?? row.name) === row.name)
}

function fileOf({ dev, ino }: CatalogueRow): string {
  return `${dev} ${ino}`
}

function* addInterrupted(
  context: StoreContext,
  kept: KeptCatalogue,
  found: Found,
): Generator<void, KeptCatalogue & Found, undefined> {
  const { disk, home } = context
  const owned = new Set(found.rows.map(({ transcriptId }) => transcriptId))
  const known = new Map<string, CatalogueRow>()
  for (const row of kept.rows) if (row.interrupted) known.set(row.transcriptId ?? '', row)
  const knownEmpty = new Map(kept.empty.map((row) => [row.id, row]))
  const files = disk.list(home.transcripts).filter((file) => file.endsWith('.jsonl'))
  // Nearly all of them belong to a session: what is left to look at is little.
  const ids = new Set(files.map((file) => file.slice(0, -'.jsonl'.length)).filter((id) => !owned.has(id)))
  const empty: EmptyTranscript[] = []
  const unreadable = [...found.unreadable]
  const rows = [...found.rows]
  const sessions =
    ids.size === 0 ? new Map<string, CatalogueRow>() : new Map(rows.map((row) => [row.name, row]))
  const taken = new Set(sessions.keys())
  let { isChanged } = found
  for (const id of ids) {
    const owner = id.slice(0, id.lastIndexOf('.'))
    const isSideFile = id.includes('.') && (ids.has(owner) || owned.has(owner))
    if (isSideFile || !isSafeName(id)) continue
    const stat = disk.stat(join(home.transcripts, `${id}.jsonl`))
    if (stat?.kind !== 'file') continue
    const before = known.get(id) ?? knownEmpty.get(id)
    known.delete(id)
    knownEmpty.delete(id)
    let row = before !== undefined && sameFile(before, stat) ? before : undefined
    if (row === undefined) {
      isChanged = true
      yield
    }
    try {
      row ??= interruptedRow(context, id, stat)
    } catch (error) {
      unreadable.push(unreadableRow(context, id, stat, error))
      continue
    }
    if (row.interrupted === undefined) {
      empty.push(row)
      continue
    }
    const tie = tieOf(context, row, sessions.get(row.storedName ?? ''))
    isChanged ||= tie !== row.tie
    const name = tie?.holds ? '' : freeName(`autosave-${compactLocalTime(row.createdAt)}`, taken)
    taken.add(name)
    rows.push({ ...row, name, tie })
  }
  isChanged ||= known.size + knownEmpty.size > 0
  return { rows, unreadable, empty, isChanged }
}

/** Whether a transcript that no session names goes with the session it was last called. */
function tieOf(
  context: StoreContext,
  row: CatalogueRow,
  session: CatalogueRow | undefined,
): CatalogueRow['tie'] {
  if (session === undefined || session.transcriptId !== undefined) return undefined
  if (row.tie !== undefined && sameFile(row.tie.file, session)) return row.tie
  const { dev, ino, size, mtimeMs, ctimeMs, links, readAt } = session
  const holds = continuesTranscript(context, session.name, row.id)
  return { holds, file: { dev, ino, size, mtimeMs, ctimeMs, links, readAt } }
}

/** Sessions with the transcripts they go on with, although their files do not say so. */
function withTies(rows: readonly CatalogueRow[]): readonly CatalogueRow[] {
  const tied = new Map<string, string>()
  for (const { tie, storedName = '', id } of rows)
    if (tie?.holds === true && !tied.has(storedName)) tied.set(storedName, id)
  if (tied.size === 0) return rows
  return rows.flatMap((row) => {
    if (row.tie?.holds === true) return []
    const transcriptId = row.interrupted ? undefined : tied.get(row.name)
    return transcriptId === undefined ? [row] : [{ ...row, id: row.id || transcriptId, transcriptId }]
  })
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let i = 2; taken.has(free); i++) free = `${name}-${i}`
  return free
}

import { basename, join } from 'node:path'
import type { FileStat } from '../../disk/disk.ts'
import { atOnce } from '../at-once.ts'
import type { CatalogueRow } from '../catalogue-row.ts'
import { type Catalogue, readCatalogueInSteps } from '../catalogue.ts'
import { sessionPath } from '../read-session.ts'
import { hasMachinePrefix, isSafeName } from '../session-name.ts'
import { sideFilesIn, sideFilesOf, transcriptPath } from '../side-files.ts'
import type { StoreContext } from '../store-context.ts'
import { type TrashedSession, trashEntries } from '../trash.ts'
import type { RetentionPolicy } from './retention-policy.ts'

/** A file as it was when it was judged. */
export interface JudgedFile {
  readonly path: string
  readonly stat: FileStat
}

/** Something of which the rules say that it goes to the trash. */
export interface Expired {
  /** The session, or what a list calls the conversation. */
  readonly name: string
  readonly id: string
  readonly transcriptId: string | undefined
  /** `ttl`: nobody touched it for so long; `keep`: there are too many; `orphan`: a transcript without a conversation. */
  readonly reason: 'ttl' | 'keep' | 'orphan'
  /** When it was touched last, milliseconds since the epoch. */
  readonly touchedAt: number
  /** The session file first. */
  readonly files: readonly JudgedFile[]
  /** Of its files. */
  readonly bytes: number
  /** The folder of the trash its session is in already: the move was cut short. */
  readonly entry?: string
}

const DAY = 86_400_000

/**
 * What the rules say of the sessions and transcripts of a home, oldest first; nothing is changed. Only what the program
 * named itself and nobody claimed, pinned or imported is looked at; what cannot be read stays, and what it may need.
 *
 * @throws ChatCliError `storage`
 */
export function findExpired(context: StoreContext, policy: RetentionPolicy): Expired[] {
  return atOnce(findExpiredInSteps(context, policy))
}

/** As {@link findExpired}, for those who let others work meanwhile; what somebody touches then stays when it is moved. */
export function* findExpiredInSteps(
  context: StoreContext,
  policy: RetentionPolicy,
): Generator<void, Expired[], undefined> {
  const catalogue = yield* readCatalogueInSteps(context)
  yield
  const trash = trashEntries(context)
  const cutOff = leftBehind(context, catalogue, trash)
  if (policy.ttlDays === 0) return cutOff
  const oldest = context.now() - policy.ttlDays * DAY
  const mayGo = catalogue.rows.filter((row) => isMachineMade(row, catalogue))
  const judged = yield* inSteps(mayGo, (row) => ({ row, touchedAt: touchedAt(context, row) }))
  const old = judged.filter((item) => item.touchedAt < oldest)
  const surplus = overTheCount(
    judged.filter((item) => item.touchedAt >= oldest && !item.row.interrupted),
    policy.keep,
  )
  const taken = new Set(cutOff.map(({ transcriptId }) => transcriptId))
  const shared = sharedTranscripts(catalogue.rows)
  const sideFiles = sideFilesIn(context)
  const made =
    (reason: Expired['reason']): ((item: Judged) => Expired) =>
    (item) =>
      expired(context, item, { reason, shared, sideFiles })
  const found = [
    ...cutOff,
    ...(yield* inSteps(old, made('ttl'))),
    ...(yield* inSteps(surplus, made('keep'))),
    ...orphans(context, catalogue, trash, oldest),
  ].filter((item) => item.entry !== undefined || !taken.has(item.transcriptId ?? ''))
  return found.sort((a, b) => a.touchedAt - b.touchedAt || (a.name < b.name ? -1 : 1))
}

const itemsInStep = 256

function* inSteps<T, R>(items: readonly T[], make: (item: T) => R): Generator<void, R[], undefined> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item))
    if (made.length % itemsInStep === 0) yield
  }
  return made
}

interface Judged {
  readonly row: CatalogueRow
  readonly touchedAt: number
}

function isMachineMade(row: CatalogueRow, { unreadable }: Catalogue): boolean {
  if (!row.machine || row.pinned || row.source !== undefined || !hasMachinePrefix(row.name)) return false
  if (!row.interrupted) return true
  const { storedName } = row
  // It was called something: by a person, or it goes with a session file that cannot be read at the moment.
  const isNamed = storedName !== undefined && !hasMachinePrefix(storedName)
  return !isNamed && !unreadable.some(({ name, code }) => name === storedName || code === 'key')
}

function touchedAt({ disk, home }: StoreContext, row: CatalogueRow): number {
  const { transcriptId: id } = row
  const transcript =
    id === undefined || !isSafeName(id) ? undefined : disk.stat(join(home.transcripts, `${id}.jsonl`))
  return Math.max(row.updatedAt, row.mtimeMs, transcript?.mtimeMs ?? 0)
}

/** The oldest of those that are too many, of each prefix. */
function overTheCount(judged: readonly Judged[], keep: number): Judged[] {
  const byPrefix = new Map<string, Judged[]>()
  for (const item of judged) {
    const prefix = item.row.name.slice(0, item.row.name.indexOf('-')).toLowerCase()
    const others = byPrefix.get(prefix)
    if (others === undefined) byPrefix.set(prefix, [item])
    else others.push(item)
  }
  return [...byPrefix.values()].flatMap((items) =>
    items.sort((a, b) => b.touchedAt - a.touchedAt || (a.row.name > b.row.name ? -1 : 1)).slice(keep),
  )
}

/** A transcript that several files name, as copies do, stays with those that stay. */
function sharedTranscripts(rows: readonly CatalogueRow[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { transcriptId: id } of rows) {
    if (id === undefined) continue
    if (seen.has(id)) shared.add(id)
    seen.add(id)
  }
  return shared
}

function expired(
  context: StoreContext,
  { row, touchedAt }: Judged,
  {
    reason,
    shared,
    sideFiles,
  }: {
    readonly reason: Expired['reason']
    readonly shared: ReadonlySet<string>
    readonly sideFiles: (id: string) => readonly string[]
  },
): Expired {
  const { name, id, transcriptId, interrupted } = row
  const own = transcriptId === undefined || shared.has(transcriptId) || !isSafeName(transcriptId)
  const paths = [
    ...(interrupted ? [] : [sessionPath(context, name)]),
    ...(own ? [] : [transcriptPath(context, transcriptId), ...sideFiles(transcriptId)]),
  ]
  return {
    name,
    id,
    transcriptId: own ? undefined : transcriptId,
    reason,
    touchedAt,
    ...filesAt(context, paths),
  }
}

/** Transcripts that nothing names: deleted halfway, or without a word in them. */
function orphans(
  context: StoreContext,
  { rows, unreadable }: Catalogue,
  trash: readonly TrashedSession[],
  oldest: number,
): Expired[] {
  // The session file that names one may be among those that cannot be read.
  if (unreadable.length > 0) return []
  const { disk, home } = context
  const named = new Set(
    [...rows, ...trash.map(({ transcript_id: transcriptId }) => ({ transcriptId }))].map(
      ({ transcriptId }) => transcriptId,
    ),
  )
  const ids = disk
    .list(home.transcripts)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .filter((id) => isSafeName(id) && !named.has(id))
  const all = new Set(ids)
  return ids.flatMap((id): Expired[] => {
    const owner = id.slice(0, Math.max(0, id.lastIndexOf('.')))
    if (all.has(owner) || named.has(owner)) return []
    const judged = filesAt(context, transcriptFiles(context, id))
    const touchedAt = Math.max(...judged.files.map(({ stat }) => stat.mtimeMs))
    if (judged.files.length === 0 || touchedAt >= oldest) return []
    return [{ name: id, id, transcriptId: id, reason: 'orphan', touchedAt, ...judged }]
  })
}

/** Transcripts whose sessions went to the trash when the process that moved them was stopped. */
function leftBehind(context: StoreContext, { rows }: Catalogue, trash: readonly TrashedSession[]): Expired[] {
  const named = new Set(
    rows.filter(({ interrupted }) => !interrupted).map(({ transcriptId }) => transcriptId),
  )
  return trash.flatMap(({ entry, name, id, transcript_id: transcriptId, reason, at, files }): Expired[] => {
    if (reason !== 'expired' || transcriptId === undefined || named.has(transcriptId)) return []
    if (!isSafeName(transcriptId) || !files.some((file) => file.endsWith('.json'))) return []
    const missing = transcriptFiles(context, transcriptId).filter((path) => !files.includes(basename(path)))
    const judged = filesAt(context, missing)
    if (judged.files.length === 0) return []
    return [{ name, id, transcriptId, reason: 'ttl', touchedAt: Date.parse(at), ...judged, entry }]
  })
}

function transcriptFiles(context: StoreContext, id: string): string[] {
  return [transcriptPath(context, id), ...sideFilesOf(context, id)]
}

function filesAt({ disk }: StoreContext, paths: readonly string[]): Pick<Expired, 'files' | 'bytes'> {
  const files = paths.flatMap((path) => {
    const stat = disk.stat(path)
    return stat?.kind === 'file' ? [{ path, stat }] : []
  })
  return { files, bytes: files.reduce((sum, { stat }) => sum + stat.size, 0) }
}

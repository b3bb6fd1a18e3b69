import { relative, sep } from 'node:path'
import { crc32 } from 'node:zlib'
import { snapshotHash } from '../conversation/encode-session.ts'
import type { Entry } from '../conversation/entry-list.ts'
import type { EditBody, Settings, TranscriptEvent } from '../conversation/event.ts'
import { ConversationFold } from '../conversation/fold.ts'
import type { Place } from '../conversation/record-places.ts'
import type { Damage, MessageLocation } from '../conversation/record.ts'
import type { FoldMark, SessionFile } from '../conversation/session-file.ts'
import { readRange } from '../disk/read-range.ts'
import { readCatalogue } from './catalogue.ts'
import { type FoldTranscriptOptions, foldTranscript } from './fold-transcript.ts'
import { foreignChange, missingFromTranscript } from './foreign-change.ts'
import { branchedSource } from './branched-source.ts'
import { isMissing } from './is-missing.ts'
import { isBuried } from './is-buried.ts'
import { type HistorySlice, historySlices } from './history-slices.ts'
import { keepOnDisk } from './keep-on-disk.ts'
import type { LoadNote } from './load-note.ts'
import { readSteadily } from './read-steadily.ts'
import { type SessionOnDisk, readSession, sessionNotFound, sessionPath } from './read-session.ts'
import { idOfSeed, seedEvents, seededId, seedWriter } from './seed-events.ts'
import { sealNotes } from './sealed/seal-notes.ts'
import { isCopy } from './session-copy.ts'
import { hasMachinePrefix, isSafeName } from './session-name.ts'
import { fallbackTime } from './session-time.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import { stateOf } from './snapshot.ts'
import type { StoreContext } from './store-context.ts'
import { newTranscriptId } from './transcript-id.ts'

/** A session as a reader sees it: the fold of everything known about it. Loading never writes. */
export interface LoadedConversation {
  readonly session: SessionOnDisk
  /** Identity of the conversation. */
  readonly id: string
  readonly fold: ConversationFold
  /** Undefined when there is no transcript file: the lines in `seed` would make one. */
  readonly transcript: { readonly id: string; readonly offset: number; readonly crc: string } | undefined
  readonly seed: readonly TranscriptEvent[]
  /** What another hand changed in the session file, already folded in, not yet in the transcript. */
  readonly foreignEdit: EditBody | undefined
  readonly foreignSettings: Settings | undefined
  /** True when writing must go on in a transcript of its own: a copied file, or a look at an older snapshot. */
  readonly mustFork: boolean
  /** There is no session file: `session` describes the transcript. */
  readonly isInterrupted: boolean
  readonly notes: readonly LoadNote[]
  readonly damage: readonly Damage[]
  readonly places: readonly Place[]
  /** Where messages stand on the disk, when that was asked for. */
  readonly locations: ReadonlyMap<Entry, MessageLocation>
}

export interface LoadOptions {
  /** Find out where each message stands on the disk. For readers: no `seed` to write comes of it. */
  readonly locate?: boolean
  /** The session as its file has it, without the newer lines of its transcript. */
  readonly asOf?: boolean
  /** Fold the whole transcript, which a record, a rewind or a fork needs. */
  readonly whole?: boolean
  /** Who will record what another hand changed, and under which number; settings get the next one. */
  readonly writer?: { readonly w: string; readonly n: number }
  /** The transcript it goes with, or that there is none, when the caller knows; the file may have lost the name of it. */
  readonly known?: { readonly transcriptId: string | undefined }
}

/** Changes are folded in for reading, even when nobody records them. */
const VIEWER = { w: 'viewer', n: 0 }
const MARK_BYTES = 16

/**
 * Loads a session: its snapshot, and the rest of its transcript.
 *
 * @throws ChatCliError `not-found`, `damaged`, `newer-version` or `storage`
 */
export function loadConversation(
  context: StoreContext,
  name: string,
  options: LoadOptions = {},
): LoadedConversation {
  try {
    return loadOnce(context, name, options)
  } catch (error) {
    if (!isMissing(error)) throw error
    // Somebody deleted or renamed it halfway through: what is there now?
    return loadOnce(context, name, options)
  }
}

function loadOnce(context: StoreContext, name: string, options: LoadOptions): LoadedConversation {
  if (context.disk.stat(sessionPath(context, name)) === undefined)
    return loadInterrupted(context, name, options)
  const session = readSession(context, name)
  const id = session.file.transcript_id ?? (options.known ?? catalogued(context, name)).transcriptId
  if (id === undefined || !isSafeName(id)) return loadFile(context, session, [], options)
  if (context.disk.stat(transcriptPath(context, id)) === undefined) {
    return loadFile(context, session, [{ kind: 'transcript-missing', id }], options)
  }
  return readSteadily(context, transcriptPath(context, id), () =>
    loadTranscript(context, session, id, options),
  )
}

/** What the catalogue knows of a session whose file names no transcript. */
function catalogued(context: StoreContext, name: string): { readonly transcriptId: string | undefined } {
  if (context.disk.list(context.home.transcripts).length === 0) return { transcriptId: undefined }
  const row = readCatalogue(context).rows.find((row) => row.name === name && !row.interrupted)
  return { transcriptId: row?.transcriptId }
}

/** A transcript without a session goes by the name the catalogue gives it, unless the caller knows which one it is. */
function loadInterrupted(context: StoreContext, name: string, options: LoadOptions): LoadedConversation {
  // The catalogue gives it a name of the program's own: no session has to be looked at to know another for none.
  if (options.known === undefined && !hasMachinePrefix(name)) throw sessionNotFound(name)
  const id =
    options.known === undefined
      ? readCatalogue(context).rows.find((row) => row.interrupted && row.name === name)?.id
      : options.known.transcriptId
  if (id === undefined || !isSafeName(id)) throw sessionNotFound(name)
  const path = transcriptPath(context, id)
  const stat = context.disk.stat(path)
  if (stat === undefined) throw sessionNotFound(name)
  const file = { version: 2, machine: true, transcript_id: id, chat_history: [], other: {} }
  const session = { name, path, stat, bytes: new Uint8Array(), file }
  const loaded = readSteadily(context, path, () => loadTranscript(context, session, id, options))
  const source = branchedSource(loaded.fold)
  const described = source === undefined ? session : { ...session, file: { ...file, source } }
  return { ...loaded, session: described, isInterrupted: true }
}

function loadFile(
  context: StoreContext,
  session: SessionOnDisk,
  notes: readonly LoadNote[],
  { writer, locate = false }: LoadOptions,
): LoadedConversation {
  const { file, name, bytes, stat } = session
  const w = seedWriter(name, bytes)
  const at = fallbackTime(name, file, stat.mtimeMs)
  const seed = locate ? seedEvents(file, name, w, at, unhashed) : seedEvents(file, name, w, at)
  const fold = new ConversationFold()
  const places: Place[] = []
  const locations = new Map<Entry, MessageLocation>()
  const slices = locate ? historySlices(bytes) : undefined
  const locationOf = locator(context)
  for (const event of seed) {
    const before = places.length
    applyAt(places, fold, event)
    const place = places[before]
    const slice = event.kind === 'message' ? slices?.[event.m] : undefined
    if (slice === undefined || place?.kind !== 'entry') continue
    locations.set(place.entry, locationOf(session.path, slice.offset, sliceOf(bytes, slice)))
  }
  const copyOf = isCopy(context, session)
  const own = copyOf === undefined ? safeId(file) : undefined
  // Its lines go under this id once somebody writes them.
  const isTaken = (id: string): boolean => writer !== undefined && isBuried(context, id)
  const seeded = idOfSeed(w)
  const newId = (): string => newTranscriptId(context.now(), context.randomHex)
  return {
    session,
    id: own !== undefined && !isTaken(own) ? own : isTaken(seeded) ? newId() : seeded,
    fold,
    seed: locate ? [] : seed,
    places,
    transcript: undefined,
    foreignEdit: undefined,
    foreignSettings: undefined,
    mustFork: false,
    isInterrupted: false,
    damage: [],
    locations,
    notes: [
      ...notes,
      ...(locate ? [] : sealNotes(context, session, undefined)),
      ...(copyOf === undefined ? [] : [{ kind: 'copy', of: copyOf } as const]),
    ],
  }
}

function loadTranscript(
  context: StoreContext,
  session: SessionOnDisk,
  id: string,
  { asOf = false, whole = false, writer = VIEWER, locate = false }: LoadOptions,
): LoadedConversation {
  const { file, name, bytes, stat } = session
  const { disk } = context
  const path = transcriptPath(context, id)
  const copyOf = isCopy(context, session)
  const mark = validMark(context, path, file)
  const isWhole = session.path === path
  const intact = isWhole || (file.snapshot_hash !== undefined && snapshotHash(file) === file.snapshot_hash)
  const to = asOf || copyOf !== undefined ? mark?.offset : undefined
  const locations = new Map<Entry, MessageLocation>()
  const locationOf = locator(context)
  const onMessage: FoldTranscriptOptions['onMessage'] = (entry, file, offset, line) =>
    locations.set(entry, locationOf(file, offset, line))
  const keep = whole ? keepOnDisk(context, id) : undefined
  const range = {
    ...(to === undefined ? { sideFiles: sideFilesOf(context, id) } : { to }),
    ...(locate ? { onMessage } : {}),
    ...(keep === undefined ? {} : { keep }),
  }
  const since = mark === undefined ? {} : { since: mark.offset }

  const quick = intact && mark !== undefined && !whole
  let folded = quick
    ? foldTranscript(disk, path, {
        ...range,
        ...since,
        from: { offset: mark.offset, fold: new ConversationFold(stateOf(file, mark)) },
      })
    : undefined
  if (folded === undefined || folded.fold.needsAll)
    folded = foldTranscript(disk, path, { ...range, ...since })
  const { fold, damage, offset, crc, turnsSince, newerVersion } = folded

  const places = [...folded.places]
  const baseOf = (offset: number): ConversationFold => foldTranscript(disk, path, { to: offset }).fold
  const foreign = intact
    ? missingFromTranscript(session, fold, mark !== undefined && damage.length === 0, writer)
    : foreignChange(session, mark === undefined ? fold : baseOf(mark.offset), mark !== undefined, writer)
  if (foreign !== undefined) {
    const line = { v: 1, ...writer, at: new Date(stat.mtimeMs).toISOString(), turn: writer.w }
    applyAt(places, fold, { ...line, ...foreign.edit })
    if (foreign.settings !== undefined)
      fold.apply({ ...line, n: writer.n + 1, kind: 'set', set: foreign.settings })
  }
  const notes: LoadNote[] = []
  if (!locate) notes.push(...sealNotes(context, session, id))
  if (copyOf !== undefined) notes.push({ kind: 'copy', of: copyOf })
  if (foreign !== undefined) notes.push(foreign.note)
  if (to === undefined && turnsSince > 1) notes.push({ kind: 'older-snapshot', newer: turnsSince })
  if (damage.length > 0) notes.push({ kind: 'damage', count: damage.length })
  if (newerVersion !== undefined) notes.push({ kind: 'newer-lines', version: newerVersion })
  return {
    session,
    id: copyOf === undefined ? (safeId(file) ?? id) : seededId(name, bytes),
    fold,
    places,
    transcript: { id, offset, crc },
    seed: [],
    damage,
    notes,
    foreignEdit: foreign?.edit,
    foreignSettings: foreign?.settings,
    mustFork: to !== undefined || newerVersion !== undefined,
    isInterrupted: false,
    locations,
  }
}

/** Makes locations; the messages of one file come one after another. */
function locator({
  home,
}: StoreContext): (path: string, offset: number, bytes: Uint8Array) => MessageLocation {
  let last = ''
  let under = ''
  return (path, offset, bytes) => {
    if (path !== last) under = relative(home.root, path).split(sep).join('/')
    last = path
    return { path: under, offset, length: bytes.length, crc: crc32(bytes) }
  }
}

function unhashed(): string {
  return ''
}

function sliceOf(bytes: Uint8Array, { offset, length }: HistorySlice): Uint8Array {
  return bytes.subarray(offset, offset + length)
}

/** An id inside a file becomes part of a path, so it is checked like a name. */
function safeId({ id }: SessionFile): string | undefined {
  return id === undefined || !isSafeName(id) ? undefined : id
}

/** A fold mark counts only when the line that ends at its offset is the one it names. */
function validMark(context: StoreContext, path: string, { fold }: SessionFile): FoldMark | undefined {
  if (fold === undefined || fold.offset < MARK_BYTES) return undefined
  const tail = readRange(context.disk, path, fold.offset - MARK_BYTES, MARK_BYTES)
  const text = Buffer.from(tail).toString('latin1')
  return tail.length === MARK_BYTES && text.trimEnd().endsWith(`${fold.crc}"}`) ? fold : undefined
}

function applyAt(places: Place[], fold: ConversationFold, event: TranscriptEvent): void {
  const before = fold.record.length
  fold.apply(event)
  for (const entry of fold.record.slice(before)) places.push({ kind: 'entry', entry })
}

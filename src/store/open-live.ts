import type { EventBody } from '../conversation/event.ts'
import { ConversationFold } from '../conversation/fold.ts'
import type { SessionFile } from '../conversation/session-file.ts'
import { finishReplacement } from './finish-replacement.ts'
import { isImportedId } from './imported-id.ts'
import { finishRename } from './finish-rename.ts'
import { Journal } from './journal.ts'
import { LiveConversation } from './live-conversation.ts'
import { type LoadOptions, type LoadedConversation, loadConversation } from './load-conversation.ts'
import { checkNameFree } from './name-free.ts'
import { sessionNotFound } from './read-session.ts'
import { checkSessionName, hasMachinePrefix } from './session-name.ts'
import { sideFilesOf } from './side-files.ts'
import { SnapshotWriter } from './snapshot-writer.ts'
import type { StoreContext } from './store-context.ts'
import { newTranscriptId } from './transcript-id.ts'
import { forkLines } from './transcript-lines.ts'

export interface NewConversation {
  readonly name?: string
  readonly machine?: boolean
  readonly source?: SessionFile['source']
}

/**
 * A conversation that has no line yet; nothing is written before the first append.
 *
 * @throws ChatCliError `invalid-name`, `exists`
 */
export function newLive(
  context: StoreContext,
  { name, machine = false, source }: NewConversation = {},
): LiveConversation {
  if (name !== undefined) checkNameFree(context, checkSessionName(name, { machine }))
  const id = newTranscriptId(context.now(), context.randomHex)
  const snapshot = new SnapshotWriter(context, { id, name, machine, source, other: {}, onDisk: undefined })
  const journal = new Journal(context, {
    w: context.randomHex(16),
    id,
    place: undefined,
    fold: new ConversationFold(),
    seed: [],
    first: [openMark(context), ...namedMark(name)],
  })
  return new LiveConversation(context, { journal, snapshot, notices: [] })
}

/**
 * Opens a session to go on with it.
 *
 * @param known the transcript it goes with, when the caller knows
 * @throws ChatCliError as `loadConversation`
 */
export function openLive(
  context: StoreContext,
  name: string,
  known?: LoadOptions['known'],
): LiveConversation {
  const w = context.randomHex(16)
  // The first line of a writer is its `open` mark; what another hand changed is its second.
  const writer = { w, n: 1 }
  const now = finishRename(context, name)
  const loaded = loadConversation(context, now, { writer, ...(known === undefined ? {} : { known }) })
  if (loaded.mustFork && context.transcripts)
    return forkLive(context, loaded, { name: now, w, sameFile: true })
  const { file, stat } = loaded.session
  const { machine = hasMachinePrefix(name), source, other } = file
  const onDisk = loaded.isInterrupted ? undefined : stat
  const snapshot = new SnapshotWriter(context, { id: loaded.id, name: now, machine, source, other, onDisk })
  const { transcript, fold, seed, notes, foreignEdit, foreignSettings } = loaded
  if (transcript !== undefined) finishReplaced(context, transcript.id)
  const set: EventBody[] = foreignSettings === undefined ? [] : [{ kind: 'set', set: foreignSettings }]
  const first = [openMark(context), ...(foreignEdit === undefined ? [] : [foreignEdit]), ...set]
  const id = transcript?.id ?? loaded.id
  const journal = new Journal(context, { w, id, place: transcript, fold, seed, first })
  return new LiveConversation(context, { journal, snapshot, notices: notes })
}

/**
 * Takes up a conversation again that was never saved, in its own transcript, without a name.
 *
 * @param name what the list calls it
 * @throws ChatCliError as `loadConversation`
 */
export function recoverLive(context: StoreContext, name: string): LiveConversation {
  const w = context.randomHex(16)
  const loaded = loadConversation(context, name, { writer: { w, n: 1 } })
  const { id, transcript, fold, notes, isInterrupted, session } = loaded
  const { source } = session.file
  if (!isInterrupted || transcript === undefined) throw sessionNotFound(name)
  finishReplaced(context, transcript.id)
  const target = { id, name: undefined, machine: false, source, other: {}, onDisk: undefined }
  const start = { w, id: transcript.id, place: transcript, fold, seed: [], first: [openMark(context)] }
  return new LiveConversation(context, {
    journal: new Journal(context, start),
    snapshot: new SnapshotWriter(context, target),
    notices: notes,
  })
}

/** What somebody who was stopped left beside a transcript comes to it before anything else does. */
function finishReplaced(context: StoreContext, id: string): void {
  const { disk } = context
  try {
    for (const path of sideFilesOf(context, id)) finishReplacement({ disk, reader: disk }, path)
  } catch {
    // It stays where it is, and is read there.
  }
}

/**
 * Goes on with what a session says in a conversation of its own that has no name; the session is not touched. Nothing is
 * written before something is said.
 *
 * @param as a name for the conversation; it has none when not given
 * @throws ChatCliError as `loadConversation`, `invalid-name`, `exists`
 */
export function branchLive(context: StoreContext, name: string, as?: string): LiveConversation {
  if (as !== undefined) checkNameFree(context, checkSessionName(as))
  const w = context.randomHex(16)
  const loaded = loadConversation(context, finishRename(context, name), {
    whole: true,
    writer: { w, n: 1 },
  })
  return forkLive(context, loaded, { w, ...(as === undefined ? {} : { name: as }) })
}

export interface ForkOptions {
  /** It has none when not given. */
  readonly name?: string
  readonly w?: string
  /** The fork takes over the file it was loaded from: a copied file becomes a session of its own. */
  readonly sameFile?: boolean
}

/** A conversation of its own that begins with all lines of a loaded one; the loaded one is not touched. */
export function forkLive(
  context: StoreContext,
  loaded: LoadedConversation,
  options: ForkOptions,
): LiveConversation {
  const { name, w = context.randomHex(16), sameFile = false } = options
  const id = newTranscriptId(context.now(), context.randomHex)
  const { events, without, withoutMessages } = forkLines(context, loaded)
  const fold = new ConversationFold()
  for (const event of events) fold.apply(event)
  // What it goes on with must not depend on a file of another conversation.
  for (const entry of fold.record) if (entry.live) entry.message = { ...entry.message }
  const { session, foreignEdit, foreignSettings } = loaded
  const { other } = session.file
  const source = sameFile ? session.file.source : forkedSource(loaded)
  const from = { id: loaded.transcript?.id ?? loaded.id, name: session.name, family: familyOf(loaded) }
  const first: EventBody[] = [
    openMark(context),
    ...(foreignEdit === undefined ? [] : [foreignEdit]),
    ...(foreignSettings === undefined ? [] : [{ kind: 'set', set: foreignSettings } as const]),
    {
      kind: 'mark',
      mark: 'forked-from',
      data: { ...from, ...(source && { source }), without, without_messages: withoutMessages },
    },
    ...namedMark(name),
  ]
  const onDisk = sameFile ? session.stat : undefined
  const snapshot = new SnapshotWriter(context, { id, name, machine: false, source, other, onDisk })
  const journal = new Journal(context, { w, id, place: undefined, fold, seed: events, first })
  return new LiveConversation(context, { journal, snapshot, notices: loaded.notes })
}

/** Where a fork of an import came from: it is none itself, but what hides its origin hides it too. */
function forkedSource({ id, session }: LoadedConversation): SessionFile['source'] {
  const { source } = session.file
  if (source === undefined || !isImportedId(id)) return source
  const { native_id: parent, title: _title, ...facts } = source
  return { ...facts, kind: 'fork', parent }
}

/** The oldest conversation that a conversation was forked from, or exported from before another tool went on with it. */
export function familyOf({
  id,
  fold,
  transcript,
  session,
}: Pick<LoadedConversation, 'id' | 'fold' | 'transcript' | 'session'>): string {
  const from = fold.forkedFrom
  const known = [from?.['family'], from?.['id'], session.file.source?.['family']]
  return known.find((each) => typeof each === 'string') ?? transcript?.id ?? id
}

function namedMark(name: string | undefined): EventBody[] {
  return name === undefined ? [] : [{ kind: 'mark', mark: 'named', data: { name } }]
}

/** How a writer introduces itself. */
export function openMark(context: StoreContext): EventBody {
  return { kind: 'mark', mark: 'open', data: context.processIdentity }
}

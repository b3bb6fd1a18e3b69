import type { MessageRef } from '../conversation/event.ts'
import { ownId } from '../conversation/fold.ts'
import type { ConversationState, WindowMessage } from '../conversation/fold-state.ts'
import { parseTime } from '../conversation/parse-time.ts'
import { messageHash } from '../conversation/message-hash.ts'
import { encodeSession, snapshotHash } from '../conversation/encode-session.ts'
import {
  type FoldMark,
  SESSION_VERSION,
  type SessionFile,
  type StoredMessage,
} from '../conversation/session-file.ts'
import { plainMessage } from './seed-events.ts'

/** What a snapshot says besides the state of the fold. */
export interface SnapshotFacts {
  readonly id: string
  readonly name: string
  readonly machine: boolean
  readonly source: SessionFile['source']
  readonly other: SessionFile['other']
  readonly transcriptId: string | undefined
  /** Where the fold stands in its transcript; undefined when transcripts are off. */
  readonly place: TranscriptPlace | undefined
}

/** A place in a transcript: the offset behind a line, and the checksum that line ends with. */
export interface TranscriptPlace {
  readonly offset: number
  readonly crc: string
}

/** The session file for a state. */
export function snapshotOf(state: ConversationState, facts: SnapshotFacts): SessionFile {
  const { settings, window } = state
  const { transcriptId, place, id, name, machine, source, other } = facts
  const file: SessionFile = {
    version: SESSION_VERSION,
    id,
    name,
    ...(state.title === '' ? {} : { title: state.title }),
    ...(state.createdAt === undefined ? {} : { created_at: state.createdAt }),
    ...(isTime(state.updatedAt) ? { updated_at: new Date(state.updatedAt).toISOString() } : {}),
    messages: window.length,
    machine,
    ...(typeof settings.private === 'boolean' ? { private: settings.private } : {}),
    ...(typeof settings.pinned === 'boolean' ? { pinned: settings.pinned } : {}),
    ...(source === undefined ? {} : { source }),
    ...(transcriptId === undefined ? {} : { transcript_id: transcriptId }),
    ...(place === undefined || state.last === undefined ? {} : { fold: foldMark(state, place) }),
    ...(state.checkpoints.length === 0 ? {} : { checkpoints: state.checkpoints }),
    ...(settings.attachments ? { attachments: settings.attachments } : {}),
    ...(settings.archive_keys ? { archive_keys: settings.archive_keys } : {}),
    ...(settings.cost === undefined || settings.cost === null ? {} : { cost: settings.cost }),
    chat_history: window.map((message) => storedMessage(message, place !== undefined)),
    other,
  }
  return place === undefined ? file : { ...file, snapshot_hash: snapshotHash(file) }
}

export function snapshotBytes(file: SessionFile): Uint8Array {
  return Buffer.from(encodeSession(file))
}

/** The state a snapshot was taken of; only for a file whose {@link SessionFile.fold} is in place. */
export function stateOf(file: SessionFile, fold: FoldMark): ConversationState {
  const { attachments, archive_keys, cost, pinned } = file
  const facts = { attachments, archive_keys, cost, pinned, private: file.private }
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  const isSetTitle = file.title !== undefined && file.title !== fold.first_words
  return {
    window: file.chat_history.map((message) => windowMessage(message, file.created_at ?? '')),
    settings: { ...known, ...(isSetTitle ? { title: file.title } : {}) },
    title: file.title ?? '',
    firstWords: fold.first_words,
    name: file.name,
    deleted: false,
    forkedFrom: fold.forked_from,
    openTurns: fold.open_turns,
    checkpoints: file.checkpoints ?? [],
    rewrites: fold.rewrites,
    problems: [],
    createdAt: file.created_at,
    updatedAt: parseTime(file.updated_at),
    seen: fold.seen,
    adopted: fold.adopted,
    hiddenIds: fold.hidden_ids,
    last: fold.last,
  }
}

function foldMark(state: ConversationState, { offset, crc }: TranscriptPlace): FoldMark {
  return {
    version: 1,
    offset,
    last: state.last ?? ['', 0],
    crc,
    open_turns: state.openTurns,
    rewrites: state.rewrites,
    seen: state.seen,
    adopted: state.adopted,
    hidden_ids: state.hiddenIds,
    first_words: state.firstWords,
    ...(state.forkedFrom === undefined ? {} : { forked_from: state.forkedFrom }),
  }
}

function storedMessage({ message, ref, turn, of, left }: WindowMessage, tied: boolean): StoredMessage {
  const plain = plainMessage(message)
  if (!tied) return plain
  return { ...plain, ref, turn, ...(of === undefined ? {} : { of }), ...(left === undefined ? {} : { left }) }
}

function windowMessage(stored: StoredMessage, createdAt: string): WindowMessage {
  const { ref, turn = '', of, left } = stored
  const message = plainMessage(stored)
  return {
    ref: ref ?? ['', 0],
    turn,
    at: message.created_at ?? createdAt,
    ...idOf(message.id, ref),
    hash: messageHash(message),
    message,
    ...(of === undefined ? {} : { of }),
    ...(left === undefined ? {} : { left }),
  }
}

/** A message line whose writer had no other id for it is known by its own name. */
function idOf(id: string | undefined, ref: MessageRef | undefined): { readonly id?: string } {
  if (id !== undefined) return { id }
  return ref?.length === 2 ? { id: ownId({ w: ref[0], n: ref[1] }) } : {}
}

function isTime(ms: number | undefined): ms is number {
  return ms !== undefined && Math.abs(ms) <= 8.64e15
}

import { createHash } from 'node:crypto'
import type { EventBody, MessageRef, Range, TranscriptEvent } from '../conversation/event.ts'
import { ownId } from '../conversation/fold.ts'
import { messageHash } from '../conversation/message-hash.ts'
import { messageTime } from '../conversation/message-time.ts'
import { rangesOf } from '../conversation/range-set.ts'
import type { Message } from '../conversation/message.ts'
import type { SessionFile, StoredMessage } from '../conversation/session-file.ts'

/** Writers whose name begins like this recorded what was said before: a time their messages lack is a guess. */
export const SEED_PREFIX = 'seed-'

/** The writer that stands for a session file without a transcript: the same for everyone who reads the same bytes. */
export function seedWriter(name: string, bytes: Uint8Array): string {
  const digest = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex')
  return `${SEED_PREFIX}${digest.slice(0, 24)}`
}

/** The id of the transcript, and of the conversation, that begins with a session file which names neither. */
export function seededId(name: string, bytes: Uint8Array): string {
  return idOfSeed(seedWriter(name, bytes))
}

/** The same, of what `seedWriter` gave. */
export function idOfSeed(writer: string): string {
  return `tr-${writer}`
}

/**
 * The lines that make a transcript out of a session file. They depend on nothing but their arguments, so two processes
 * that do this at the same moment write the same lines, and each counts once.
 *
 * @param at when messages without a time of their own are taken to have been said, milliseconds since the epoch
 * @param hashOf gives a message its hash; whoever only folds the lines, and writes none, needs none
 */
export function seedEvents(
  file: SessionFile,
  name: string,
  w: string,
  at: number,
  hashOf: (message: Message) => string = messageHash,
): TranscriptEvent[] {
  const events: TranscriptEvent[] = []
  const fallback = new Date(at).toISOString()
  let turn = 0
  const add = (body: EventBody, time: string = fallback): void => {
    events.push({ v: 1, w, n: events.length, at: time, turn: `${w}-${turn}`, ...body })
  }
  add({ kind: 'mark', mark: 'named', data: { name } })
  if (file.title !== undefined && file.title !== '') add({ kind: 'set', set: { title: file.title } })
  const { attachments, archive_keys, cost, pinned } = file
  const facts = { attachments, archive_keys, cost, private: file.private, pinned }
  const set = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length > 0) add({ kind: 'set', set })
  const ids = new Set<string>()
  const refs = new Map<StoredMessage, MessageRef>()
  for (const [m, stored] of file.chat_history.entries()) {
    if (stored.role === 'user' && m > 0) {
      add({ kind: 'mark', mark: 'turn-end' })
      turn++
    }
    refs.set(stored, [w, events.length])
    const message = withFreshId(plainMessage(stored), ids)
    const id = message.id ?? ownId({ w, n: events.length })
    const said = messageTime(message) ?? Date.parse(stored.said_at ?? '')
    const time = Number.isNaN(said) ? fallback : new Date(said).toISOString()
    add({ kind: 'message', m, id, hash: hashOf(message), message }, time)
  }
  const gone = (state: StoredMessage['state']): Range[] =>
    rangesOf([...refs].flatMap(([stored, ref]) => (stored.state === state ? [ref] : [])))
  const [removed, rewound] = [gone('removed'), gone('rewound')]
  const none = { changes: [], inserts: [] }
  if (removed.length > 0) add({ kind: 'edit', from: `${w}-removed`, removes: removed, ...none })
  const counts = { before: refs.size, after: refs.size - rewound.length, digest: '' }
  if (rewound.length > 0) add({ kind: 'rewrite', reason: 'rewind', removes: rewound, ...counts })
  add({ kind: 'mark', mark: 'close' })
  return events
}

/** Another program may give two messages one id: the first keeps it. */
function withFreshId(message: Message, taken: Set<string>): Message {
  if (message.id === undefined || !taken.has(message.id)) {
    if (message.id !== undefined) taken.add(message.id)
    return message
  }
  const { id: _id, ...rest } = message
  return rest
}

/** A message without what tied it to a transcript or an export. */
export function plainMessage(stored: StoredMessage): Message {
  const { ref, turn, of, left, said_at, state, ...message } = stored
  return (ref ?? turn ?? of ?? left ?? said_at ?? state) ? message : stored
}

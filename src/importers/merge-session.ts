import { messageHash } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'
import type { RecordSource } from '../conversation/record.ts'
import type { SessionFile, StoredMessage } from '../conversation/session-file.ts'
import { importedId } from '../store/imported-id.ts'
import type { ImportedMessage, ImportFacts } from './importer.ts'
import { titleOfMessages } from './shared/title-of-messages.ts'
import { toldElsewhere } from './told-elsewhere.ts'
import { wordsCounter } from './words-counter.ts'

/** What was read of one conversation, in one unit or several. */
export interface ReadConversation {
  readonly tool: string
  readonly facts: ImportFacts
  readonly messages: readonly ImportedMessage[]
  /** Of the unit it was read from. */
  readonly path: string
  readonly mtimeMs: number
  /** Of the session that it was exported from. */
  readonly family?: string | undefined
  /** It stands in two stores of the tool, of which one gives messages no ids. */
  readonly hasTwoStores?: boolean
}

export interface MergedSession {
  /** Without a name, if it is a new one. */
  readonly file: SessionFile
  readonly newMessages: number
  /** It was read as it was before the last that is known of it was said: what was read takes nothing else's place. */
  readonly isStale: boolean
}

/** The id of each message in its session: native, else what it says and how often that was said before. */
export function messageIds(tool: string, messages: readonly ImportedMessage[]): readonly string[] {
  const wordsOf = wordsCounter()
  return messages.map(({ nativeId, words, message }) =>
    nativeId === undefined ? `${tool}~${words ?? wordsOf(message)}` : `${tool}:${nativeId}`,
  )
}

/**
 * A session with what was read added to it: what is known already stays in its place, nothing is ever taken away, since
 * the tools forget and shorten what this memory keeps.
 *
 * @param before the session as it is; undefined when there is none yet
 * @param lastSaidAt when the last of it was said, milliseconds since the epoch, where `before` comes without its messages
 * @returns undefined when nothing is new, or there is nothing to make a session of
 */
export function mergeSession(
  before: SessionFile | undefined,
  read: ReadConversation,
  lastSaidAt?: number,
): MergedSession | undefined {
  const { tool, facts, messages } = read
  // A message may have been read twice, the second time with the branch it turned out to be on.
  const ids = messageIds(tool, messages)
  const latest = new Map(ids.map((id, i) => [id, messages[i]]))
  const history: StoredMessage[] = [...(before?.chat_history ?? [])]
  const places = new Map(history.map(({ id }, i) => [id, i]))
  const isStale = isOlder(lastSaidAt ?? lastSaidOf(history), read)
  const told = read.hasTwoStores === true ? toldElsewhere(tool, history, messages, ids) : undefined
  let newMessages = 0
  let isChanged = false
  let lastAt = lastTime(history)
  for (const [id, imported] of latest) {
    if (imported === undefined || told?.has(id) === true) continue
    lastAt = imported.at ?? lastAt
    // A later state does not show what only an earlier one has.
    const stored = storedMessage(isStale ? { ...imported, branch: 'abandoned' } : imported, id, lastAt)
    const place = places.get(id)
    if (place === undefined) {
      places.set(id, history.length)
      history.push(stored)
      newMessages++
    } else if (!isStale && !isSame(history[place], stored)) {
      history[place] = stored
      isChanged = true
    }
  }
  if (!history.some(({ meta, role }) => role !== 'system' && meta?.['thinking'] !== true)) return undefined
  const source = (isStale ? before?.source : undefined) ?? sourceOf(before?.source, read)
  const title = (isStale ? before?.title : undefined) ?? titleFor(before, read)
  const times = history.flatMap(({ created_at: at }) => (at === undefined ? [] : [at]))
  const ends = [times.reduce(earlier, times[0]), times.reduce(later, times[0])]
  const [
    first = isoOf(facts.startedAt),
    last = isoOf(facts.updatedAt ?? facts.startedAt) ?? isoOf(read.mtimeMs),
  ] = ends
  const created = before?.created_at ?? first
  const file: SessionFile = {
    ...before,
    version: 2,
    id: importedId(tool, facts.id),
    ...(title === '' ? {} : { title }),
    ...(created === undefined ? {} : { created_at: created }),
    ...(last === undefined ? {} : { updated_at: last }),
    messages: history.filter(({ state }) => state === undefined).length,
    machine: false,
    source,
    chat_history: history,
    other: before?.other ?? {},
  }
  const isKnown =
    before !== undefined &&
    newMessages === 0 &&
    !isChanged &&
    before.title === file.title &&
    JSON.stringify(before.source) === JSON.stringify(source)
  return isKnown ? undefined : { file, newMessages, isStale }
}

/** Whether a conversation was read as it was before the last that is known of it was said. */
function isOlder(lastSaidAt: number | undefined, { facts, messages }: ReadConversation): boolean {
  if (facts.isSnapshot !== true || lastSaidAt === undefined) return false
  return messages.reduce((latest, { at = 0 }) => Math.max(latest, at), facts.updatedAt ?? 0) < lastSaidAt
}

/** When the last message was said whose time is known; milliseconds since the epoch. */
function lastSaidOf(history: readonly StoredMessage[]): number | undefined {
  const last = history.reduce<string | undefined>(
    (latest, { created_at: at }) => (at === undefined ? latest : later(latest, at)),
    undefined,
  )
  return last === undefined ? undefined : Date.parse(last)
}

/** A message as a session keeps it. One without a time of its own gets that of the message before it as a guess. */
function storedMessage(
  { message, at, branch }: ImportedMessage,
  id: string,
  lastAt: number | undefined,
): StoredMessage {
  const guess = isoOf(lastAt)
  return {
    ...message,
    id,
    ...(at === undefined ? (guess === undefined ? {} : { said_at: guess }) : { created_at: isoOf(at) ?? '' }),
    ...(branch === 'active' ? {} : { state: 'rewound' }),
  }
}

function isSame(before: StoredMessage | undefined, now: StoredMessage): boolean {
  if (before === undefined) return false
  // A guess of the time may be another one when less is read.
  const { said_at: _before, ...known } = before
  const { said_at: _now, ...stored } = now
  return known.state === stored.state && known.created_at === stored.created_at && sameWords(known, stored)
}

function sameWords(a: Message, b: Message): boolean {
  return a.content === b.content && messageHash(a) === messageHash(b)
}

/** A person may have given it another title than the tool: that one stays. */
function titleFor(before: SessionFile | undefined, { facts, messages }: ReadConversation): string {
  const given = facts.title
  if (before === undefined) return given ?? titleOfMessages(messages)
  const isOurs =
    before.title === undefined ||
    before.source?.['title'] === before.title ||
    before.source?.['title'] === undefined
  return given !== undefined && isOurs ? given : (before.title ?? given ?? titleOfMessages(messages))
}

function sourceOf(
  before: RecordSource | undefined,
  { tool, facts, path, family }: ReadConversation,
): RecordSource {
  const { id, title, cwd, branch, model, parent, kind } = facts
  const now = { native_id: id, title, path, cwd, branch, model, parent, kind, family }
  const known = Object.fromEntries(
    Object.entries(now).filter(([, value]) => value !== undefined && value !== ''),
  )
  // Where it is read from first is where it came from: copies and archives are found under other paths.
  const place = before?.['path'] === undefined ? {} : { path: before['path'] }
  return { ...before, ...known, ...place, tool }
}

function lastTime(history: readonly StoredMessage[]): number | undefined {
  const last = history.at(-1)
  const at = Date.parse(last?.created_at ?? last?.said_at ?? '')
  return Number.isNaN(at) ? undefined : at
}

function isoOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(Math.round(ms)).toISOString()
}

const earlier = (a: string | undefined, b: string): string => (a === undefined || b < a ? b : a)
const later = (a: string | undefined, b: string): string => (a === undefined || b > a ? b : a)

import type { Entry } from '../conversation/entry-list.ts'
import type { ConversationFold } from '../conversation/fold.ts'
import { messageTime } from '../conversation/message-time.ts'
import type { Message } from '../conversation/message.ts'
import { parseTime } from '../conversation/parse-time.ts'
import { type Place, placeRecord } from '../conversation/record-places.ts'
import type { ConversationRecord, MessageLocation, RecordMessage } from '../conversation/record.ts'
import type { LoadedConversation } from './load-conversation.ts'
import { familyOf } from './open-live.ts'
import { SEED_PREFIX } from './seed-events.ts'
import { hasMachinePrefix } from './session-name.ts'

/**
 * The record of a session: everything ever said in it, from the whole transcript.
 *
 * @param loaded loaded with `whole`
 */
export function recordOf(loaded: LoadedConversation): ConversationRecord {
  const { session, fold, places, damage, id, locations } = loaded
  const { file, stat, name } = session
  const state = fold.state()
  const messages = recordMessages(fold, places, locations)
  const newest = messages.reduce((last, { at }) => Math.max(last, at ?? -Infinity), -Infinity)
  return {
    name,
    id,
    family: familyOf(loaded),
    title: state.title,
    machine: file.machine ?? hasMachinePrefix(name),
    private: state.settings.private ?? file.private ?? false,
    source: file.source,
    createdAt: parseTime(file.created_at) ?? messages[0]?.at ?? stat.mtimeMs,
    updatedAt: Number.isFinite(newest) ? newest : (parseTime(file.updated_at) ?? stat.mtimeMs),
    messages,
    damage,
  }
}

/** The messages of a record with their positions. */
function recordMessages(
  fold: ConversationFold,
  places: readonly Place[],
  locations: ReadonlyMap<Entry, MessageLocation>,
): RecordMessage[] {
  const toolNames = new Map<string, string>()
  const hasOriginals = fold.record.some((entry) => !isSummary(entry.message))
  return placeRecord(places, withoutMessages(fold.forkedFrom)).map((entry, position): RecordMessage => {
    if (entry === undefined) return missing(position)
    if (entry === 'forgotten') return { ...missing(position), forgotten: true }
    const { message, ref, turn } = entry
    for (const call of message.tool_calls ?? []) toolNames.set(call.id, call.name)
    // What a hand changed is said by no line.
    const location = entry.original === undefined ? locations.get(entry) : undefined
    const toolName = message.role === 'tool' ? toolNames.get(message.tool_call_id ?? '') : undefined
    return {
      position,
      message,
      state: entry.live ? 'live' : (entry.gone ?? 'compacted'),
      turn,
      ...timeOf(entry),
      // A summary another program put in is an original of its own unless what it sums up is here too.
      derived: entry.origin === 'insert' && isSummary(message) && hasOriginals,
      ...(toolName === undefined ? {} : { toolName }),
      ref,
      ...(location === undefined ? {} : { location }),
    }
  })
}

function missing(position: number): RecordMessage {
  const message = { role: 'system', content: '' }
  return { position, message, state: 'missing', turn: '', at: undefined, approximate: true, derived: false }
}

function timeOf({ message, at, ref }: Entry): Pick<RecordMessage, 'at' | 'approximate'> {
  const own = messageTime(message)
  if (own !== undefined) return { at: own, approximate: false }
  return { at: parseTime(at), approximate: ref[0].startsWith(SEED_PREFIX) || ref.length === 3 }
}

function isSummary(message: Message): boolean {
  return message.meta?.is_summary === true
}

/** Messages that a fork left out, as the keys {@link placeRecord} takes. */
function withoutMessages(forkedFrom: Readonly<Record<string, unknown>> | undefined): ReadonlySet<string> {
  const keys = new Set<string>()
  const ranges = forkedFrom?.['without_messages']
  if (!Array.isArray(ranges)) return keys
  for (const [w, from, to] of ranges as (readonly [string, number, number])[]) {
    for (let m = from; m <= Math.min(to, from + 1_000_000); m++) keys.add(`${w}:${m}`)
  }
  return keys
}

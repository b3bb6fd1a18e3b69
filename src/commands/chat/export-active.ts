import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { ChatCli, ExportedText, ExportFormat } from '../../chatcli.ts'
import { exportRecord } from '../../conversation/export-record.ts'
import { messageTime } from '../../conversation/message-time.ts'
import { parseTime } from '../../conversation/parse-time.ts'
import type { ConversationRecord, RecordMessage } from '../../conversation/record.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'
import { activeName } from './active-name.ts'

/**
 * Everything ever said in the conversation at hand, as text, also what the disk has refused so far; what is in the window
 * of one that no file has.
 *
 * @throws ChatCliError as `transcripts.export`
 */
export function exportActive(
  chatcli: ChatCli,
  conversation: ActiveConversation,
  format: ExportFormat,
): ExportedText {
  conversation.flush()
  const name = activeName(chatcli, conversation)
  const { live } = conversation
  const isWhole = live.status !== 'not-saved'
  if (name !== undefined && isWhole) return chatcli.transcripts.export(name, format)
  const isKept = name !== undefined && live.keepsTranscript
  const record = isKept ? withUnsaved(chatcli.sessions.record(name), live) : inMemory(conversation)
  return { text: exportRecord(record, format), entries: record.messages.length, source: 'live history' }
}

function withUnsaved(record: ConversationRecord, live: LiveConversation): ConversationRecord {
  const saved = new Set(record.messages.map(({ ref }) => String(ref)))
  const unsaved = live.entries.filter(({ ref, origin }) => origin === 'message' && !saved.has(String(ref)))
  const messages = unsaved.map(({ message, at, turn, live: isLive, gone }, i): RecordMessage => {
    const time = messageTime(message) ?? parseTime(at)
    return {
      position: record.messages.length + i,
      message,
      state: isLive ? 'live' : (gone ?? 'compacted'),
      turn,
      at: time,
      approximate: time === undefined,
      derived: false,
    }
  })
  return { ...record, messages: [...record.messages, ...messages] }
}

function inMemory({ live, name, messages }: ActiveConversation): ConversationRecord {
  const { title, settings } = live.state()
  const times = messages.flatMap((message) => messageTime(message) ?? [])
  return {
    name: name ?? '',
    id: live.id,
    family: live.id,
    title,
    machine: false,
    private: settings.private === true,
    source: undefined,
    createdAt: times[0] ?? 0,
    updatedAt: times.at(-1) ?? 0,
    damage: [],
    messages: messages.map((message, position) => {
      const at = messageTime(message)
      return { position, message, state: 'live', turn: '', at, approximate: at === undefined, derived: false }
    }),
  }
}

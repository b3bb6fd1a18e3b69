import type { ActiveConversation } from '../../agent/active-conversation.ts'
import type { ChatCli, ExportedText, ExportFormat } from '../../chatcli.ts'
import { exportRecord } from '../../conversation/export-record.ts'
import { messageTime } from '../../conversation/message-time.ts'
import type { ConversationRecord } from '../../conversation/record.ts'
import { activeName } from './active-name.ts'

/**
 * Everything ever said in the conversation at hand, as text; what is in the window of one that no file has.
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
  if (name !== undefined) return chatcli.transcripts.export(name, format)
  const record = inMemory(conversation)
  return { text: exportRecord(record, format), entries: record.messages.length, source: 'live history' }
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

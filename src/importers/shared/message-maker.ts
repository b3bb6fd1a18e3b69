import type { Message, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { importedMessage, type MessageOrigin } from './imported-message.ts'

/** @param part what the message is of its entry, if that gives more than one: it ends the native id */
export type MakeMessage = (message: Message, sort: ImportedMessage['sort'], part?: string) => ImportedMessage

/** Makes the messages of one entry of a foreign file, which share its id, its time and its branch. */
export function messageMaker(origin: MessageOrigin): MakeMessage {
  return (message, sort, part = '') => {
    const nativeId = origin.nativeId && `${origin.nativeId}${part}`
    return importedMessage({ ...origin, nativeId }, message, sort)
  }
}

/** What a model thought; nothing when it is blank. */
export function thinkingMessage(make: MakeMessage, content: string): readonly ImportedMessage[] {
  if (content.trim() === '') return []
  const message = { role: 'assistant', content, meta: { thinking: true } }
  return [make(message, 'thinking', ':thinking')]
}

/** What a model asked for; nothing when it asked for nothing. */
export function callsMessage(make: MakeMessage, calls: readonly ToolCall[]): readonly ImportedMessage[] {
  if (calls.length === 0) return []
  return [make({ role: 'assistant', content: '', tool_calls: calls }, 'tool-call', ':calls')]
}

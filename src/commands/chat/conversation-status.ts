import type { SlashContext } from './slash-context.ts'

/** How the conversation stands, in lines: what it is bound to, its transcript, and what should worry somebody. */
export function conversationStatus({ chat, text }: Pick<SlashContext, 'chat' | 'text'>): readonly string[] {
  const { name, origin, messages, live } = chat.conversation
  const count = messages.length
  const bound = name === undefined ? undefined : text.chat.statusBound(name, count)
  const beside = origin === undefined ? text.chat.statusFree(count) : text.chat.statusBeside(origin, count)
  return [
    bound ?? beside,
    text.chat.statusTranscript(live.transcriptId),
    ...(live.status === 'not-saved' ? [text.chat.statusNotSaved] : []),
    ...(live.state().settings.private === true ? [text.chat.statusPrivate] : []),
  ]
}

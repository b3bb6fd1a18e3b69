import type { SlashContext, SlashResult } from './slash-context.ts'

/**
 * `/compact [what to keep]`: a summary stands for all but the newest messages.
 *
 * @param instruction as the person typed it
 * @throws ChatCliError as `Chat.compact`; then nothing has changed
 */
export async function compactSlash(
  { chat, text, signal = new AbortController().signal }: SlashContext,
  instruction: string,
): Promise<SlashResult> {
  const { rewrite, before, after } = await chat.compact(instruction.trim() || undefined, signal)
  const { compact } = text.chat
  if (rewrite === undefined) return { lines: [compact.nothing] }
  const messages = rewrite.before - rewrite.after + 1
  return { lines: [compact.done(messages, before, after), compact.undo] }
}

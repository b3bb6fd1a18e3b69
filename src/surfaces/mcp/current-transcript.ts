import type { ToolCall } from './mcp-tool.ts'

/** The transcript of the conversation a client is in: a search in it would find the question itself. */
export async function currentTranscript(
  conversation: string | undefined,
  { conversations, principal }: ToolCall,
): Promise<string | undefined> {
  if (conversation === undefined) return undefined
  const served = await conversations.find(conversation, principal)
  return served?.chat.conversation.live.transcriptId
}

import type { ContentBlock, StopReason } from '@agentclientprotocol/sdk/unstable'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import type { AcpSession } from './acp-session.ts'
import { promptWords } from './prompt-words.ts'
import { rpcRefusal } from './rpc-error.ts'
import { sayTurn } from './say-turn.ts'
import { commandIn, runCommand } from './slash-in-session.ts'

/**
 * Answers what the person says in a session: a command, a mode to go to, or something that is said in the conversation.
 *
 * @throws RequestError for a prompt that says nothing
 */
export async function answerPrompt(
  session: AcpSession,
  served: ServedConversation,
  blocks: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<StopReason> {
  const { text } = session.world.context
  const words = promptWords(blocks, text)
  if (words === '') throw rpcRefusal(-32602, text.acp.nothingSaid)
  return session.during(served, signal, async () => {
    const command = commandIn(words)
    if (command === undefined) return sayTurn(session, served, words, signal)
    if (command.kind === 'command') return runCommand(session, served, words, signal)
    await session.setMode(served, command.mode)
    if (command.rest !== '') return sayTurn(session, served, command.rest, signal)
    session.say(text.chat.modeIs(command.mode))
    return 'end_turn'
  })
}

import type { ActiveConversation } from '../../agent/active-conversation.ts'
import { answerIds } from '../../agent/answer-ids.ts'
import { sayInTurn } from '../../agent/say-in-turn.ts'
import type { ToolArguments } from '../../agent/tool.ts'
import type { TurnEvent, TurnOutcome } from '../../agent/turn.ts'
import { totalUsage } from '../../agent/usage-total.ts'
import type { Message } from '../../conversation/message.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { ToolAnswer } from '../session-tool.ts'
import { fenceRecalled } from '../../agent/fence-recalled.ts'

export interface MemoryOutcome extends TurnOutcome {
  /** Nothing was found. */
  readonly isEmpty: boolean
}

export interface SayToMemoryOptions {
  readonly conversation: ActiveConversation
  /** Asks the memory, as a model would. */
  readonly recall: (args: ToolArguments) => ToolAnswer
  /** Random letters and digits. */
  readonly newMark: () => string
  readonly text: Catalogue
  readonly onEvent: (event: TurnEvent) => void
}

/** An answer should fit on a screen. */
const shown = { sessions: 4, limit: 2 }

/**
 * A turn without a model: what was said is kept, and the best passages of past conversations are the answer. It is kept
 * as what a model would have done, a call of the memory and its result, so that a later search knows it for an echo.
 *
 * @throws ChatCliError what {@link ActiveConversation.beginTurn} throws
 */
export function sayToMemory(said: Message, options: SayToMemoryOptions): MemoryOutcome {
  const { conversation, recall, newMark, text, onEvent } = options
  conversation.beginTurn()
  const { live } = conversation
  const turn = live.newTurn()
  const say = sayInTurn(live, turn, onEvent)
  for (const notice of conversation.takeNotices()) onEvent({ kind: 'notice', notice })
  say([{ ...said, meta: { mode: 'chat', recall: true } }], false)
  conversation.introduce()
  const ids = answerIds(turn, 1)
  onEvent({ kind: 'answering', turn, ...ids })
  const args = { cmd: 'search', args: { query: said.content, ...shown } }
  const id = `memory-${turn}`
  const found = recall(args)
  const isFound = !found.isError && found.problem === undefined
  const answer = isFound ? `${text.chat.fromMemory}\n\n${found.text}` : text.chat.nothingInMemory
  const kept = isFound ? fenceRecalled(found.text, newMark()) : found.text
  say(
    [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id, name: 'session', arguments: args }],
        meta: { mode: 'chat' },
      },
      { role: 'tool', content: kept, id: ids.id, tool_call_id: id },
    ],
    true,
  )
  onEvent({ kind: 'found', text: answer })
  conversation.completeTurn({ turn, mode: 'chat', end: 'done' })
  for (const notice of conversation.takeNotices()) onEvent({ kind: 'notice', notice })
  return { end: 'done', text: answer, usage: totalUsage([]), error: undefined, isEmpty: !isFound }
}

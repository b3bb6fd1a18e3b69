import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { TurnEvent } from '../../../agent/turn.ts'
import type { ServedConversation } from '../../../commands/serving/served-conversation.ts'
import { ChatCliError } from '../../../errors.ts'
import type { AskingTurn } from '../asking-turns.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { conversationHandle, servedOrNew, statusFields, statusJson } from '../served-for.ts'

const input = z.object({
  message: z.string().min(1).describe('What to say'),
  conversation: conversationHandle,
  mode: z
    .enum(['chat', 'agent', 'coder'])
    .optional()
    .describe('What the model may do; kept for the conversation'),
  provider: z.string().optional(),
  model: z.string().optional(),
})
const output = z.object({
  ...statusFields,
  answer: z.string(),
  end: z.string().describe('done, or length when the answer was cut by its limit'),
  model: z.string().nullable(),
  steps: z.int().describe('Tools that the model used'),
})

type Asked = z.output<typeof input>

/** A whole turn with the model that the person has set up. */
export const chat: McpTool = defineTool({
  name: 'chat',
  title: 'Ask the configured model',
  kind: 'write',
  isOpen: true,
  isThere: ({ hasModel }) => hasModel,
  about:
    'Says something to the model that this person has set up, which has this memory at its hands, and gives its answer. The turn is remembered in your conversation.',
  input,
  output,
  run: talk,
})

async function talk(asked: Asked, call: ToolCall): Promise<ToolAnswer | InputRequiredResult> {
  const { turns } = call
  if (turns.isAnswer(call)) return turns.goOn('chat', call)
  const served = await servedOrNew(asked.conversation, call)
  const work = (turn: AskingTurn): Promise<ToolAnswer> =>
    takeTurn(asked, served, { ...turn, world: call.world })
  return turns.begin('chat', { conversation: served.id, work }, call)
}

async function takeTurn(
  { message, mode, provider, model }: Asked,
  served: ServedConversation,
  { world, signal, ask, progress }: AskingTurn & Pick<ToolCall, 'world'>,
): Promise<ToolAnswer> {
  if (mode !== undefined) await served.setMode(mode)
  const isOther = provider !== undefined || model !== undefined
  if (isOther) {
    await served.useModel({
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
    })
  }
  let steps = 0
  const said = await served.say(message, {
    signal,
    ask,
    onEvent(event: TurnEvent) {
      if (event.kind === 'text') progress().tell(event.text)
      if (event.kind === 'tool-start') progress().tell(world.text.mcp.usesTool(event.call.name))
      if (event.kind === 'answered') progress().flush()
      if (event.kind === 'tool-end') steps++
    },
  })
  if (said.error !== undefined) throw said.error
  const { mcp } = world.text
  if (served.chat.conversation.live.status === 'not-saved') {
    throw new ChatCliError('storage', mcp.notSaved, { hint: mcp.notSavedHint(served.id) })
  }
  return {
    result: {
      ...statusJson(served.status()),
      answer: said.text,
      end: said.end,
      model: served.chat.model?.id ?? null,
      steps,
    },
  }
}

import { inputRequired, inputResponse, type InputRequiredResult } from '@modelcontextprotocol/server'
import { ChatCliError } from '../../errors.ts'
import type { ToolCall } from './mcp-tool.ts'

/** What is to be agreed to. */
export interface Question {
  /** The tool that asks. */
  readonly tool: string
  readonly question: string
  /** The argument with which a client that cannot ask says that its person agreed. */
  readonly confirm: boolean | undefined
}

/**
 * Asks the person before something is destroyed: through the client where it can ask, else by an argument.
 *
 * @returns what the client is to ask; undefined when the person agreed
 * @throws ChatCliError `refused` when they did not, or nobody can tell; ProtocolError for an answer to another question
 */
export async function askFirst(
  { request, canAsk, world, values, confirmations }: ToolCall,
  { tool, question, confirm }: Question,
): Promise<InputRequiredResult | undefined> {
  const { text, settings } = world
  if (!canAsk || !settings.mcpElicitation) {
    if (confirm === true) return undefined
    throw new ChatCliError('refused', question, { hint: text.mcp.confirmHint })
  }
  const answer = inputResponse(request.mcpReq.inputResponses, 'confirm')
  if (answer.kind !== 'elicit') {
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({
          message: question,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: text.mcp.confirmTitle } },
            required: ['confirm'],
          },
        }),
      },
      requestState: await confirmations.begin(tool, values, request),
    })
  }
  confirmations.take(tool, values, request)
  if (answer.action === 'accept' && answer.content?.['confirm'] === true) return undefined
  throw new ChatCliError('refused', text.mcp.declined, { hint: '' })
}

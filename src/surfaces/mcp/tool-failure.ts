import type { CallToolResult } from '@modelcontextprotocol/server'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { maskSecrets } from '../../text/secrets/mask-secrets.ts'

/**
 * An error as a tool answers it: its code, what happened, and what to do about it; never a stack.
 *
 * @param hint in the place of the error's own
 */
export function toolFailure(error: unknown, text: Catalogue, hint?: string): CallToolResult {
  const told = error instanceof ChatCliError ? error : new ChatCliError('refused', text.mcp.broken)
  const advice = hint ?? told.hint ?? text.hints[told.code]
  const json = {
    error: {
      code: error instanceof ChatCliError ? told.code : 'internal',
      message: maskSecrets(text.fromStore(told.message)).text,
      hint: advice === '' ? null : maskSecrets(text.fromStore(advice)).text,
    },
  }
  return { content: [{ type: 'text', text: JSON.stringify(json) }], isError: true }
}

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ChatCliError } from '../../errors.ts'
import type { McpWorld } from './mcp-world.ts'

/**
 * Does what has no `isError` of its own. What goes wrong is an error of the protocol, with code and hint in its data.
 *
 * @throws ProtocolError
 */
export async function answered<T>({ text }: McpWorld, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    if (!(error instanceof ChatCliError))
      throw new ProtocolError(ProtocolErrorCode.InternalError, text.mcp.broken)
    const isAsked = ['usage', 'not-found', 'invalid-name', 'refused'].includes(error.code)
    const code = isAsked ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    const hint = text.fromStore(error.hint ?? text.hints[error.code])
    throw new ProtocolError(code, text.fromStore(error.message), { code: error.code, hint })
  }
}

import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { ChatCliError, type ErrorCode } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** JSON-RPC codes; what is not here is an internal error. -32002 is the protocol's own for what is not there. */
const codes: Partial<Readonly<Record<ErrorCode, number>>> = {
  usage: -32602,
  'invalid-name': -32602,
  'not-found': -32002,
  'no-match': -32002,
  exists: -32600,
  conflict: -32600,
  locked: -32600,
  refused: -32600,
  interrupted: -32800,
}

/** Something that a client got wrong. */
export function rpcRefusal(code: -32600 | -32602 | -32002, message: string): RequestError {
  return new RequestError(code, message)
}

/** What went wrong as the protocol has it: the sentence, and in `data` our own code and what can be done about it. */
export function rpcError(error: unknown, text: Catalogue): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof ChatCliError) {
    const { code, hint } = error
    const data = { code, ...(hint === undefined ? {} : { hint: sanitiseLine(text.fromStore(hint)) }) }
    return new RequestError(codes[code] ?? -32603, sanitiseLine(text.fromStore(error.message)), data)
  }
  return new RequestError(-32603, error instanceof Error ? error.message : String(error))
}

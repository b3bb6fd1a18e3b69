import { createHash } from 'node:crypto'
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { JsonObject } from '../../commands/command.ts'
import type { McpWorld } from './mcp-world.ts'

/** What is carried through the client while its person is asked; signed, since a client can change it. */
interface Pending {
  readonly tool: string
  /** Of the arguments. */
  readonly digest: string
  readonly once: string
}

/** Seconds that a person has to answer. */
const holds = 600

/** Binds what a person agreed to: to who asked, the tool, its arguments, a time, and one use. */
export class Confirmations {
  readonly #codec: RequestStateCodec<Pending>
  readonly #randomHex: McpWorld['randomHex']
  readonly #now: McpWorld['now']
  /** Those that were used, with the time until which they would hold. */
  readonly #used = new Map<string, number>()

  constructor({ randomHex, now, principal }: Pick<McpWorld, 'randomHex' | 'now' | 'principal'>) {
    this.#randomHex = randomHex
    this.#now = now
    this.#codec = createRequestStateCodec<Pending>({
      key: randomHex(64),
      ttlSeconds: holds,
      bind: ({ http }) => principal(http?.authInfo),
    })
  }

  /** For the server: checks what a client hands back. @throws Error when it is not what was handed out */
  verify(state: string, context: ServerContext): Promise<unknown> {
    return this.#codec.verify(state, context)
  }

  /** What a client hands back with the answer of its person. */
  begin(tool: string, values: JsonObject, context: ServerContext): Promise<string> {
    return this.#codec.mint({ tool, digest: digestOf(values), once: this.#randomHex(32) }, context)
  }

  /** Takes what was handed back. @throws ProtocolError `-32602` when it was for something else, or was used before */
  take(tool: string, values: JsonObject, { mcpReq }: ServerContext): void {
    const pending = mcpReq.requestState<Pending>()
    const isOurs = pending?.tool === tool && pending.digest === digestOf(values)
    if (!isOurs || this.#used.has(pending.once)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
        reason: 'invalid_request_state',
      })
    }
    const now = this.#now()
    for (const [once, until] of this.#used) if (until < now) this.#used.delete(once)
    this.#used.set(pending.once, now + holds * 1000)
  }
}

function digestOf(values: JsonObject): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

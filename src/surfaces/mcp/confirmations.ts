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
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** Milliseconds that a person has to agree to what destroys; what came of a turn is there so much longer than its question. */
export const stateGraceMs = 600_000

/** Binds what a person agreed to: to who asked, the tool, its arguments, a time, and one use. */
export class Confirmations {
  readonly #codec: RequestStateCodec<Pending>
  readonly #randomHex: McpWorld['randomHex']
  readonly #now: McpWorld['now']
  readonly #turnMs: number
  /** Those that were used, with the time until which they would hold. */
  readonly #used = new Map<string, number>()

  constructor({
    randomHex,
    now,
    principal,
    settings,
  }: Pick<McpWorld, 'randomHex' | 'now' | 'principal' | 'settings'>) {
    this.#randomHex = randomHex
    this.#now = now
    this.#turnMs = settings.mcpPermissionMs + stateGraceMs
    this.#codec = createRequestStateCodec<Pending>({
      key: randomHex(64),
      ttlSeconds: Math.ceil(this.#turnMs / 1000),
      bind: ({ http }) => principal(http?.authInfo),
    })
  }

  /** For the server: checks what a client hands back. @throws Error when it is not what was handed out */
  verify(state: string, context: ServerContext): Promise<unknown> {
    return this.#codec.verify(state, context)
  }

  /**
   * What a client hands back with the answer of its person.
   *
   * @param turn names the turn that waits for the answer, where one does
   */
  begin(tool: string, values: JsonObject, context: ServerContext, turn?: string): Promise<string> {
    const once = turn ?? this.#randomHex(32)
    const until = this.#now() + (turn === undefined ? stateGraceMs : this.#turnMs)
    return this.#codec.mint({ tool, digest: digestOf(values), once, until }, context)
  }

  /**
   * Takes what was handed back.
   *
   * @returns the turn it was handed out for, if there is one
   * @throws ProtocolError `-32602` when it was for something else, is too late, or was used before
   */
  take(tool: string, values: JsonObject, { mcpReq }: ServerContext): string {
    const pending = mcpReq.requestState<Pending>()
    const now = this.#now()
    const isOurs = pending?.tool === tool && pending.digest === digestOf(values)
    if (!isOurs || pending.until < now || this.#used.has(pending.once)) throw staleState()
    for (const [once, until] of this.#used) if (until < now) this.#used.delete(once)
    this.#used.set(pending.once, pending.until)
    return pending.once
  }
}

/** What was handed back is not what was handed out, or not any more. */
export function staleState(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  })
}

function digestOf(values: JsonObject): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

import {
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { AskPerson } from '../../agent/permissions.ts'
import type { PermissionAnswer, PermissionRequest } from '../../agent/tool.ts'
import type { JsonObject } from '../../commands/command.ts'
import { type Confirmations, stateGraceMs, staleState } from './confirmations.ts'
import type { McpWorld } from './mcp-world.ts'
import { permissionForm, permissionFrom } from './permission-form.ts'
import { type Progress, progressOf } from './progress-of.ts'

/** A call of a client, as in `ToolCall`. */
export interface AskingCall {
  readonly request: ServerContext
  readonly values: JsonObject
  readonly principal: string
  readonly canAsk: boolean
}

/** What a turn has of the call that waits for it. */
export interface AskingTurn {
  /** The client does not want it any more, or the server ends. */
  readonly signal: AbortSignal
  /** Undefined where nobody can be asked. */
  readonly ask: AskPerson | undefined
  /** Of the call that waits for it now. */
  readonly progress: () => Progress
}

export interface NewTurn<Answer> {
  /** The handle of the conversation it is in. */
  readonly conversation: string
  readonly work: (turn: AskingTurn) => Promise<Answer>
}

interface Question {
  readonly request: PermissionRequest
  readonly answer: (given: PermissionAnswer) => void
  /** Nobody answers. */
  readonly drop: () => void
}

interface Turn {
  readonly conversation: string
  readonly principal: string
  readonly stop: AbortController
  progress: Progress
  question: Question | undefined
  /** Settled as soon as there is a question. */
  asked: Promise<void>
  wake: () => void
  /** Nobody answered once: nobody is asked any more. */
  isAlone: boolean
  /** Milliseconds since the epoch from which on nobody comes for it. */
  until: number
}

interface RunningTurn<Answer> extends Turn {
  readonly done: Promise<Answer>
}

type Own = Pick<McpWorld, 'now' | 'settings' | 'text' | 'randomHex' | 'after' | 'leaving'>

/** Turns that wait for their person at once; the others go on as if nobody answered. */
const mostWaiting = 64
const input = 'permission'

/**
 * Turns with a model in which the person can be asked something. A client of an older revision is asked while its call
 * runs. One of the newest gets the question as the answer to its call; the turn waits for the call that brings what the
 * person said.
 */
export class AskingTurns<Answer> {
  readonly #world: Own
  readonly #confirmations: Confirmations
  /** By the word that comes back with the answer. */
  readonly #waiting = new Map<string, RunningTurn<Answer>>()

  constructor(world: Own, confirmations: Confirmations) {
    this.#world = world
    this.#confirmations = confirmations
    const end = (): void => this.#waiting.forEach(({ stop }) => stop.abort())
    world.leaving.addEventListener('abort', end, { once: true })
  }

  /** Whether a call goes on with a turn that asked. */
  isAnswer({ request: { mcpReq } }: AskingCall): boolean {
    return mcpReq.requestState() !== undefined || mcpReq.inputResponses !== undefined
  }

  /** Goes on with it. @throws ProtocolError `-32602` when this call asked nothing, or nobody waits for its answer */
  goOn(tool: string, call: AskingCall): Promise<Answer | InputRequiredResult> {
    const word = this.#confirmations.take(tool, call.values, call.request)
    const turn = this.#waiting.get(word)
    if (turn === undefined) throw staleState()
    this.#waiting.delete(word)
    turn.progress = progressOf(call.request)
    const given = inputResponse(call.request.mcpReq.inputResponses, input)
    turn.question?.answer(given.kind === 'elicit' ? permissionFrom(given) : 'not-now')
    return this.#follow(tool, turn, call)
  }

  /**
   * Takes a turn. Whoever says something in a conversation that waits for an answer has not given it: then that is "not
   * now".
   */
  begin(
    tool: string,
    { conversation, work }: NewTurn<Answer>,
    call: AskingCall,
  ): Promise<Answer | InputRequiredResult> {
    this.#sweep(conversation, call.principal)
    const turn: Turn = {
      conversation,
      principal: call.principal,
      stop: new AbortController(),
      progress: progressOf(call.request),
      ...unasked(),
      isAlone: false,
      until: Infinity,
    }
    const ask = this.#askFor(turn, call)
    const done = work({ signal: turn.stop.signal, ask, progress: () => turn.progress })
    // It may fail while nobody waits for it.
    done.catch(() => undefined)
    return this.#follow(tool, Object.assign(turn, { done }), call)
  }

  /** Until it is over, or the person is to be asked. */
  async #follow(
    tool: string,
    turn: RunningTurn<Answer>,
    call: AskingCall,
  ): Promise<Answer | InputRequiredResult> {
    const { signal } = call.request.mcpReq
    const stop = (): void => turn.stop.abort()
    if (signal.aborted || this.#world.leaving.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    try {
      await Promise.race([turn.done, turn.asked])
      const { question } = turn
      if (question === undefined) return await turn.done
      const word = this.#world.randomHex(32)
      const requestState = await this.#confirmations.begin(tool, call.values, call.request, word)
      this.#waiting.set(word, turn)
      const form = permissionForm(question.request, this.#world)
      return inputRequired({ inputRequests: { [input]: inputRequired.elicit(form) }, requestState })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #askFor(turn: Turn, { canAsk, request }: AskingCall): AskPerson | undefined {
    if (!canAsk || !this.#world.settings.mcpElicitation) return undefined
    const isModern = request.mcpReq.envelope !== undefined
    let last: Promise<unknown> = Promise.resolve()
    return (asked) => {
      const next = last.then(() => {
        if (turn.isAlone || turn.stop.signal.aborted) return 'not-now'
        return isModern ? this.#askLater(turn, asked) : this.#askNow(turn, asked, request)
      })
      // One question at a time.
      last = next
      return next
    }
  }

  async #askNow(turn: Turn, asked: PermissionRequest, { mcpReq }: ServerContext): Promise<PermissionAnswer> {
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- the only way in which older revisions ask
      const given = await mcpReq.elicitInput(permissionForm(asked, this.#world), {
        timeout: this.#world.settings.mcpPermissionMs,
        signal: turn.stop.signal,
      })
      return permissionFrom(given)
    } catch {
      turn.isAlone = true
      return 'not-now'
    }
  }

  #askLater(turn: Turn, request: PermissionRequest): Promise<PermissionAnswer> {
    if (this.#waiting.size >= mostWaiting) return Promise.resolve('not-now')
    const { now, after, settings } = this.#world
    return new Promise((resolve) => {
      const answer = (given: PermissionAnswer): void => {
        stopTimer()
        turn.stop.signal.removeEventListener('abort', drop)
        Object.assign(turn, unasked())
        resolve(given)
      }
      const drop = (): void => {
        turn.isAlone = true
        turn.until = now() + stateGraceMs
        answer('not-now')
      }
      const stopTimer = after(drop, settings.mcpPermissionMs)
      turn.stop.signal.addEventListener('abort', drop, { once: true })
      turn.question = { request, answer, drop }
      turn.wake()
    })
  }

  #sweep(conversation: string, principal: string): void {
    for (const [word, turn] of this.#waiting) {
      if (turn.conversation === conversation && turn.principal === principal) turn.question?.drop()
      if (turn.until < this.#world.now()) this.#waiting.delete(word)
    }
  }
}

function unasked(): Pick<Turn, 'question' | 'asked' | 'wake'> {
  let wake = (): void => undefined
  const asked = new Promise<void>((resolve) => (wake = resolve))
  return { question: undefined, asked, wake }
}

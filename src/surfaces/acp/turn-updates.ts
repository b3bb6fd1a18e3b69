import type { SessionUpdate, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable'
import type { PermissionRequest, ToolResult } from '../../agent/tool.ts'
import type { TurnEvent } from '../../agent/turn.ts'
import { noticeLine } from '../../commands/chat/notice-line.ts'
import { unfenceRecalled } from '../../commands/chat/unfence-recalled.ts'
import type { ToolCall } from '../../conversation/message.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { maskSecrets } from '../../text/secrets/mask-secrets.ts'
import type { CallIds } from './call-ids.ts'
import { planOf, toolCallShape, type ToolCallShape } from './tool-call-shape.ts'

export interface TurnUpdatesOptions {
  /** Absolute. */
  readonly cwd: string
  readonly text: Catalogue
  readonly ids: CallIds
  /** Mask secrets in what comes out of the memory. */
  readonly mask: boolean
  readonly send: (update: SessionUpdate) => void
  /** What a file of the project says at this moment; undefined when it is no text, or not there. */
  readonly textOfFile: (path: string) => string | undefined
  /** Something may have come from another surface. @param turn the one that is at hand, once it has begun */
  readonly onCaughtUp: (turn: string | undefined) => void
}

/** A call of the turn that is at hand. */
interface OpenCall {
  readonly id: string
  readonly call: ToolCall
  readonly shape: ToolCallShape
  state: 'waiting' | 'asked' | 'running'
}

/** What these answer comes out of the memory, where it is not known what it holds. */
const fromMemory = ['session', 'recall', 'knowledge', 'trajectory']

/** Tells an editor a turn while it happens. */
export class TurnUpdates {
  readonly #options: TurnUpdatesOptions
  #open: OpenCall[] = []
  #answer: Extract<TurnEvent, { readonly kind: 'answering' }> | undefined

  constructor(options: TurnUpdatesOptions) {
    this.#options = options
  }

  /** The turn that is at hand; undefined while nothing was said in it. */
  get turn(): string | undefined {
    return this.#answer?.turn
  }

  /** To be passed on as `onEvent`. */
  readonly take = (event: TurnEvent): void => {
    const { text } = this.#options
    const { notices } = text.chat
    switch (event.kind) {
      case 'answering':
        if (this.turn === undefined) this.#options.onCaughtUp(event.turn)
        this.#answer = event
        break
      case 'text':
        this.#say(event.text, this.#answer?.id)
        break
      case 'found':
        this.#say(this.#recalled(event.text), this.#answer?.id)
        break
      case 'thinking':
        this.#think(event.text, this.#answer?.thoughtId)
        break
      case 'supplement':
        this.#think(`${sanitiseLine(event.line)}\n\n`)
        break
      case 'supplement-failed':
        this.#note(notices.supplementFailed(text.fromStore(event.reason)))
        break
      case 'retry': {
        const seconds = (event.waitMs / 1000).toFixed(1)
        this.#think(`${notices.retry(event.attempt, event.of, seconds, text.fromStore(event.reason))}\n\n`)
        break
      }
      case 'notice':
        this.#note(noticeLine(event.notice, text))
        if (event.notice.kind === 'caught-up') this.#options.onCaughtUp(this.turn)
        break
      case 'not-saved':
        this.#note(notices.notSaved(text.fromStore(event.error.message)))
        break
      case 'saved-again':
        this.#note(notices.savedAgain)
        break
      case 'compacted':
        this.#note(
          notices.compacted(event.before, event.after, event.reason === 'overflow', event.isRecorded),
        )
        break
      case 'answered':
        for (const call of event.message.tool_calls ?? []) this.#begin(call)
        break
      case 'tool-start':
        this.#start(event.call)
        break
      case 'tool-end':
        this.#end(event.call, event.result)
        break
    }
  }

  /** A line that is neither the answer nor a thought: something that happened. */
  #note(line: string): void {
    this.#say(`${sanitiseLine(line)}\n\n`)
  }

  /** The call that a question is about, as the editor knows it; undefined when it is about none. */
  asked({ tool }: PermissionRequest): ToolCallUpdate | undefined {
    const found = this.#open.find(({ state, call }) => {
      const name = call.name.replace(/^@/, '')
      return state === 'waiting' && (name === tool || (tool === 'write' && name === 'edit'))
    })
    if (found === undefined) return undefined
    found.state = 'asked'
    const { id, shape } = found
    return { toolCallId: id, ...shape, status: 'pending' }
  }

  #begin(call: ToolCall): void {
    const { ids, cwd, textOfFile, send } = this.#options
    const entries = planOf(call)
    if (entries !== undefined) {
      send({ sessionUpdate: 'plan', entries })
      return
    }
    const first = toolCallShape(call, cwd)
    // What it replaces can be seen now, and not any more when it has run.
    const path = first.content.some((part) => part.type === 'diff' && part.oldText === undefined)
      ? first.locations[0]?.path
      : undefined
    const before = path === undefined ? undefined : textOfFile(path)
    const shape = before === undefined ? first : toolCallShape(call, cwd, before)
    const id = ids.begin(call.id)
    this.#open.push({ id, call, shape, state: 'waiting' })
    send({ sessionUpdate: 'tool_call', toolCallId: id, ...shape, status: 'pending' })
  }

  #start(call: ToolCall): void {
    const open = this.#open.find((each) => each.call === call)
    if (open === undefined) return
    open.state = 'running'
    this.#options.send({ sessionUpdate: 'tool_call_update', toolCallId: open.id, status: 'in_progress' })
  }

  #end(call: ToolCall, { text, isError }: ToolResult): void {
    const open = this.#open.find((each) => each.call === call)
    if (open === undefined) return
    this.#open = this.#open.filter((each) => each !== open)
    const isRecalled = fromMemory.includes(call.name.replace(/^@/, ''))
    const plain = unfenceRecalled(text)
    const shown = isRecalled ? this.#recalled(plain) : plain
    const content: ToolCallContent[] = [
      ...(isError ? [] : open.shape.content),
      { type: 'content', content: { type: 'text', text: shown } },
    ]
    const status = isError ? 'failed' : 'completed'
    this.#options.send({ sessionUpdate: 'tool_call_update', toolCallId: open.id, status, content })
  }

  /** What comes out of the memory. */
  #recalled(text: string): string {
    return this.#options.mask ? maskSecrets(text).text : text
  }

  /** @param messageId as the journal has it; undefined for what is not kept */
  #say(text: string, messageId?: string): void {
    this.#chunk('agent_message_chunk', text, messageId)
  }

  #think(text: string, messageId?: string): void {
    this.#chunk('agent_thought_chunk', text, messageId)
  }

  #chunk(
    sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
    text: string,
    messageId: string | undefined,
  ): void {
    if (text === '') return
    const id = messageId === undefined ? {} : { messageId }
    this.#options.send({ sessionUpdate, ...id, content: { type: 'text', text } })
  }
}

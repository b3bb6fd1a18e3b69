import fc from 'fast-check'
import type { EventBody, LineRef, TranscriptEvent } from '../event.ts'
import { ConversationFold, ownId } from '../fold.ts'
import type { WindowMessage } from '../fold-state.ts'
import { messageHash } from '../message-hash.ts'
import type { Message } from '../message.ts'
import { refKey } from '../range-set.ts'
import { type Archiver, recallKeyOf } from './recall-marker.ts'

/** A writer of one process: it sees the lines it has folded and names its own lines. */
export class Writer {
  readonly fold: ConversationFold = new ConversationFold()
  readonly w: string
  #n = 0
  #m = 0
  #turn = 0

  constructor(w: string, lines: readonly TranscriptEvent[] = []) {
    this.w = w
    this.see(lines)
  }

  see(lines: readonly TranscriptEvent[]): void {
    for (const line of lines) this.fold.apply(line)
  }

  /** Makes a line and folds it. */
  line(body: EventBody): TranscriptEvent {
    const n = this.#n++
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
    const event = { v: 1, w: this.w, n, at, turn: this.turn, ...body }
    this.fold.apply(event)
    return event
  }

  get turn(): string {
    return `${this.w}${this.#turn}`
  }

  say(message: Message): TranscriptEvent {
    const id = ownId({ w: this.w, n: this.#n })
    return this.line({ kind: 'message', m: this.#m++, id, hash: messageHash(message), message })
  }

  endTurn(): TranscriptEvent {
    const end = this.line({ kind: 'mark', mark: 'turn-end' })
    this.#turn++
    return end
  }
}

/** What takes back a rewrite, as a surface would write it. */
export function plainUndo(ref: LineRef): EventBody {
  return { kind: 'rewrite', reason: 'undo', removes: [], undoes: ref, before: 0, after: 0, digest: '' }
}

/** The messages as a conversation: its lines, and its window. A turn ends before each message of a person. */
export function conversationOf(
  messages: readonly Message[],
  w = 'base',
): {
  readonly lines: readonly TranscriptEvent[]
  readonly window: readonly WindowMessage[]
  readonly writer: Writer
} {
  const writer = new Writer(w)
  const lines: TranscriptEvent[] = []
  for (const message of messages) {
    if (message.role === 'user' && lines.length > 0) lines.push(writer.endTurn())
    lines.push(writer.say(message))
  }
  lines.push(writer.endTurn())
  return { lines, window: writer.fold.window(), writer }
}

export function user(content: string, meta?: Message['meta']): Message {
  return { role: 'user', content, ...(meta === undefined ? {} : { meta }) }
}

export function answer(
  content: string,
  ...calls: readonly [id: string, name: string, args: unknown][]
): Message {
  const tool_calls = calls.map(([id, name, given]) => ({ id, name, arguments: given }))
  return { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls } : {}) }
}

export function result(id: string, content: string, meta?: Message['meta']): Message {
  return { role: 'tool', content, tool_call_id: id, ...(meta === undefined ? {} : { meta }) }
}

/** An archive in memory. */
export function memoryArchive(): { readonly archive: Archiver; readonly texts: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>()
  const archive: Archiver = (text) => {
    const key = recallKeyOf(text)
    texts.set(key, text)
    return key
  }
  return { archive, texts }
}

/** Characters that a careless cut splits: a family, a flag, a letter with two marks, a Hangul syllable of parts. */
const fragile: readonly string[] = ['👨‍👩‍👧‍👦', '🇧🇷', 'e\u0301\u0323', '각', '字', 'a', ' ', '\n', 'word ']

const text = (longest: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...fragile), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: longest }),
    )
    .map(([pieces, times]) => pieces.join('').repeat(times))

const mark = fc.constantFrom<Message['meta']>(undefined, undefined, undefined, undefined, {
  preserve_verbatim: true,
})

/** One step of an agent: an answer with calls, whose ids come again and again, and all results. */
const step: fc.Arbitrary<Message[]> = fc
  .array(fc.tuple(fc.constantFrom('read', 'command', 'recall'), fc.nat(2), text(300), mark), {
    minLength: 1,
    maxLength: 3,
  })
  .map((calls) => [
    answer(
      'Looking.',
      ...calls.map(([name, path], k): [string, string, unknown] => [`call_${k}`, name, { path: `f${path}` }]),
    ),
    ...calls.map(([, , content, meta], k) => result(`call_${k}`, content, meta)),
  ])

const exchange: fc.Arbitrary<Message[]> = fc
  .tuple(text(60), mark, fc.array(step, { maxLength: 4 }), text(120))
  .map(([asked, meta, steps, said]) => [
    user(asked, meta),
    ...steps.flat(),
    answer(`<think>hm\nhm</think>\n${said}`),
  ])

const odd: fc.Arbitrary<Message[]> = fc
  .tuple(fc.constantFrom('system', 'skill', 'feedback'), text(200))
  .map(([kind, content]): Message[] => {
    if (kind === 'system') return [{ role: 'system', content }]
    if (kind === 'skill') return [user(content, { skill_names: 'deploy' })]
    return [answer('<tool_call name="x"/>'), user(content, { agent_feedback: true })]
  })

/** Conversations in which every call has its result. */
export const someMessages: fc.Arbitrary<Message[]> = fc
  .array(fc.oneof({ weight: 5, arbitrary: exchange }, { weight: 1, arbitrary: odd }), {
    minLength: 1,
    maxLength: 9,
  })
  .map((parts) => parts.flat())

/** Calls without a result and results without a call, as a provider would complain of them. */
export function pairProblems(messages: readonly Message[]): number {
  let problems = 0
  let open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) problems++
      continue
    }
    problems += open.size
    open = new Set((message.tool_calls ?? []).map(({ id }) => id))
  }
  return problems + open.size
}

export const keysOf = (window: readonly WindowMessage[]): string[] => window.map(({ ref }) => refKey(ref))
export const messagesIn = (window: readonly WindowMessage[]): Message[] =>
  window.map(({ message }) => message)

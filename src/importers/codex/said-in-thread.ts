import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportedMessage } from '../importer.ts'
import { textOf } from '../shared/fields.ts'
import { compactedMessage, eventMessage, itemMessage, type Said } from './item-messages.ts'
import type { RolloutLine } from './rollout-lines.ts'

type Role = 'user' | 'assistant'

/** A message of a thread, once it is clear that it counts. */
export interface ThreadMessage {
  readonly imported: ImportedMessage & { readonly nativeId: string }
  /** How many prompts came before it, with it. */
  readonly prompt: number
  /** Of the part of the file it stands in. */
  readonly turnId: string | undefined
  readonly ordinal: number | undefined
}

/** What the whole file says about how its messages are to be read. */
export interface ThreadStyle {
  /** Roles of which messages stand in the file as events: they count then, and raw items do not. */
  readonly hasEvents: ReadonlySet<string>
  /** Prompts that were rolled back, by their number. */
  readonly undone: ReadonlySet<number>
}

interface Entry {
  readonly said: Said | { readonly rolledBack: number }
  readonly at: number | undefined
  readonly ordinal: number | undefined
}

/** Characters of one turn that are held until it is clear which of its messages count. */
const MOST_HELD = 2 ** 24

/**
 * Sorts out what counts of the entries of a thread. Every visible message stands in the file twice, as an event and as a
 * raw item, in either order, so a turn is looked at as a whole.
 */
export class SaidInThread {
  readonly #style: ThreadStyle
  #entries: Entry[] = []
  #held = 0
  #turnId: string | undefined
  /** What was seen in the present turn. */
  #sources = new Set<string>()
  #isCompacted = false
  #isOpen = false
  /** Some line says that the present turn begins. */
  #isStarted = false
  /** A turn before this one has events. */
  #hadEvents = false
  #prompts = 0
  #prompt = 0
  /** Numbers of the prompts that still stand. */
  #standing: number[] = []
  readonly #undone = new Set<number>()
  readonly #seen = new Map<string, number>()

  constructor(style: ThreadStyle) {
    this.#style = style
  }

  /** Prompts that were rolled back so far. */
  get undone(): ReadonlySet<number> {
    return this.#undone
  }

  /** The last turn is not over, and what was said in it may yet come again as an event. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#sources.has('event') && !this.#sources.has('item')
  }

  /** @returns the messages of the turns that are over with this line */
  line({ type, payload, at, ordinal }: RolloutLine): readonly ThreadMessage[] {
    const kind = textOf(payload['type'])
    const isStart = type === 'event_msg' && (kind === 'task_started' || kind === 'turn_started')
    const turnId = isStart || type === 'turn_context' ? textOf(payload['turn_id']) : undefined
    const isNew = turnId !== undefined && turnId !== this.#turnId
    const over = isNew || isStart ? this.end() : []
    if (isNew) this.#turnId = turnId
    if (isNew || isStart) this.#isStarted = true
    if (isStart) this.#isOpen = true
    if (kind === 'task_complete' || kind === 'turn_complete' || kind === 'turn_aborted') this.#isOpen = false
    if (type === 'compacted' || kind === 'context_compacted') this.#isCompacted = true
    const count = payload['num_turns']
    if (type === 'event_msg' && kind === 'thread_rolled_back' && typeof count === 'number')
      this.#entries.push({ said: { rolledBack: count }, at, ordinal })
    const said = saidBy(type, payload)
    if (said === undefined) return over
    this.#sources.add(said.source).add(`${said.source} ${said.message.role}`)
    this.#entries.push({ said, at, ordinal })
    this.#held += said.message.content.length
    return this.#held > MOST_HELD ? [...over, ...this.#take()] : over
  }

  /** The messages of the last turn. */
  end(): readonly ThreadMessage[] {
    const messages = this.#take()
    this.#hadEvents ||= this.#sources.has('event') || this.#sources.has('item')
    this.#isStarted = false
    this.#sources = new Set()
    this.#isCompacted = false
    this.#isOpen = false
    this.#turnId = undefined
    return messages
  }

  #take(): readonly ThreadMessage[] {
    const entries = this.#entries
    this.#entries = []
    this.#held = 0
    const counts = { user: this.#counting('user'), assistant: this.#counting('assistant') }
    return entries.flatMap(({ said, at, ordinal }) => {
      if ('rolledBack' in said) {
        const from = Math.max(0, this.#standing.length - said.rolledBack)
        for (const prompt of this.#standing.splice(from)) this.#undone.add(prompt)
        return []
      }
      if (said.source !== 'other' && counts[said.message.role as Role] !== said.source) return []
      return [this.#message(said, at, ordinal)]
    })
  }

  /** Which of the two ways a role's messages are taken from, in the present turn. */
  #counting(role: Role): Said['source'] | undefined {
    if (this.#sources.has(`item ${role}`)) return 'item'
    if (this.#sources.has(`event ${role}`)) return 'event'
    if (!this.#style.hasEvents.has(role)) return 'response'
    // A turn of an older version, in a file that a newer one went on with. Where turns have no ids, the older ones stand
    // before the newer ones, and what was asked was answered: a raw item may stand before the line that begins its turn.
    const isTurn =
      this.#isStarted || (this.#sources.has('response user') && this.#sources.has('response assistant'))
    const isOlder =
      (this.#turnId !== undefined || (isTurn && !this.#hadEvents)) &&
      !this.#isCompacted &&
      !this.#sources.has('event') &&
      !this.#sources.has('item')
    return isOlder ? 'response' : undefined
  }

  #message(said: Said, at: number | undefined, ordinal: number | undefined): ThreadMessage {
    const { message, sort, id } = said
    if (message.role === 'user' && sort === 'text') {
      this.#prompt = ++this.#prompts
      this.#standing.push(this.#prompt)
    }
    // Event and raw item have the same words, so whichever of them was read gives the same id.
    const words = `${message.role}:${sha256(`${sort} ${message.content}`).slice(0, 16)}`
    const nth = this.#seen.get(words) ?? 0
    this.#seen.set(words, nth + 1)
    return {
      prompt: this.#prompt,
      turnId: this.#turnId,
      ordinal,
      imported: {
        message,
        nativeId: id ?? `${words}:${nth}`,
        ...(at === undefined ? {} : { at }),
        quality: at === undefined ? 'none' : 'exact',
        branch: this.#style.undone.has(this.#prompt) ? 'undone' : 'active',
        sort,
      },
    }
  }
}

function saidBy(type: string, payload: RolloutLine['payload']): Said | undefined {
  if (type === 'event_msg') return eventMessage(payload)
  if (type === 'response_item') return itemMessage(payload)
  return type === 'compacted' ? compactedMessage(payload) : undefined
}

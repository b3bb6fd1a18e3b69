import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import type { ConversationNotes } from '../shared/database-conversations.ts'
import { textValue } from '../shared/database-values.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import type { ForeignDatabase } from '../shared/foreign-database.ts'
import { callsMessage, type MakeMessage, messageMaker } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { readableRows } from '../shared/readable-rows.ts'
import { type LlmTurn, utcOf } from './llm-turn.ts'
import { attachmentImage, fragmentText } from './responses.ts'

const HEAD = 'id thread_id parent_message_hash tip_message_hash model resolved_model datetime_utc'.split(' ')
const KINDS = new Set('text reasoning tool_call tool_result attachment'.split(' '))

/** The turns of the second generation: messages are named by what they say and what came before, and shared by threads. */
export function threadTurns(database: ForeignDatabase): readonly LlmTurn[] {
  const chains = new Chains(database)
  const lasts = new Map<string, string>()
  for (const row of readableRows(database, 'threads', ['id', 'tip_message_hash'])) {
    const [id, tip] = [textValue(row['id']), textValue(row['tip_message_hash'])]
    if (id !== undefined && tip !== undefined) lasts.set(id, tip)
  }
  const active = new Map<string, ReadonlySet<string>>()
  const isActive = (thread: string, tip: string | undefined): boolean => {
    const last = lasts.get(thread)
    if (last === undefined || tip === undefined || !chains.has(tip)) return true
    const chain = active.get(thread) ?? new Set(chains.upTo(last))
    active.set(thread, chain)
    return chain.has(tip)
  }
  const rows = readableRows(database, 'turns', HEAD)
  const tips = new Set(rows.map((row) => textValue(row['tip_message_hash'])))
  const said = new Map<string, Set<string>>()
  return rows.flatMap((row) => {
    const [id, thread] = [textValue(row['id']), textValue(row['thread_id'])]
    if (id === undefined) return []
    const conversation = thread ?? id
    const [parent, tip] = [textValue(row['parent_message_hash']), textValue(row['tip_message_hash'])]
    const at = utcOf(row['datetime_utc'])
    return {
      id,
      conversation,
      at,
      model: textValue(row['resolved_model']) ?? textValue(row['model']),
      *messages(notes) {
        const known = said.get(conversation) ?? new Set<string>()
        said.set(conversation, known)
        const branch = isActive(conversation, tip) ? 'active' : 'abandoned'
        const reader = new MessageReader(database, notes, { id, at, branch })
        // What another turn answered, of this thread or of the one it was forked from, stands there.
        const asked = chains.upTo(parent, (hash) => known.has(hash) || tips.has(hash))
        // The end of what was asked belongs to this turn, whoever asked the same before.
        if (asked.length === 0 && parent !== undefined) asked.push(parent)
        let isKnown = false
        for (const hash of asked) {
          known.add(hash)
          const given = reader.messages(hash)
          isKnown ||= given.length > 0
          yield* given
        }
        if (!isKnown) yield* reader.typed()
        const answered = tip === parent ? [] : chains.upTo(tip, (hash) => hash === parent)
        for (const hash of answered) {
          known.add(hash)
          yield* reader.messages(hash)
        }
      },
    }
  })
}

/** What comes before each message. */
class Chains {
  readonly #parents: ReadonlyMap<string, string | undefined>

  constructor(database: ForeignDatabase) {
    this.#parents = new Map(
      readableRows(database, 'messages', ['hash', 'parent_hash']).map((row) => [
        textValue(row['hash']) ?? '',
        textValue(row['parent_hash']),
      ]),
    )
  }

  has(hash: string): boolean {
    return this.#parents.has(hash)
  }

  /** The messages of a chain up to one, first to last, from behind the last one that is an end. */
  upTo(tip: string | undefined, isEnd: (hash: string) => boolean = () => false): string[] {
    // A set: damage can make a circle.
    const chain = new Set<string>()
    for (let at = tip; at !== undefined && !chain.has(at) && !isEnd(at); at = this.#parents.get(at))
      chain.add(at)
    return [...chain].reverse()
  }
}

class MessageReader {
  readonly #database: ForeignDatabase
  readonly #notes: ConversationNotes
  readonly #turn: {
    readonly id: string
    readonly at: number | undefined
    readonly branch: 'active' | 'abandoned'
  }

  constructor(
    database: ForeignDatabase,
    notes: ConversationNotes,
    turn: { readonly id: string; readonly at: number | undefined; readonly branch: 'active' | 'abandoned' },
  ) {
    this.#database = database
    this.#notes = notes
    this.#turn = turn
  }

  messages(hash: string): readonly ImportedMessage[] {
    const rest = 'WHERE hash = ?'
    const row = this.#database.row({ table: 'messages', columns: ['role'], rest, values: [hash] })
    const role = textValue(row?.['role'])
    if (role === undefined || role === 'system') return []
    if (!['user', 'assistant', 'tool'].includes(role)) this.#notes.unknown(role)
    const parts = this.#parts(hash)
    const make = this.#maker(hash)
    const texts: string[] = []
    const thoughts: string[] = []
    const images: MessageImage[] = []
    const calls: ToolCall[] = []
    const results: ImportedMessage[] = []
    for (const { type, tool, text, payload } of parts) {
      if (type === 'text' && text !== undefined) texts.push(text)
      else if (type === 'reasoning' && text !== undefined) thoughts.push(text)
      else if (type === 'attachment') images.push(...this.#image(payload, images.length + 1))
      else if (type === 'tool_call') calls.push(toolCall(tool, payload, calls.length))
      else if (type === 'tool_result') {
        const call = textOf(payload['tool_call_id']) ?? textOf(payload['id'])
        const message: Message = {
          role: 'tool',
          content: text ?? textOf(payload['output']) ?? '',
          ...(call === undefined ? {} : { tool_call_id: call }),
        }
        results.push(make(message, 'tool-result', `:result:${results.length}`))
      } else if (!KINDS.has(type)) this.#notes.unknown(type)
    }
    const given: ImportedMessage[] = []
    if (thoughts.length > 0) {
      const message: Message = { role: 'assistant', content: thoughts.join('\n\n'), meta: { thinking: true } }
      given.push(make(message, 'thinking', ':reasoning'))
    }
    const content = texts.join('\n\n')
    if ((role === 'user' || role === 'assistant') && (content.trim() !== '' || images.length > 0)) {
      const message: Message = { role, content, ...(images.length === 0 ? {} : { images }) }
      given.push(make(message, 'text'))
    }
    if (role === 'tool' && results.length === 0 && content !== '')
      given.push(make({ role, content }, 'tool-result'))
    return [...given, ...callsMessage(make, calls), ...results]
  }

  /** What was typed, where the messages do not say it. */
  typed(): readonly ImportedMessage[] {
    const query = {
      table: 'turn_search',
      columns: ['prompt'],
      rest: 'WHERE turn_id = ?',
      values: [this.#turn.id],
    }
    if (!this.#database.columns('turn_search').includes('turn_id')) return []
    const content = this.#notes.text(this.#database.row(query)?.['prompt'], this.#turn.id)
    if (content === undefined) return []
    return [this.#maker('typed')({ role: 'user', content }, 'text')]
  }

  #maker(hash: string): MakeMessage {
    const { id, at, branch } = this.#turn
    return messageMaker({ nativeId: `${id}:${hash}`, at, branch })
  }

  #parts(hash: string): readonly {
    readonly type: string
    readonly tool: string | undefined
    readonly text: string | undefined
    readonly payload: Fields
  }[] {
    const columns = ['type', 'tool_name', 'text', 'payload']
    const rest = 'WHERE message_hash = ? ORDER BY position'
    return [...this.#database.rows({ table: 'parts', columns, rest, values: [hash] })].map((row) => {
      const payload =
        row['payload'] === null ? {} : fieldsOf(this.#notes.json(row['payload'], `message ${hash}`))
      return {
        type: textValue(row['type']) ?? '',
        tool: textValue(row['tool_name']),
        text: this.#notes.text(row['text'], `message ${hash}`) ?? this.#assembled(payload['text_ref']),
        payload,
      }
    })
  }

  /** A text of which long parts are kept apart. */
  #assembled(pieces: unknown): string | undefined {
    const texts = listOf(pieces)
      .filter(isFields)
      .map(({ fragment, literal }) => {
        const id = typeof fragment === 'number' ? String(fragment) : textOf(fragment)
        return textOf(literal) ?? fragmentText(this.#database, id, this.#notes) ?? ''
      })
    return textOf(texts.join(''))
  }

  #image(payload: Fields, nth: number): readonly MessageImage[] {
    const id = textOf(payload['attachment_id']) ?? textOf(payload['attachment']) ?? textOf(payload['id'])
    const { type, path, url } = isFields(payload['attachment']) ? payload['attachment'] : payload
    if (typeof type === 'string' && !type.startsWith('image/')) return []
    const name = textOf(path)?.split(/[/\\]/).at(-1)
    const hasOwn = typeof type === 'string' || typeof url === 'string'
    const image = hasOwn ? namedImage(nth, { type, name, url }) : attachmentImage(this.#database, id, nth)
    return image === undefined ? [] : [image]
  }
}

function toolCall(tool: string | undefined, payload: Fields, nth: number): ToolCall {
  return {
    id: textOf(payload['tool_call_id']) ?? textOf(payload['id']) ?? `call-${nth}`,
    type: 'function',
    name: tool ?? textOf(payload['name']) ?? 'tool',
    arguments: payload['arguments'] ?? {},
  }
}

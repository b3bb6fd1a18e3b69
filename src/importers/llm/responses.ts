import type { Message, MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import type { ConversationNotes } from '../shared/database-conversations.ts'
import { textValue } from '../shared/database-values.ts'
import type { ForeignDatabase, ForeignRow } from '../shared/foreign-database.ts'
import { callsMessage, messageMaker } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { readableRows } from '../shared/readable-rows.ts'
import { type LlmTurn, utcOf } from './llm-turn.ts'

const HEAD = 'id model resolved_model conversation_id datetime_utc'.split(' ')

/** The turns of the first generation: a row holds what was asked and what was answered. */
export function responseTurns(database: ForeignDatabase): readonly LlmTurn[] {
  return readableRows(database, 'responses', HEAD).flatMap((row) => {
    const id = textValue(row['id'])
    if (id === undefined) return []
    const at = utcOf(row['datetime_utc'])
    return {
      id,
      conversation: textValue(row['conversation_id']) ?? id,
      at,
      model: textValue(row['resolved_model']) ?? textValue(row['model']),
      messages: (notes) => turnMessages(database, id, at, notes),
    }
  })
}

function* turnMessages(
  database: ForeignDatabase,
  id: string,
  at: number | undefined,
  notes: ConversationNotes,
): Generator<ImportedMessage, void, undefined> {
  const make = messageMaker({ nativeId: id, at })
  const columns = ['prompt', 'response', 'reasoning']
  const row = database.row({ table: 'responses', columns, rest: 'WHERE id = ?', values: [id] })
  if (row === undefined) return
  for (const [i, result] of beside(database, 'tool_results', id).entries()) {
    const call = textValue(result['tool_call_id'])
    const message: Message = {
      role: 'tool',
      content: notes.text(result['output'], id) ?? '',
      ...(call === undefined ? {} : { tool_call_id: call }),
    }
    yield make(message, 'tool-result', `:result:${i}`)
  }
  const prompt = [...fragmentsOf(database, id, notes), notes.text(row['prompt'], id) ?? '']
    .filter((part) => part !== '')
    .join('\n')
  const images = attachmentsOf(database, id)
  if (prompt.trim() !== '' || images.length > 0) {
    const message: Message = { role: 'user', content: prompt, ...(images.length === 0 ? {} : { images }) }
    yield make(message, 'text', ':prompt')
  }
  const reasoning = notes.text(row['reasoning'], id)
  if (reasoning !== undefined) {
    const message: Message = { role: 'assistant', content: reasoning, meta: { thinking: true } }
    yield make(message, 'thinking', ':reasoning')
  }
  const response = notes.text(row['response'], id) ?? ''
  if (response.trim() !== '') yield make({ role: 'assistant', content: response }, 'text', ':response')
  const calls = beside(database, 'tool_calls', id).map((call, i) => toolCall(call, i, notes))
  yield* callsMessage(make, calls)
}

function beside(database: ForeignDatabase, table: string, response: string): readonly ForeignRow[] {
  if (!database.columns(table).includes('response_id')) return []
  const columns = ['name', 'arguments', 'output', 'tool_call_id']
  return [
    ...database.rows({ table, columns, rest: 'WHERE response_id = ? ORDER BY rowid', values: [response] }),
  ]
}

function toolCall(row: ForeignRow, nth: number, notes: ConversationNotes): ToolCall {
  const given = row['arguments'] === null ? undefined : notes.json(row['arguments'], 'tool_calls')
  return {
    id: textValue(row['tool_call_id']) ?? `call-${nth}`,
    type: 'function',
    name: textValue(row['name']) ?? 'tool',
    arguments: given ?? {},
  }
}

/** Long parts of a prompt are kept once, and may be all of it. */
function fragmentsOf(
  database: ForeignDatabase,
  response: string,
  notes: ConversationNotes,
): readonly string[] {
  const table = 'prompt_fragments'
  if (!database.columns(table).includes('fragment_id')) return []
  const order = database.columns(table).includes('order') ? '"order", rowid' : 'rowid'
  const rest = `WHERE response_id = ? ORDER BY ${order}`
  const rows = [...database.rows({ table, columns: ['fragment_id'], rest, values: [response] })]
  return rows.flatMap((row) => fragmentText(database, textValue(row['fragment_id']), notes) ?? [])
}

/** @param id number of the fragment, or its hash */
export function fragmentText(
  database: ForeignDatabase,
  id: string | undefined,
  notes: ConversationNotes,
): string | undefined {
  if (id === undefined) return undefined
  const rest = database.columns('fragments').includes('hash') ? 'WHERE id = ? OR hash = ?' : 'WHERE id = ?'
  const values = rest.includes('hash') ? [id, id] : [id]
  const row = database.row({ table: 'fragments', columns: ['content'], rest, values })
  return row && notes.text(row['content'], `fragment ${id}`)
}

function attachmentsOf(database: ForeignDatabase, response: string): readonly MessageImage[] {
  const table = 'prompt_attachments'
  if (!database.columns(table).includes('attachment_id')) return []
  const rest = 'WHERE response_id = ? ORDER BY rowid'
  const rows = [...database.rows({ table, columns: ['attachment_id'], rest, values: [response] })]
  return rows.flatMap((row, i) => attachmentImage(database, textValue(row['attachment_id']), i + 1) ?? [])
}

/** An attachment by its name, when it is an image. */
export function attachmentImage(
  database: ForeignDatabase,
  id: string | undefined,
  nth: number,
): MessageImage | undefined {
  if (id === undefined) return undefined
  const columns = ['type', 'path', 'url']
  const row = database.row({ table: 'attachments', columns, rest: 'WHERE id = ?', values: [id] })
  const type = textValue(row?.['type'])
  if (row === undefined || (type !== undefined && !type.startsWith('image/'))) return undefined
  const name = textValue(row['path'])?.split(/[/\\]/).at(-1)
  return namedImage(nth, { type, name, url: textValue(row['url']) })
}

import type { ImportCursor, ImportedMessage, ImportEvent, ImportUnit } from '../importer.ts'
import {
  type ConversationNotes,
  type DatabaseConversation,
  databaseConversations,
} from '../shared/database-conversations.ts'
import { textValue } from '../shared/database-values.ts'
import type { ForeignDatabase } from '../shared/foreign-database.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { readableRows } from '../shared/readable-rows.ts'
import { wellFormed } from '../shared/well-formed.ts'
import type { LlmTurn } from './llm-turn.ts'
import { responseTurns } from './responses.ts'
import { threadTurns } from './threads.ts'

const TABLES = [
  { table: 'responses', conversation: ['conversation_id', 'id'] },
  { table: 'turns', conversation: ['thread_id', 'id'] },
  { table: 'threads', conversation: ['id'] },
  { table: 'conversations', conversation: ['id'] },
]

/** Reads both generations of tables, which may stand in one file: what is in the newer one is not read in the older. */
export function* readLlm(
  unit: ImportUnit,
  database: ForeignDatabase,
  from: ImportCursor | undefined,
): Generator<ImportEvent, void, undefined> {
  const newer = threadTurns(database)
  const ids = new Set(newer.map(({ id }) => id))
  const turns = [...responseTurns(database).filter(({ id }) => !ids.has(id)), ...newer]
  const byConversation = new Map<string, LlmTurn[]>()
  for (const turn of turns.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const known = byConversation.get(turn.conversation)
    if (known === undefined) byConversation.set(turn.conversation, [turn])
    else known.push(turn)
  }
  const named = namesOf(database)
  const conversations = [...byConversation].map(([id, own]) => conversationOf(id, own, named.get(id)))
  yield* databaseConversations({ unit, database, from, tables: TABLES, conversations })
}

interface Named {
  readonly name: string | undefined
  readonly model: string | undefined
  readonly forkedFrom: string | undefined
}

function namesOf(database: ForeignDatabase): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>()
  for (const table of ['conversations', 'threads'])
    for (const row of readableRows(database, table, ['id', 'name', 'model', 'forked_from'])) {
      const id = textValue(row['id'])
      if (id === undefined) continue
      const known = named.get(id)
      named.set(id, {
        name: textValue(row['name']) ?? known?.name,
        model: textValue(row['model']) ?? known?.model,
        forkedFrom: textValue(row['forked_from']) ?? known?.forkedFrom,
      })
    }
  return named
}

function conversationOf(
  id: string,
  turns: readonly LlmTurn[],
  named: Named | undefined,
): DatabaseConversation {
  const messages = function* (notes: ConversationNotes): Generator<ImportedMessage, void, undefined> {
    for (const turn of turns) yield* turn.messages(notes)
  }
  const times = turns.flatMap(({ at }) => at ?? [])
  const [startedAt, updatedAt] = [times[0], times.at(-1)]
  const model = turns.findLast((turn) => turn.model !== undefined)?.model ?? named?.model
  const facts = knownFacts({
    id,
    title: named?.name === undefined ? undefined : wellFormed(named.name),
    model,
    parent: named?.forkedFrom,
    kind: named?.forkedFrom === undefined ? undefined : 'fork',
    startedAt,
    updatedAt,
  })
  return { id, messages, facts: () => facts }
}

import type { ImportedMessage } from '../importer.ts'
import type { ConversationNotes } from '../shared/database-conversations.ts'
import { numberValue, textValue } from '../shared/database-values.ts'
import type { ForeignDatabase } from '../shared/foreign-database.ts'
import { timeOf } from '../shared/time-of.ts'
import { isRunning, modelOf, type Revert, storedMessages } from './first-generation.ts'
import { isKnownPart, type Part } from './part-messages.ts'
import { isKnownType, sequencedMessages } from './second-generation.ts'

/** Where a session was taken back to, as each generation has it. */
export interface Reverts {
  readonly stored?: Revert | undefined
  readonly sequenced?: Revert | undefined
}

/** Reads what was said in one session, and notes what was met on the way. */
export class RowReader {
  /** The last one that answered. */
  model: string | undefined
  /** An answer is being written, and is left for a later read with all that follows. */
  #isHolding = false
  readonly #database: ForeignDatabase
  readonly #notes: ConversationNotes
  readonly #isFresh: boolean

  /** @param isFresh the database was written a moment ago */
  constructor(database: ForeignDatabase, notes: ConversationNotes, isFresh: boolean) {
    this.#database = database
    this.#notes = notes
    this.#isFresh = isFresh
  }

  /** @throws Error with the code `ESQLITE` where the database is damaged */
  *messages(session: string, reverts: Reverts): Generator<ImportedMessage, void, undefined> {
    const sequenced = new Set<string>()
    let until = -Infinity
    if (this.#isSaidInSequence(session)) {
      for (const row of this.#sequence(session, reverts.sequenced)) {
        sequenced.add(row.id)
        until = Math.max(until, row.at ?? until)
        yield* row.messages
      }
      if (this.#isHolding) return
    }
    // Older versions still write the older tables: what is later there than all that was carried over is theirs.
    for (const { id, at } of this.#storedIds(session)) {
      if (sequenced.has(id) || at <= until) continue
      yield* this.#stored(id, at, reverts.stored)
      if (this.#isHolding) return
    }
  }

  /** The second table may be there for other things than what was said. */
  #isSaidInSequence(session: string): boolean {
    const rest = `WHERE session_id = ? AND type IN ('user', 'assistant') LIMIT 1`
    if (!this.#database.columns('session_message').includes('data')) return false
    return (
      this.#database.row({ table: 'session_message', columns: ['id'], rest, values: [session] }) !== undefined
    )
  }

  *#sequence(
    session: string,
    revert: Revert | undefined,
  ): Generator<{
    readonly id: string
    readonly at: number | undefined
    readonly messages: readonly ImportedMessage[]
  }> {
    const table = 'session_message'
    const order = this.#database.columns(table).includes('seq') ? 'seq' : 'time_created, id'
    const ids = this.#database.rows({
      table,
      columns: ['id'],
      rest: `WHERE session_id = ? ORDER BY ${order}`,
      values: [session],
    })
    let isUndone = false
    for (const id of [...ids].flatMap((row) => textValue(row['id']) ?? [])) {
      isUndone ||= id === revert?.message
      const columns = ['type', 'time_created', 'data']
      const row = this.#database.row({ table, columns, rest: 'WHERE id = ?', values: [id] })
      const type = textValue(row?.['type']) ?? ''
      const data = row && this.#notes.fields(row['data'], id)
      if (row === undefined || data === undefined) continue
      if (!isKnownType(type)) this.#notes.unknown(type)
      const createdAt = timeOf(numberValue(row['time_created']))
      if (type === 'assistant') {
        if (this.#isFresh && isRunning({ ...data, role: type })) {
          this.#hold()
          return
        }
        this.model = modelOf(data) ?? this.model
      }
      const messages = sequencedMessages({ id, type, data, createdAt }, isUndone ? 'undone' : 'active')
      yield { id, at: createdAt, messages }
    }
  }

  #storedIds(session: string): readonly { readonly id: string; readonly at: number }[] {
    if (!this.#database.columns('message').includes('data')) return []
    const rows = this.#database.rows({
      table: 'message',
      columns: ['id', 'time_created'],
      rest: 'WHERE session_id = ? ORDER BY time_created, id',
      values: [session],
    })
    return [...rows].flatMap((row) => {
      const id = textValue(row['id'])
      return id === undefined ? [] : [{ id, at: numberValue(row['time_created']) ?? 0 }]
    })
  }

  #stored(id: string, at: number, revert: Revert | undefined): readonly ImportedMessage[] {
    const row = this.#database.row({
      table: 'message',
      columns: ['data'],
      rest: 'WHERE id = ?',
      values: [id],
    })
    const info = row && this.#notes.fields(row['data'], id)
    if (info === undefined) return []
    if (this.#isFresh && isRunning(info)) {
      this.#hold()
      return []
    }
    if (info['role'] === 'assistant') this.model = modelOf(info) ?? this.model
    else if (info['role'] !== 'user') this.#notes.unknown(info['role'])
    return storedMessages({ id, info, parts: this.#parts(id), createdAt: timeOf(at) }, revert)
  }

  #parts(message: string): readonly Part[] {
    if (this.#database.columns('part').length === 0) return []
    const rows = this.#database.rows({
      table: 'part',
      columns: ['id', 'data'],
      rest: 'WHERE message_id = ? ORDER BY id',
      values: [message],
    })
    const parts: Part[] = []
    for (const row of rows) {
      const id = textValue(row['id']) ?? ''
      const fields = this.#notes.fields(row['data'], id)
      if (fields === undefined) continue
      const part = { id, fields }
      if (!isKnownPart(part)) this.#notes.unknown(fields['type'])
      parts.push(part)
    }
    return parts
  }

  #hold(): void {
    this.#isHolding = true
    this.#notes.hold()
  }
}

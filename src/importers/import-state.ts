import { join } from 'node:path'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { openForAppend } from '../disk/append-durably.ts'
import type { FileStat } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { readText } from '../disk/read-text.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { ImportCursor, ImportUnit } from './importer.ts'
import { type Fields, isFields, textOf } from './shared/fields.ts'

/** How far a unit was read. */
export interface UnitState {
  readonly bytes: number
  readonly mtimeMs: number
  readonly cursor: ImportCursor | undefined
  /** Conversations of it that got another id, by their native one. */
  readonly as?: Readonly<Record<string, string>> | undefined
}

/**
 * What is remembered of the imports of one tool: how far each unit was read, which conversations begin with the same
 * message, and which were exported from here. It is kept in lines that are appended; without it everything is read again, and nothing is doubled.
 */
export class ImportState {
  readonly #context: StoreContext
  readonly #path: string
  #seen: FileStat | undefined
  readonly #units = new Map<string, UnitState>()
  readonly #heads = new Map<string, readonly string[]>()
  readonly #origins = new Map<string, string>()
  #lines = 0
  #waiting: string[] = []

  constructor(context: StoreContext, tool: string) {
    this.#context = context
    this.#path = join(context.home.state, 'imports', `${tool}.jsonl`)
    this.#seen = context.disk.stat(this.#path)
    let text = ''
    try {
      text = readText(context.disk, this.#path)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw toStorageError(error, 'read', this.#path)
    }
    for (const line of text.split('\n')) {
      try {
        if (line !== '') this.#apply(JSON.parse(line))
      } catch {
        // A torn line was never acknowledged: what it told of is read again.
      }
    }
  }

  /** Whether nobody else has noted anything since. */
  isCurrent(): boolean {
    return sameFile(this.#context.disk.stat(this.#path), this.#seen)
  }

  /** Keys of all units that were read. */
  units(): readonly string[] {
    return [...this.#units.keys()]
  }

  unit(key: string): UnitState | undefined {
    return this.#units.get(key)
  }

  /** Whether a unit is as it was when it was read. */
  isUnchanged({ key, bytes, mtimeMs }: ImportUnit): boolean {
    const known = this.#units.get(key)
    return known?.bytes === bytes && known.mtimeMs === mtimeMs && known.cursor?.['open'] !== true
  }

  noteUnit(
    { key, bytes, mtimeMs }: ImportUnit,
    cursor: ImportCursor | undefined,
    as: Readonly<Record<string, string>> = {},
  ): void {
    this.#note({ unit: key, bytes, mtimeMs, cursor, ...(Object.keys(as).length > 0 ? { as } : {}) })
  }

  /** Conversations that begin with a message, the first one known first. */
  withHead(head: string): readonly string[] {
    return this.#heads.get(head) ?? []
  }

  noteHead(head: string, conversation: string): void {
    if (!this.withHead(head).includes(conversation)) this.#note({ head, conversation })
  }

  /** The family of the session that a conversation was exported from, see `ConversationRecord.family`. */
  origin(conversation: string): string | undefined {
    return this.#origins.get(conversation)
  }

  noteOrigin(exported: string, family: string): void {
    this.#note({ exported, family })
  }

  /**
   * Puts on the disk what was noted since the last time; what it tells of must be there already.
   *
   * @throws ChatCliError `storage`
   */
  save(): void {
    if (this.#waiting.length === 0) return
    const { disk, randomHex } = this.#context
    const text = this.#waiting.join('')
    this.#waiting = []
    makeFolderDurably(disk, join(this.#path, '..'))
    const exists = disk.stat(this.#path) !== undefined
    if (this.#lines > 200 + 3 * (this.#units.size + this.#heads.size + this.#origins.size)) {
      const bytes = Buffer.from(this.#whole())
      writeDurably(disk, this.#path, bytes, { replace: exists, randomName: () => randomHex(16) })
      this.#seen = disk.stat(this.#path)
      return
    }
    const isOurs = this.isCurrent()
    const log = openForAppend(disk, this.#path, { create: !exists })
    try {
      log.append(Buffer.from(`\n${text}`))
    } finally {
      log.close()
    }
    if (isOurs) this.#seen = disk.stat(this.#path)
  }

  #note(line: object): void {
    this.#apply(line)
    this.#waiting.push(`${JSON.stringify(line)}\n`)
  }

  #apply(line: unknown): void {
    if (!isFields(line)) return
    this.#lines++
    const { bytes, mtimeMs, cursor } = line
    const [unit, head, conversation, exported, family] = [
      textOf(line['unit']),
      textOf(line['head']),
      textOf(line['conversation']),
      textOf(line['exported']),
      textOf(line['family']),
    ]
    if (unit !== undefined && typeof bytes === 'number' && typeof mtimeMs === 'number')
      this.#units.set(unit, {
        bytes,
        mtimeMs,
        cursor: isFields(cursor) ? cursor : undefined,
        ...(isFields(line['as']) ? { as: textsOf(line['as']) } : {}),
      })
    if (head !== undefined && conversation !== undefined)
      this.#heads.set(head, [...this.withHead(head), conversation])
    if (exported !== undefined && family !== undefined) this.#origins.set(exported, family)
  }

  #whole(): string {
    const units = [...this.#units].map(([unit, state]) => JSON.stringify({ unit, ...state }))
    const heads = [...this.#heads].flatMap(([head, all]) =>
      all.map((conversation) => JSON.stringify({ head, conversation })),
    )
    const origins = [...this.#origins].map(([exported, family]) => JSON.stringify({ exported, family }))
    const lines = [...units, ...heads, ...origins]
    this.#lines = lines.length
    return [...lines, ''].join('\n')
  }
}

function textsOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )
}

function sameFile(a: FileStat | undefined, b: FileStat | undefined): boolean {
  return a?.ino === b?.ino && a?.size === b?.size && a?.mtimeMs === b?.mtimeMs
}

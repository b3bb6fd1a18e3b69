import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions, SkipReason } from '../importer.ts'
import { type Fields, isFields } from '../shared/fields.ts'
import { jsonFile } from '../shared/json-file.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent } from '../shared/whole-cursor.ts'
import { isRunning, modelOf, revertOf, storedMessages } from './first-generation.ts'
import { isKnownPart, type Part } from './part-messages.ts'
import { sessionFacts, storedInfo } from './session-facts.ts'
import { filesOfSession, jsonNames, type SessionFiles, sessionUnit } from './session-files.ts'

/**
 * Reads a session of the versions before the database, from its files. A database beside them that has the session wins:
 * the files are what was left behind.
 *
 * @param stored whether a database holds what was said in a session
 */
export async function* readFiles(
  machine: ImportMachine,
  unit: ImportUnit,
  { from, signal }: ReadOptions,
  stored: (storage: string, session: string) => Promise<boolean>,
): AsyncGenerator<ImportEvent, void, undefined> {
  signal?.throwIfAborted()
  const { path } = unit
  const files = filesOfSession(path)
  const now = sessionUnit(machine, unit.tool, path)
  if (files === undefined || now === undefined) {
    yield { kind: 'skipped', path, reason: 'unreadable', detail: 'ENOENT' }
    return
  }
  const { bytes, mtimeMs } = now
  if (from?.['bytes'] === bytes && from['mtimeMs'] === mtimeMs && from['open'] !== true) return
  if (await stored(files.storage, files.id)) {
    yield { kind: 'skipped', path, reason: 'copy' }
    yield { kind: 'cursor', cursor: { bytes, mtimeMs } }
    return
  }
  const reader = new FileReader(machine, machine.now() - mtimeMs < STILL_WRITTEN)
  try {
    yield* reader.session(files, signal)
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    yield { kind: 'skipped', path, reason: 'unreadable', detail: code }
    return
  }
  yield cursorEvent({ bytes, mtimeMs }, reader.isOpen)
}

class FileReader {
  /** Something is being written, and is to be read again. */
  isOpen = false
  readonly #machine: ImportMachine
  readonly #isFresh: boolean
  readonly #unknown = skipCount()
  #skips: ImportEvent[] = []

  constructor(machine: ImportMachine, isFresh: boolean) {
    this.#machine = machine
    this.#isFresh = isFresh
  }

  *session(files: SessionFiles, signal: AbortSignal | undefined): Generator<ImportEvent, void, undefined> {
    const { disk } = this.#machine
    const { id, session: path } = files
    const info = this.#read(path) ?? {}
    const revert = revertOf(info['revert'])
    const batches = messageBatches()
    let model: string | undefined
    let isEmpty = true
    for (const name of jsonNames(disk, files.messages)) {
      signal?.throwIfAborted()
      const message = this.#read(join(files.messages, `${name}.json`))
      yield* this.#told()
      if (message === undefined) continue
      if (this.#isFresh && isRunning(message)) {
        this.isOpen = true
        break
      }
      const { role } = message
      if (role === 'assistant') model = modelOf(message) ?? model
      else if (role !== 'user') this.#unknown.add(role, 0)
      const parts = this.#parts(files.partsOf(name))
      yield* this.#told()
      for (const given of storedMessages({ id: name, info: message, parts }, revert)) {
        isEmpty = false
        yield* batches.add(id, given)
      }
    }
    yield* batches.flush()
    yield* this.#told()
    yield* this.#unknown.events(path)
    if (!isEmpty) {
      yield { kind: 'facts', facts: sessionFacts(storedInfo(id, info), model) }
    } else if (!this.isOpen) yield { kind: 'skipped', path, reason: 'empty' }
  }

  #parts(folder: string): readonly Part[] {
    const parts: Part[] = []
    for (const id of jsonNames(this.#machine.disk, folder)) {
      const fields = this.#read(join(folder, `${id}.json`))
      if (fields === undefined) continue
      if (!isKnownPart({ id, fields })) this.#unknown.add(fields['type'], 0)
      parts.push({ id, fields })
    }
    return parts
  }

  #read(path: string): Fields | undefined {
    try {
      const { value, cutBytes } = jsonFile(this.#machine.disk, path)
      if (cutBytes > 0) this.#skip(path, 'cut', `${cutBytes} bytes`)
      if (isFields(value)) return value
      this.#skip(path, 'damaged')
    } catch (error) {
      const code = errorCode(error)
      if (code !== undefined) this.#skip(path, 'unreadable', code)
      else if (!(error instanceof SyntaxError)) throw error
      else {
        // They are written in place: half a file may be a whole one a moment later.
        this.isOpen ||= this.#isFresh
        this.#skip(path, this.#isFresh ? 'unfinished' : 'damaged')
      }
    }
    return undefined
  }

  #skip(path: string, reason: SkipReason, detail?: string): void {
    this.#skips.push({ kind: 'skipped', path, reason, ...(detail === undefined ? {} : { detail }) })
  }

  *#told(): Generator<ImportEvent, void, undefined> {
    const skips = this.#skips
    this.#skips = []
    yield* skips
  }
}

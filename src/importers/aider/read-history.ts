import { basename, dirname } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { continuesAt } from '../shared/file-cursor.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { localClock } from '../shared/local-clock.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { textLines } from '../shared/text-lines.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { type HistoryBlock, historyBlocks } from './history-blocks.ts'
import { blockMessage, modelIn } from './block-message.ts'

/** Milliseconds after which a last line without its end is taken to be whole. */
const SETTLED = 5000

/** Where the last run of a file begins, so that a later read goes on with it. */
interface LastRun {
  readonly offset: number
  readonly stamp: string
  /** Runs before it that began in the same second. */
  readonly nth: number
}

/**
 * Reads a chat history: a conversation for each run of Aider. There are no ids: a run is named after its folder and the
 * moment it began, a message after its place in the run. The only times are those of the beginnings, on the clock of
 * the machine that wrote them.
 */
export function* readHistory(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const { size, mtimeMs } = disk.statOpen(fd)
  const isSettled = machine.now() - mtimeMs > SETTLED
  const known = continuesAt(disk, fd, from) === undefined ? undefined : lastRunOf(from?.['run'])
  let last: LastRun = known ?? { offset: 0, stamp: '', nth: 0 }
  let isOpen = false
  let isFirst = true
  const runs = new RunReader(path)
  const lines = textLines(disk, fd, last.offset)
  for (const block of historyBlocks(lines, isSettled)) {
    signal?.throwIfAborted()
    if (block.kind === 'unfinished') {
      isOpen = !isSettled
      yield { kind: 'skipped', path, offset: block.offset, reason: 'unfinished' }
    }
    if (block.cutBytes > 0)
      yield { kind: 'skipped', path, offset: block.offset, reason: 'cut', detail: `${block.cutBytes} bytes` }
    if (block.kind !== 'start') {
      yield* runs.add(block)
      continue
    }
    yield* runs.end()
    // A read that goes on begins with the run it knows already.
    const nth = isFirst && known !== undefined ? last.nth : block.text === last.stamp ? last.nth + 1 : 0
    last = { offset: block.offset, stamp: block.text, nth }
    runs.start(last)
    isFirst = false
  }
  yield* runs.end()
  if (size === 0 || !runs.isRead) yield { kind: 'skipped', path, reason: 'empty' }
  yield cursorEvent({ ...wholeCursor(disk, fd), run: { ...last } }, isOpen)
}

function lastRunOf(value: unknown): LastRun | undefined {
  const { offset, stamp, nth } = Object(value) as Record<string, unknown>
  return typeof offset === 'number' && typeof stamp === 'string' && typeof nth === 'number'
    ? { offset, stamp, nth }
    : undefined
}

class RunReader {
  isRead = false
  readonly #path: string
  readonly #batches = messageBatches()
  #run: LastRun = { offset: 0, stamp: '', nth: 0 }
  #count = 0
  #model: string | undefined
  #before: HistoryBlock | undefined
  /** What the program wrote before anybody said anything: a run in which nobody does is none. */
  #held: HistoryBlock[] = []
  #isSaid = false

  constructor(path: string) {
    this.#path = path
  }

  start(run: LastRun): void {
    this.#run = run
    this.#count = 0
    this.#model = undefined
    this.#before = undefined
    this.#held = []
    this.#isSaid = false
  }

  *add(block: HistoryBlock): Generator<ImportEvent, void, undefined> {
    if (block.kind === 'unfinished' || block.text.trim() === '') return
    if (block.kind === 'tool') this.#model ??= modelIn(block.text)
    this.#held.push(block)
    if (!this.#isSaid && block.kind === 'tool') return
    if (!this.#isSaid) yield this.#facts()
    this.#isSaid = true
    this.isRead = true
    for (const each of this.#held) {
      const message = blockMessage(each, this.#before, `${this.#count++}`)
      if (message !== undefined) yield* this.#batches.add(this.#id(), message)
      this.#before = each
    }
    this.#held = []
  }

  *end(): Generator<ImportEvent, void, undefined> {
    yield* this.#batches.flush()
    if (this.#isSaid) yield this.#facts()
    this.#held = []
    this.#isSaid = false
  }

  #id(): string {
    const { stamp, nth } = this.#run
    const folder = basename(dirname(this.#path))
    // Nothing but its place tells what stands before the first run of a file.
    const moment = stamp === '' ? `start ${sha256(this.#path).slice(0, 12)}` : stamp
    return `${folder}@${moment}${nth === 0 ? '' : `#${nth + 1}`}`
  }

  #facts(): ImportEvent {
    const startedAt = localClock(this.#run.stamp)
    const cwd = dirname(this.#path)
    return { kind: 'facts', facts: knownFacts({ id: this.#id(), cwd, model: this.#model, startedAt }) }
  }
}

import { basename, dirname } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { localClock } from '../shared/local-clock.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { textLines } from '../shared/text-lines.ts'
import { isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'

const STAMP = /^# (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?)$/

/**
 * Reads the history of what was typed in a project: one conversation without answers, each prompt with its time on the
 * clock of the machine that wrote it.
 */
export function* readInputs(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const batches = messageBatches()
  const stamps = new Map<string, number>()
  let stamp: string | undefined
  let typed: string[] = []
  let count = 0
  let id: string | undefined
  const take = (): readonly ImportEvent[] => {
    const content = typed.join('\n').trim()
    const at = stamp === undefined ? undefined : localClock(stamp)
    const nth = stamps.get(stamp ?? '') ?? 0
    typed = []
    if (content === '') return []
    stamps.set(stamp ?? '', nth + 1)
    count++
    const origin = { nativeId: `${stamp ?? ''}#${nth}`, at }
    const message = importedMessage(origin, { role: 'user', content }, 'text')
    if (id !== undefined) return batches.add(id, message)
    // Folders of one name are told apart by what was typed first: it stays when the folder is moved.
    id = `${basename(dirname(path))}@prompts ${stamp ?? sha256(content).slice(0, 12)}`
    return [{ kind: 'facts', facts: { id, cwd: dirname(path) } }, ...batches.add(id, message)]
  }
  for (const { text, offset, cutBytes } of textLines(disk, fd)) {
    signal?.throwIfAborted()
    if (cutBytes > 0) yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes` }
    const next = STAMP.exec(text)?.[1]
    if (next !== undefined) {
      yield* take()
      stamp = next
    } else if (text.startsWith('+')) typed.push(text.slice(1))
    else if (text !== '') yield { kind: 'skipped', path, offset, reason: 'damaged' }
  }
  yield* take()
  yield* batches.flush()
  if (count === 0) yield { kind: 'skipped', path, reason: 'empty' }
  yield { kind: 'cursor', cursor: wholeCursor(disk, fd) }
}

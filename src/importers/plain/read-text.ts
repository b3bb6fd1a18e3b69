import { basename } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportedMessage, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { textLines } from '../shared/text-lines.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { type HeadStyle, type TurnHead, turnHead } from './turn-heads.ts'

const FENCE = /^\s*(`{3,}|~{3,})/
/** Characters of one message. */
const MOST = 2 * 2 ** 20

/** Reads a text whose turns begin with the name of who speaks: one conversation, named after its file. */
export function* readText(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const batches = messageBatches()
  let style: HeadStyle | undefined
  let turn: TurnHead | undefined
  let lines: string[] = []
  let [length, cut, count] = [0, 0, 0]
  let fence: string | undefined
  let title = basename(path).replace(/\.\w+$/, '')
  const take = (): readonly ImportEvent[] => {
    const message = turn === undefined ? undefined : turnMessage(turn, lines.join('\n').trim())
    lines = []
    length = 0
    if (message === undefined) return []
    const facts: readonly ImportEvent[] =
      count++ > 0 ? [] : [{ kind: 'facts', facts: knownFacts({ id: path, title: wellFormed(title) }) }]
    return [...facts, ...batches.add(path, message)]
  }
  for (const { text, cutBytes } of textLines(disk, fd)) {
    signal?.throwIfAborted()
    cut += cutBytes
    const mark = FENCE.exec(text)?.[1]
    const head = fence === undefined ? turnHead(text.trimEnd()) : undefined
    if (head !== undefined && (style ?? head.style) === head.style) {
      yield* take()
      style = head.style
      turn = head
      if (head.rest !== '') lines.push(head.rest)
      continue
    }
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined
    if (turn === undefined) title = /^# (\S.{0,200})/.exec(text)?.[1] ?? title
    else if (length + text.length > MOST) cut += text.length
    else {
      lines.push(text)
      length += text.length + 1
    }
  }
  yield* take()
  yield* batches.flush()
  if (cut > 0) yield { kind: 'skipped', path, reason: 'cut', detail: `${cut} bytes` }
  if (count === 0) yield { kind: 'skipped', path, reason: 'empty' }
  yield { kind: 'cursor', cursor: wholeCursor(disk, fd) }
}

function turnMessage({ role, time }: TurnHead, content: string): ImportedMessage | undefined {
  if (role === 'system' || content === '') return undefined
  const origin = { nativeId: undefined, at: timeOf(time) }
  return importedMessage(origin, { role, content }, role === 'tool' ? 'tool-result' : 'text')
}

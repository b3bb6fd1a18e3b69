import { basename } from 'node:path'
import type { FileDescriptor } from '../../disk/disk.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions, SkipReason } from '../importer.ts'
import { type Fields, isFields, listOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { localClock } from '../shared/local-clock.ts'
import { wholeConversation } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { cursorEvent, isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { sessionMessages } from './session-messages.ts'

/** A longer one is not read: the parser holds many times as much. */
const MOST = 64 * 2 ** 20
/** The bytes of pictures, which may be most of a file; no line of a text begins at the margin. */
const PICTURES = /^data_urls:.*\n?(?:[ \t].*\n?|\n)*/m

/** Reads a session of aichat. It keeps no times: its name may tell when it began, and the file when it ended. */
export async function* readSession(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path, id = '' }: ImportUnit,
  { from, signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const { size, mtimeMs } = disk.statOpen(fd)
  const isFresh = machine.now() - mtimeMs < STILL_WRITTEN
  const skipped = (reason: SkipReason, detail?: string): ImportEvent => {
    return { kind: 'skipped', path, reason, ...(detail === undefined ? {} : { detail }) }
  }
  const text = size > MOST ? undefined : Buffer.from(readOpenRange(disk, fd, 0, size)).toString('utf8')
  const session = text === undefined ? undefined : await parsed(text.replace(PICTURES, ''))
  let isOpen = false
  if (text === undefined) yield skipped('unreadable', 'it is too long')
  else if (session === undefined) {
    isOpen = isFresh
    yield skipped(size === 0 ? 'empty' : isFresh ? 'unfinished' : 'damaged')
  } else {
    const unknown = skipCount()
    const all = [...listOf(session['compressed_messages']), ...listOf(session['messages'])]
    const messages = sessionMessages(all, (kind) => unknown.add(kind, 0))
    if (messages.length === 0) yield skipped('empty')
    else yield* wholeConversation(factsOf(session, id, mtimeMs), messages)
    yield* unknown.events(path)
  }
  yield cursorEvent(wholeCursor(disk, fd), isOpen)
}

function factsOf(session: Fields, id: string, mtimeMs: number) {
  const [, y, m, d, hh, mm, ss, title = ''] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:-(.+))?$/.exec(basename(id)) ?? []
  const isDated = y !== undefined
  // A session that was named by a person is called so.
  const words = isDated ? title.replaceAll('-', ' ') : basename(id) === 'temp' ? '' : basename(id)
  return knownFacts({
    id,
    title: words,
    model: textOf(session['model']),
    startedAt: isDated ? localClock(`${y}-${m}-${d} ${hh}:${mm}:${ss}`) : undefined,
    updatedAt: Math.round(mtimeMs),
  })
}

/** Undefined for what is no session; the parser is large, so it comes only when there is one. */
async function parsed(text: string): Promise<Fields | undefined> {
  const { parseYaml } = await import('./parse-yaml.ts')
  try {
    const value = parseYaml(text)
    return isFields(value) ? value : undefined
  } catch (error) {
    // A fault of this program is no damage of the file.
    if (error instanceof TypeError) throw error
    return undefined
  }
}

import { decodeSession } from '../conversation/decode-session.ts'
import { titleOf } from '../conversation/title.ts'
import type { SessionFile } from '../conversation/session-file.ts'
import type { Disk } from '../disk/disk.ts'
import { readOpenRange, readWholeFile } from '../disk/read-file.ts'

/** What a list shows of a session. */
export interface SessionHead extends Omit<
  SessionFile,
  'chat_history' | 'other' | 'fold' | 'checkpoints' | 'attachments'
> {
  /** False when it is certain that the file names nothing that is attached. */
  readonly mayAttach: boolean
}

const HEAD_BYTES = 4080
const TAIL_BYTES = 16

/**
 * Reads what a list needs: the first 4 KB of a file that this program wrote and that is not cut off, else the whole
 * file.
 *
 * @throws ChatCliError `damaged` or `newer-version`; the disk's own errors
 */
export function readSessionHead(disk: Disk, path: string): SessionHead {
  const { start, end } = bothEnds(disk, path)
  const head = end.trimEnd().endsWith('}') ? headIn(start) : undefined
  return head ?? wholeHead(disk, path)
}

function bothEnds(disk: Disk, path: string): { readonly start: string; readonly end: string } {
  const fd = disk.openRead(path)
  try {
    const { size } = disk.statOpen(fd)
    const part = (from: number, to: number): string =>
      Buffer.from(readOpenRange(disk, fd, from, to - from)).toString('utf8')
    return { start: part(0, Math.min(HEAD_BYTES, size)), end: part(Math.max(0, size - TAIL_BYTES), size) }
  } finally {
    disk.close(fd)
  }
}

/** The fields in front of the first one a list does not need, in a file written by this program. */
function headIn(start: string): SessionHead | undefined {
  const end = start.search(/\n {2}"(fold|snapshot_hash|checkpoints|attachments|chat_history)":/)
  if (end < 0) return undefined
  try {
    const head = JSON.parse(`${start.slice(0, end).replace(/,\s*$/, '')}}`) as Record<string, unknown>
    const ours =
      head['version'] === 2 && typeof head['id'] === 'string' && typeof head['messages'] === 'number'
    if (!ours) return undefined
    const {
      chat_history: _none,
      other: _others,
      ...fields
    } = decodeSession(JSON.stringify({ ...head, chat_history: [] }), 'head')
    const messages = start.indexOf('\n  "chat_history":')
    return { ...fields, mayAttach: messages < 0 || start.lastIndexOf('\n  "attachments":', messages) >= 0 }
  } catch {
    return undefined
  }
}

function wholeHead(disk: Disk, path: string): SessionHead {
  const text = new TextDecoder('utf-8').decode(readWholeFile(disk, path))
  const { chat_history, ...file } = decodeSession(text, path)
  const title = file.title ?? chat_history.map(titleOf).find((words) => words !== '')
  const times = chat_history.map((message) => message.created_at).filter((time) => typeof time === 'string')
  const newest = file.updated_at ?? times.at(-1)
  return {
    ...file,
    mayAttach: (file.attachments ?? []).length > 0,
    ...(title === undefined ? {} : { title }),
    messages: chat_history.length,
    ...(newest === undefined ? {} : { updated_at: newest }),
  }
}

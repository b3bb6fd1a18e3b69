import type { MessageRef } from '../../conversation/event.ts'
import { decodeSession } from '../../conversation/decode-session.ts'
import { encodeSession, snapshotHash } from '../../conversation/encode-session.ts'
import type { Message } from '../../conversation/message.ts'
import type { SessionFile, StoredMessage } from '../../conversation/session-file.ts'
import { readText } from '../../disk/read-text.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import type { StoreContext } from '../store-context.ts'
import { type Forgetting, isSame } from './forget-line.ts'
import { redact } from './redact.ts'

/**
 * Takes a message out of a session file, and what the file derives from it. In a file without a transcript its place
 * stays, empty.
 *
 * @param forgetting what; without `ref` the message is known by what it says
 * @returns whether the file said anything of it
 * @throws ChatCliError `damaged`, `newer-version`, `storage`; the file is as it was then
 */
export function forgetInSession(
  { disk, randomHex }: StoreContext,
  path: string,
  {
    ref,
    words,
    message,
  }: Partial<Pick<Forgetting, 'ref'>> & Pick<Forgetting, 'words'> & { readonly message: Message },
): boolean {
  const file = decodeSession(readText(disk, path), path)
  const isOwn = file.snapshot_hash !== undefined && snapshotHash(file) === file.snapshot_hash
  const isIt = (stored: StoredMessage): boolean => isThat(stored, ref, message)
  const isTied = file.transcript_id !== undefined
  const history = isTied
    ? file.chat_history.filter((stored) => !isIt(stored))
    : file.chat_history.map((stored) => (isIt(stored) ? { role: stored.role, content: '' } : stored))
  const { snapshot_hash: _, chat_history: __, ...facts } = file
  const derived = redact({ ...facts, chat_history: history }, words)
  const isFound = file.chat_history.some(isIt)
  if (!isFound && !derived.isChanged) return false
  const next: SessionFile = { ...derived.value, messages: history.length }
  const whole = isOwn ? { ...next, snapshot_hash: snapshotHash(next) } : next
  writeDurably(disk, path, Buffer.from(encodeSession(whole)), {
    replace: true,
    randomName: () => randomHex(16),
  })
  return true
}

function isThat(stored: StoredMessage, ref: MessageRef | undefined, message: Message): boolean {
  if (stored.ref !== undefined && ref !== undefined) return isSame(stored.ref, ref)
  return stored.role === message.role && stored.content === message.content && stored.content !== ''
}

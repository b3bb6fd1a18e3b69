import { join } from 'node:path'
import type { RecordMessage } from '../../conversation/record.ts'
import { sha256 } from '../../conversation/message-hash.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { readText } from '../../disk/read-text.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import { isArchiveFile, keyLengths } from '../archive-paths.ts'
import { readCatalogue } from '../catalogue.ts'
import { noteChange } from '../changed-log.ts'
import { finishReplacements } from '../finish-replacements.ts'
import { loadConversation } from '../load-conversation.ts'
import { openLive } from '../open-live.ts'
import { sessionPath } from '../read-session.ts'
import { recordOf } from '../record-of.ts'
import { readSessionHead } from '../session-head.ts'
import { transcriptPath } from '../side-files.ts'
import type { StoreContext } from '../store-context.ts'
import { sweepTempFiles } from '../sweep-temp-files.ts'
import { forgetInSession } from './forget-in-session.ts'
import { forgetLine } from './forget-line.ts'
import { rewriteTranscript } from './rewrite-transcript.ts'
import { wordsOf, wordsOnlyIn } from './words-of.ts'

/** What a message was taken out of. */
export interface Forgotten {
  readonly position: number
  /** Sessions that had it. */
  readonly names: readonly string[]
  readonly transcripts: number
  readonly sessions: number
  /** Texts of the archive. */
  readonly archived: number
}

/** Longer than any write takes. */
const TEN_MINUTES = 600_000

/**
 * Takes one message out of everything in the home: the session, its transcript and forks of it, side files, trash,
 * archive, and what was derived from it (summaries, titles, labels). What is left says that there was a message, and
 * nothing of what it said; positions stay. Stopped halfway, it can be asked for again. The index is the caller's.
 *
 * @param position in the record, 0-based
 * @throws ChatCliError `not-found`, `usage` for a position that has no message, `damaged`, `newer-version`, `storage`
 */
export function forgetMessage(context: StoreContext, name: string, position: number): Forgotten {
  const { disk, home } = context
  const folders = [home.transcripts, ...disk.list(home.trash).map((entry) => join(home.trash, entry))]
  const disks = { disk, reader: disk }
  // What somebody was stopped at before still says it.
  for (const folder of folders) finishReplacements(disks, folder)
  const loaded = loadConversation(context, name, { whole: true })
  const { messages } = recordOf(loaded)
  const found = messageAt(messages, position, name)
  const { message, ref } = found
  const others = messages.filter((other) => other !== found).map((other) => other.message)
  const words = new Set(wordsOnlyIn(message, others))
  const archived = forgetInArchive(context, words, message.content)
  for (const key of archived.keys) words.add(key)
  const transcripts = ref === undefined ? [] : transcriptsWith(context, folders, ref[0])
  // The one that says where the message is comes last, so that it can be asked for again until all is done.
  const own = transcriptPath(context, loaded.transcript?.id ?? '')
  transcripts.sort((a, b) => Number(a.path === own) - Number(b.path === own))
  const ids = new Set(transcripts.map(({ id }) => id))
  const touched = sessionsOf(context, name, ids).filter(({ path }) =>
    forgetInSession(context, path, { words, message, ...(ref === undefined ? {} : { ref }) }),
  )
  let count = 0
  for (const { path } of transcripts) {
    const hides = (bytes: Uint8Array): boolean => hasWord(Buffer.from(bytes).toString('utf8'), words)
    const change = ref === undefined ? undefined : { ref, words }
    if (change === undefined) continue
    if (rewriteTranscript(context, path, (event) => forgetLine(event, change), hides) > 0) count++
  }
  for (const folder of folders) finishReplacements(disks, folder)
  for (const { session } of touched) if (session !== undefined) saveAnew(context, session)
  sweepTempFiles(context, TEN_MINUTES)
  disk.syncFolder(home.sessions)
  for (const id of new Set([loaded.id, ...ids])) noteChange(context, { id, what: 'saved' })
  // The kept catalogue still has its title.
  readCatalogue(context)
  const names = touched.flatMap(({ session }) => session ?? [])
  return {
    position,
    names: [...new Set([name, ...names])],
    transcripts: count,
    sessions: touched.length,
    archived: archived.count,
  }
}

function messageAt(messages: readonly RecordMessage[], position: number, name: string): RecordMessage {
  const found = messages[position]
  if (found !== undefined && found.state !== 'missing') return found
  const hint = `Positions are counted from 0; see them with: chatcli session get ${name}`
  throw new ChatCliError('not-found', `"${name}" has no message at position ${position}`, { hint })
}

/** Removes the texts that have a word of it; their keys tell what they were, so those go too. */
function forgetInArchive(
  { disk, home }: StoreContext,
  words: ReadonlySet<string>,
  content: string,
): { readonly keys: readonly string[]; readonly count: number } {
  const keys: string[] = []
  let count = 0
  for (const file of disk.list(home.ccr).filter(isArchiveFile)) {
    const path = join(home.ccr, file)
    const text = readText(disk, path)
    if (text !== content && !hasWord(text, words)) continue
    try {
      disk.unlink(path)
    } catch (error) {
      throw toStorageError(error, 'remove', path)
    }
    const hash = sha256(text)
    keys.push(...keyLengths.map((length) => hash.slice(0, length)))
    count++
  }
  if (count > 0) disk.syncFolder(home.ccr)
  return { keys, count }
}

/** Transcripts and side files, in the trash too, that have lines of a writer. */
function transcriptsWith(
  { disk }: StoreContext,
  folders: readonly string[],
  w: string,
): { readonly id: string; readonly path: string }[] {
  return folders.flatMap((folder) =>
    listFolder(disk, folder)
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => ({ id: file.slice(0, -'.jsonl'.length), path: join(folder, file) }))
      .filter(({ path }) => names(disk, path, `"w":"${w}"`)),
  )
}

function listFolder(disk: StoreContext['disk'], folder: string): string[] {
  return disk.stat(folder)?.kind === 'folder' ? disk.list(folder) : []
}

const pieceBytes = 1 << 20

/** Whether a file has some bytes. The names of writers stand in clear also in sealed lines. */
function names(disk: StoreContext['disk'], path: string, wanted: string): boolean {
  if (disk.stat(path)?.kind !== 'file') return false
  const fd = disk.openRead(path)
  try {
    const { size } = disk.statOpen(fd)
    for (let at = 0; at < size; at += pieceBytes) {
      const bytes = readOpenRange(disk, fd, at, Math.min(pieceBytes + wanted.length, size - at))
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(wanted)) return true
    }
    return false
  } finally {
    disk.close(fd)
  }
}

/** The session, and those that go with one of the transcripts, in the trash too. What cannot be read says nothing. */
function sessionsOf(
  context: StoreContext,
  name: string,
  ids: ReadonlySet<string>,
): { readonly path: string; readonly session: string | undefined }[] {
  const { disk, home } = context
  const own = sessionPath(context, name)
  const folders = [home.sessions, ...disk.list(home.trash).map((entry) => join(home.trash, entry))]
  return folders.flatMap((folder) =>
    listFolder(disk, folder)
      .filter((file) => file.endsWith('.json') && file !== 'why.json')
      .map((file) => ({
        path: join(folder, file),
        session: folder === home.sessions ? file.slice(0, -'.json'.length) : undefined,
      }))
      .filter(({ path }) => path === own || ids.has(transcriptOf(disk, path) ?? '')),
  )
}

function transcriptOf(disk: StoreContext['disk'], path: string): string | undefined {
  try {
    return disk.stat(path)?.kind === 'file' ? readSessionHead(disk, path).transcript_id : undefined
  } catch {
    return undefined
  }
}

/** A snapshot of what the transcript says by now. */
function saveAnew(context: StoreContext, session: string): void {
  try {
    const live = openLive(context, session)
    try {
      if (live.hasTranscript) live.save()
    } finally {
      live.close()
    }
  } catch (error) {
    // The file says nothing of it any more; a later save makes it a snapshot again.
    if (!(error instanceof ChatCliError)) throw error
  }
}

function hasWord(text: string, words: ReadonlySet<string>): boolean {
  for (const word of wordsOf(text)) if (words.has(word)) return true
  return false
}

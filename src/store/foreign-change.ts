import { diffWindow } from '../conversation/diff-window.ts'
import type { EditBody, Insertion, MessageRef, Settings } from '../conversation/event.ts'
import type { WindowMessage } from '../conversation/fold-state.ts'
import type { ConversationFold } from '../conversation/fold.ts'
import { messageHash, sha256 } from '../conversation/message-hash.ts'
import type { Message } from '../conversation/message.ts'
import type { SessionFile } from '../conversation/session-file.ts'
import type { LoadNote } from './load-note.ts'
import type { SessionOnDisk } from './read-session.ts'
import { plainMessage } from './seed-events.ts'

/** What another hand did to a session file. */
export interface ForeignChange {
  readonly edit: EditBody
  readonly settings: Settings | undefined
  readonly note: LoadNote
}

/**
 * The difference between a changed session file and the conversation it was taken from. A file that kept our
 * `snapshot_hash` was changed by hand (`edit`); a program that does not know the field drops it (`adopt`).
 *
 * @param base the fold at the place the file was taken from
 * @param isExact false when that place is unknown and `base` is the whole conversation: then messages behind the last
 *   one the file knows were not removed by the other program, it had not seen them
 */
export function foreignChange(
  { file, bytes }: SessionOnDisk,
  base: ConversationFold,
  isExact: boolean,
  writer: { readonly w: string; readonly n: number },
): ForeignChange | undefined {
  const kind = file.snapshot_hash === undefined ? 'adopt' : 'edit'
  const from = sha256(bytes)
  const messages = file.chat_history.map(plainMessage)
  const { window, title, settings } = base.state()
  const compared = isExact ? window : knownPart(window, messages)
  const none: EditBody = { kind, from, removes: [], changes: [], inserts: [] }
  const edit = diffWindow(compared, messages, { kind, from, ...writer }) ?? none
  const set = changedFacts(file, kind, { ...settings, title })
  const touched = edit.removes.length + edit.changes.length + edit.inserts.length > 0
  if (!touched && Object.keys(set).length === 0) return undefined
  const added = edit.inserts.length
  const removed = compared.length + added - messages.length
  return {
    edit,
    settings: Object.keys(set).length > 0 ? set : undefined,
    note: {
      kind: kind === 'edit' ? 'changed-by-hand' : 'changed-by-program',
      removed,
      changed: edit.changes.length,
      added,
    },
  }
}

/**
 * What an unchanged session file has and the transcript does not: the transcript was damaged, or an older one was put in
 * its place. Messages come back behind the messages they stood behind.
 *
 * @param isExact true when the transcript is certainly the one the file was taken from, so that it has every fact
 */
export function missingFromTranscript(
  { file, bytes }: SessionOnDisk,
  fold: ConversationFold,
  isExact: boolean,
  writer: { readonly w: string; readonly n: number },
): ForeignChange | undefined {
  const said = file.chat_history.map((stored) => ({ ref: stored.ref, message: plainMessage(stored) }))
  const inserts = missingMessages(said, fold, writer)
  const settings = isExact ? {} : missingFacts(file, fold.state().settings)
  const isComplete = Object.keys(settings).length === 0
  if (inserts.length === 0 && isComplete) return undefined
  const edit: EditBody = { kind: 'adopt', from: sha256(bytes), removes: [], changes: [], inserts }
  return {
    edit,
    settings: isComplete ? undefined : settings,
    note: { kind: 'transcript-shorter', messages: inserts.length },
  }
}

/**
 * Insertions that bring back what a fold does not have, behind the messages it stood behind.
 *
 * @param said a window, with the line each message came from where that is known
 */
export function missingMessages(
  said: readonly { readonly ref?: MessageRef | undefined; readonly message: Message }[],
  fold: ConversationFold,
  { w, n }: { readonly w: string; readonly n: number },
): Insertion[] {
  const inserts: Insertion[] = []
  let after: MessageRef | null = null
  for (const { ref, message } of said) {
    if (ref === undefined || fold.has([ref[0], ref[1]])) after = ref ?? after
    else {
      inserts.push({ after, message })
      after = [w, n, inserts.length - 1]
    }
  }
  return inserts
}

/** Facts another hand changed. Another program names its title and its flags in its own way, so those are not its to change. */
function changedFacts(file: SessionFile, kind: 'edit' | 'adopt', known: Settings): Settings {
  const { title, attachments, archive_keys, cost } = file
  const lists = { attachments, archive_keys, cost }
  const flags = { title: title ?? '', private: file.private ?? false, pinned: file.pinned ?? false }
  const before: Settings = { ...known, private: known.private ?? false, pinned: known.pinned ?? false }
  const facts = kind === 'edit' ? { ...flags, ...lists } : lists
  const changed = Object.entries(facts).filter(([key, value]) => {
    if (kind === 'adopt' && value === undefined) return false
    return JSON.stringify(value ?? null) !== JSON.stringify(before[key] ?? null)
  })
  return Object.fromEntries(changed.map(([key, value]) => [key, value === '' ? null : (value ?? null)]))
}

function missingFacts(file: SessionFile, known: Settings): Settings {
  const { attachments, archive_keys, cost, pinned } = file
  const title = file.title === file.fold?.first_words ? undefined : file.title
  const facts = { title, private: file.private, pinned, attachments, archive_keys, cost }
  return Object.fromEntries(
    Object.entries(facts).filter(([key, value]) => value !== undefined && known[key] === undefined),
  )
}

function knownPart(window: readonly WindowMessage[], messages: readonly Message[]): readonly WindowMessage[] {
  const known = new Set(messages.map(messageHash))
  return window.slice(0, window.findLastIndex(({ hash }) => known.has(hash)) + 1)
}

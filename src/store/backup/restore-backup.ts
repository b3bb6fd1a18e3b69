import { dirname, join } from 'node:path'
import { decodeLine } from '../../conversation/line-codec.ts'
import { openForAppend } from '../../disk/append-durably.ts'
import type { Disk } from '../../disk/disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { removeQuietly } from '../../disk/remove-quietly.ts'
import { tempFileName } from '../../disk/stale-temp-files.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { isSealedLine } from '../../seal/sealed-line.ts'
import { noteChange } from '../changed-log.ts'
import { type SessionHead, readSessionHead } from '../session-head.ts'
import { isSafeName } from '../session-name.ts'
import type { StoreContext } from '../store-context.ts'
import { readTombstones } from '../tombstones.ts'
import { trashEntries } from '../trash.ts'
import { type BackupMember, openBackup } from './read-backup.ts'

/** What a restore did, by the paths of the backup. */
export interface BackupRestored {
  /** Files that were not there. */
  readonly added: readonly string[]
  /** Transcripts that got lines they lacked. */
  readonly merged: readonly string[]
  /** Sessions of a name that another conversation has here; they got another name. */
  readonly forked: readonly { readonly name: string; readonly as: string }[]
  /** Files that are there already, with these or newer contents. */
  readonly kept: number
  /** What was purged here, or waits in the trash here, and does not come back by a backup. */
  readonly gone: readonly string[]
}

export interface RestoreBackupOptions {
  /** Absolute path of the backup. */
  readonly from: string
  /** The disk as it is: what is sealed stays sealed as it was. */
  readonly bare: Disk
}

/**
 * Brings the contents of a backup into a home, empty or in use. What is there stays: transcripts get the lines they
 * lack, which the conversations then fold in; a session of another conversation under a name that is taken gets
 * another name. Doing it again changes nothing.
 *
 * @param context its disk seals
 * @throws ChatCliError `not-found`, `damaged`; `refused` when one is sealed and the other is not; `storage`
 */
export function restoreBackup(context: StoreContext, { from, bare }: RestoreBackupOptions): BackupRestored {
  const backup = openBackup(bare, from)
  try {
    const read = (member: BackupMember): Uint8Array => backup.read(member)
    return new Restore(context, bare, read).run(backup.members)
  } finally {
    backup.close()
  }
}

const mostMoves = 20

/** One restore, and what it has done so far. */
class Restore {
  readonly #context: StoreContext
  readonly #bare: Disk
  readonly #read: (member: BackupMember) => Uint8Array
  readonly #added: string[] = []
  readonly #merged: string[] = []
  readonly #forked: { name: string; as: string }[] = []
  readonly #gone: string[] = []
  #kept = 0

  constructor(context: StoreContext, bare: Disk, read: (member: BackupMember) => Uint8Array) {
    this.#context = context
    this.#bare = bare
    this.#read = read
  }

  run(members: readonly BackupMember[]): BackupRestored {
    const { home } = this.#context
    this.#checkSeal(members.find(({ path }) => path === 'home.json'))
    const buried = this.#buried()
    const top = (path: string): string => path.split('/')[0] ?? ''
    const rank = ({ path }: BackupMember): number => {
      // A session must never stand there without its transcript; the home says first whether it is sealed.
      if (path === 'home.json') return 0
      return top(path) === 'sessions' ? 2 : 1
    }
    for (const member of members.toSorted((a, b) => rank(a) - rank(b))) {
      const { path } = member
      const to = join(home.root, ...path.split('/'))
      const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.(json|jsonl)$/, '')
      if (top(path) === 'transcripts' && path.endsWith('.jsonl')) {
        if (!isSafeName(stem)) continue
        if (buried.has(stem) || buried.has(stem.replace(/\.[\w-]+$/, ''))) this.#gone.push(path)
        else this.#lines(member, to)
      } else if (top(path) === 'sessions' && path.endsWith('.json')) {
        if (isSafeName(stem)) this.#session(member, to, stem, buried)
      } else if (path === 'state/tombstones.jsonl') this.#lines(member, to)
      else this.#file(member, to)
    }
    if (this.#added.length + this.#merged.length + this.#forked.length > 0)
      noteChange(this.#context, { id: '', what: 'restored' })
    return {
      added: this.#added,
      merged: this.#merged,
      forked: this.#forked,
      kept: this.#kept,
      gone: this.#gone,
    }
  }

  /** Nothing in clear may come into a sealed home, and nobody could tell what is sealed in one that is not. */
  #checkSeal(member: BackupMember | undefined): void {
    const { home } = this.#context
    if (this.#bare.stat(home.homeFile) === undefined) return
    const here = sealIn(readWholeFile(this.#bare, home.homeFile))
    const there = member === undefined ? undefined : sealIn(this.#read(member))
    if (here === there) return
    const hint = 'Restore it into an empty CHATCLI_HOME, and seal or unseal that one.'
    throw new ChatCliError('refused', 'The backup and this home are not sealed with the same key', { hint })
  }

  /** Ids that were purged here or wait in the trash. */
  #buried(): ReadonlySet<string> {
    const trashed = trashEntries(this.#context).flatMap(({ id, transcript_id = '' }) => [id, transcript_id])
    return new Set([...readTombstones(this.#context), ...trashed].filter((id) => id !== ''))
  }

  #file(member: BackupMember, to: string): void {
    if (this.#bare.stat(to) !== undefined) this.#kept++
    else this.#put(member, to, this.#read(member))
  }

  #put({ path }: BackupMember, to: string, bytes: Uint8Array): void {
    makeFolderDurably(this.#bare, dirname(to))
    writeDurably(this.#bare, to, bytes, { replace: false, randomName: this.#randomName })
    this.#added.push(path)
  }

  readonly #randomName = (): string => this.#context.randomHex(16)

  /** Lines that are not here yet: of one writer and number there is only one. */
  #lines(member: BackupMember, to: string): void {
    const bytes = this.#read(member)
    if (this.#bare.stat(to) === undefined) return this.#put(member, to, bytes)
    const present = new Set(linesOf(readWholeFile(this.#bare, to)).map(nameOfLine))
    const missing = linesOf(bytes).filter((line) => !present.has(nameOfLine(line)))
    if (missing.length === 0) {
      this.#kept++
      return
    }
    this.#append(to, Buffer.from(`\n${missing.join('\n')}\n`, 'latin1'))
    this.#merged.push(member.path)
  }

  /** The file may be replaced at this moment, then they go to the new one. */
  #append(to: string, lines: Uint8Array): void {
    for (let tries = 0; tries < mostMoves; tries++) {
      const handle = openForAppend(this.#bare, to)
      try {
        if (handle.append(lines).status === 'acknowledged') return
      } catch (error) {
        throw toStorageError(error, 'append to', to)
      } finally {
        handle.close()
      }
    }
    throw new ChatCliError('conflict', `${to} is being replaced again and again`, {
      hint: 'Restore again in a moment; nothing comes twice.',
    })
  }

  #session(member: BackupMember, to: string, name: string, buried: ReadonlySet<string>): void {
    const { disk, home } = this.#context
    const bytes = this.#read(member)
    const head = this.#headOf(bytes)
    if (buried.has(head?.id ?? '') || buried.has(head?.transcript_id ?? '')) {
      this.#gone.push(member.path)
      return
    }
    const taken = disk.list(home.sessions).find((file) => file.toLowerCase() === `${name}.json`.toLowerCase())
    if (taken === undefined) return this.#put(member, to, bytes)
    const here = join(home.sessions, taken)
    if (isEqual(readWholeFile(this.#bare, here), bytes) || this.#isOlder(here, head)) {
      this.#kept++
      return
    }
    this.#fork(name, bytes)
  }

  /** The same conversation: its transcript has what this file has, and more. */
  #isOlder(here: string, head: SessionHead | undefined): boolean {
    if (head?.transcript_id === undefined) return false
    try {
      return readSessionHead(this.#context.disk, here).transcript_id === head.transcript_id
    } catch {
      return false
    }
  }

  #fork(name: string, bytes: Uint8Array): void {
    const { home } = this.#context
    const stem = name.slice(0, 110)
    for (let i = 1; ; i++) {
      const as = i === 1 ? `${stem}-restored` : `${stem}-restored-${i}`
      const to = join(home.sessions, `${as}.json`)
      if (this.#bare.stat(to) !== undefined) {
        if (!isEqual(readWholeFile(this.#bare, to), bytes)) continue
        this.#kept++
        return
      }
      writeDurably(this.#bare, to, bytes, { replace: false, randomName: this.#randomName })
      this.#forked.push({ name, as })
      return
    }
  }

  /** What stands at the beginning of a session, sealed or not; undefined when it cannot be read. */
  #headOf(bytes: Uint8Array): SessionHead | undefined {
    const { home, disk } = this.#context
    makeFolderDurably(this.#bare, home.sessions)
    const temp = join(home.sessions, tempFileName(this.#randomName()))
    try {
      const fd = this.#bare.createExclusive(temp)
      try {
        this.#bare.write(fd, bytes)
      } finally {
        this.#bare.close(fd)
      }
      return readSessionHead(disk, temp)
    } catch {
      return undefined
    } finally {
      removeQuietly(this.#bare, temp)
    }
  }
}

function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
}

/** Its writer and number; of a line that cannot be read, its bytes: what is damaged here may be whole there. */
function nameOfLine(line: string): string {
  const bytes = Buffer.from(line, 'latin1')
  if (!isSealedLine(bytes) && decodeLine(bytes).status !== 'event') return line
  const [, w, n] = /^\{"v":\d+,"w":"([\w-]{1,64})","n":(\d{1,15}),/.exec(line) ?? []
  return w === undefined || n === undefined ? line : `${w} ${n}`
}

function sealIn(bytes: Uint8Array): string | undefined {
  try {
    const { sealed } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { sealed?: { key?: unknown } }
    return typeof sealed?.key === 'string' ? sealed.key : undefined
  } catch {
    return undefined
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

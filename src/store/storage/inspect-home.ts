import { basename, dirname, relative, sep } from 'node:path'
import type { Damage } from '../../conversation/record.ts'
import { isTempFileName } from '../../disk/stale-temp-files.ts'
import { ChatCliError } from '../../errors.ts'
import { readCatalogue } from '../catalogue.ts'
import { readTranscript } from '../read-transcript.ts'
import { isSafeName } from '../session-name.ts'
import type { StoreContext } from '../store-context.ts'
import { listTrash } from '../trash.ts'
import { foldersIn, type FoundFile, walkFiles } from './walk-files.ts'

/** Something about a file of the home that is not as it should be. Paths are relative to the home, with `/`. */
export interface OddFile {
  readonly path: string
  /** What there is, and what there should be. */
  readonly measured: string
  readonly expected: string
}

/** What a look at every file of a home shows. */
export interface HomeInspection {
  readonly root: string
  readonly exists: boolean
  /** Sessions that can be read, transcripts, entries of the trash. */
  readonly sessions: number
  readonly transcripts: number
  readonly trash: number
  /** Conversations that ended without a goodbye. */
  readonly interrupted: number
  /** Permissions that let others in, or keep the owner out. */
  readonly modes: readonly OddFile[]
  /** Files of another user. */
  readonly owners: readonly OddFile[]
  /** Links, pipes and the like, which are never followed, and session files with several names. */
  readonly links: readonly OddFile[]
  /** Names that are none, and names that some disks cannot tell apart. */
  readonly names: readonly OddFile[]
  /** Temp files of stopped programs. */
  readonly temp: readonly OddFile[]
  /** Session files that cannot be read: the code of the error, and why. */
  readonly unreadable: readonly { readonly name: string; readonly code: string; readonly reason: string }[]
  /** What cannot be read of transcripts, and how many of them were read for that. */
  readonly damage: readonly Damage[]
  readonly readTranscripts: number
  /** Files with lines that did not fit into their transcripts. */
  readonly sideFiles: readonly string[]
  /** Sessions and lines that another program wrote. */
  readonly foreignSessions: number
  readonly foreignLines: number
  /** Files in clear, in a sealed home. */
  readonly unsealed: readonly string[]
  /** Files that say they were changed after now. */
  readonly future: readonly OddFile[]
}

export interface InspectHomeOptions {
  /** Read every transcript; else the newest, up to 64 MB. */
  readonly readData?: boolean
  /** The person's id, where the system has one. */
  readonly uid: number | undefined
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const READ_BYTES = 64e6

/** Looks at every file of a home; nothing is changed. @throws ChatCliError `storage` */
export function inspectHome(
  context: StoreContext,
  { readData = false, uid }: InspectHomeOptions,
): HomeInspection {
  const { disk, home, now } = context
  const exists = disk.stat(home.root)?.kind === 'folder'
  const files = exists ? [...walkFiles(disk, home.root)] : []
  const folders: FoundFile[] = exists
    ? foldersIn(disk, home.root).flatMap((path) => {
        const stat = disk.stat(path)
        return stat === undefined ? [] : [{ path, stat }]
      })
    : []
  const under = (path: string): string => relative(home.root, path).split(sep).join('/') || '.'
  const odd = (
    found: readonly FoundFile[],
    measured: (file: FoundFile) => string,
    expected: string,
  ): OddFile[] => found.map((file) => ({ path: under(file.path), measured: measured(file), expected }))
  const owned = files.filter(({ path }) => isOurs(home.root, path))
  const plain = owned.filter(({ stat }) => stat.kind === 'file')
  const { rows, unreadable } = exists ? readCatalogue(context) : { rows: [], unreadable: [] }
  const transcripts = plain.filter(
    ({ path }) => dirname(path) === home.transcripts && path.endsWith('.jsonl'),
  )
  const read = readTranscripts(context, transcripts, readData ? Infinity : READ_BYTES)
  const age = ({ stat }: FoundFile): string => new Date(stat.mtimeMs).toISOString()
  return {
    root: home.root,
    exists,
    sessions: rows.filter(({ interrupted }) => !interrupted).length,
    interrupted: rows.filter(({ interrupted }) => interrupted).length,
    transcripts: transcripts.length,
    trash: exists ? listTrash(context).length : 0,
    modes: [
      ...odd(
        folders.filter(({ path, stat }) => isOurs(home.root, path) && stat.mode !== 0o700),
        modeOf,
        '0700',
      ),
      ...odd(
        plain.filter(({ stat }) => (stat.mode & 0o777) !== 0o600),
        modeOf,
        '0600',
      ),
    ],
    owners:
      uid === undefined
        ? []
        : odd(
            [...folders, ...files].filter(({ stat }) => stat.uid !== uid),
            (file) => String(file.stat.uid),
            String(uid),
          ),
    links: [
      ...odd(
        owned.filter(({ stat }) => stat.kind !== 'file'),
        ({ stat }) => stat.kind,
        'file',
      ),
      ...odd(
        plain.filter(({ path, stat }) => dirname(path) === home.sessions && stat.links > 1),
        ({ stat }) => String(stat.links),
        '1',
      ),
    ],
    names: oddNames(context),
    temp: odd(
      owned.filter(({ path, stat }) => isTemp(path) && Math.max(stat.mtimeMs, stat.ctimeMs) < now() - HOUR),
      age,
      '',
    ),
    unreadable: unreadable.map(({ name, code, reason }) => ({ name, code, reason })),
    ...read,
    sideFiles: transcripts.map(({ path }) => under(path)).filter((path) => isSideFile(path, transcripts)),
    foreignSessions: rows.filter(({ id }) => id === '').length,
    unsealed:
      disk.seal?.isActive() === true
        ? plain.filter(({ path }) => disk.seal?.isUnsealed(path)).map(({ path }) => under(path))
        : [],
    future: odd(
      plain.filter(({ stat }) => stat.mtimeMs > now() + DAY),
      age,
      new Date(now()).toISOString(),
    ),
  }
}

/** Folders of other programs and of tools have rules of their own. */
const oursAtTop = [
  'sessions',
  'transcripts',
  'ccr',
  'trash',
  'state',
  'index',
  'contexts',
  'checkpoints',
  'costs',
]

function isOurs(root: string, path: string): boolean {
  const [top = '', second] = relative(root, path).split(sep)
  if (second === undefined)
    return (
      top === '' ||
      oursAtTop.includes(top) ||
      ['home.json', 'config.toml', 'keys.json'].includes(top) ||
      isTemp(top)
    )
  return oursAtTop.includes(top)
}

function isTemp(path: string): boolean {
  return isTempFileName(basename(path)) || path.endsWith('.tmp')
}

function modeOf({ stat }: FoundFile): string {
  return `0${(stat.mode & 0o7777).toString(8).padStart(3, '0')}`
}

function oddNames({ disk, home }: StoreContext): OddFile[] {
  const names = disk.list(home.sessions).filter((file) => file.endsWith('.json') && !isTempFileName(file))
  const byCase = new Map<string, string>()
  return names.flatMap((file): OddFile[] => {
    const path = `sessions/${file}`
    const name = file.slice(0, -'.json'.length)
    if (!isSafeName(name)) return [{ path, measured: name, expected: '' }]
    const other = byCase.get(name.toLowerCase())
    byCase.set(name.toLowerCase(), name)
    return other === undefined ? [] : [{ path, measured: name, expected: other }]
  })
}

function isSideFile(path: string, transcripts: readonly FoundFile[]): boolean {
  const [, owner] = /^transcripts\/(.+)\.[\w-]{1,64}\.jsonl$/.exec(path) ?? []
  return owner !== undefined && transcripts.some((other) => basename(other.path) === `${owner}.jsonl`)
}

function readTranscripts(
  { disk, home }: StoreContext,
  transcripts: readonly FoundFile[],
  most: number,
): Pick<HomeInspection, 'damage' | 'readTranscripts' | 'foreignLines'> {
  const damage: Damage[] = []
  let foreignLines = 0
  let bytes = 0
  let count = 0
  for (const { path, stat } of transcripts.toSorted((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)) {
    bytes += stat.size
    if (bytes > most && count > 0) break
    count++
    const file = relative(home.root, path).split(sep).join('/')
    try {
      for (const item of readTranscript(disk, path)) {
        if (item.kind === 'damage') damage.push({ ...item.damage, file })
        if (item.kind === 'event' && item.event.w === 'go') foreignLines++
      }
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      damage.push({ file, offset: 0, length: stat.size, reason: error.message })
    }
  }
  return { damage, readTranscripts: count, foreignLines }
}

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { localTime } from '../text/local-time.ts'

export interface TrajectoryFolderOptions {
  readonly disk: Disk
  /** Absolute path of the home folder. */
  readonly home: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** IANA name of the zone the names of files are in; the machine's when not given. */
  readonly timeZone?: string | undefined
}

export interface TrajectoryFile {
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly writtenAt: number
}

/** `exports/` of the home folder: trajectories, each in a file of its own that nobody else can read. */
export interface TrajectoryFolder {
  /** Absolute. */
  readonly path: string
  /** Writes a new file, `trajectory-<date>-<time>` and its ending. @throws ChatCliError `storage` */
  write(text: string, ending?: '.jsonl' | '.md'): string
  /** What is there, newest first. @throws ChatCliError `storage` */
  list(): readonly TrajectoryFile[]
}

const TRIES = 1000

/** The trajectories in a home folder; nothing is made before the first is written. */
export function trajectoryFolder({ disk, home, now, timeZone }: TrajectoryFolderOptions): TrajectoryFolder {
  const path = join(home, 'exports')
  return {
    path,
    write(text, ending = '.jsonl') {
      makeFolderDurably(disk, path)
      const time = localTime(now(), timeZone)
      const stem = `trajectory-${time?.date.replaceAll('-', '')}-${time?.time.replaceAll(':', '')}`
      for (let i = 1; i <= TRIES; i++) {
        const at = join(path, `${stem}${i === 1 ? '' : `-${i}`}${ending}`)
        try {
          const randomName = (): string => randomBytes(12).toString('hex')
          writeDurably(disk, at, Buffer.from(text), { replace: false, randomName })
          return at
        } catch (error) {
          if (!(error instanceof ChatCliError) || error.code !== 'exists') throw error
        }
      }
      const hint = 'Give a path of your own.'
      throw new ChatCliError('exists', `No name is free in ${path}`, { hint })
    },
    list() {
      try {
        return disk
          .list(path)
          .filter((name) => /^[^.].*\.(?:jsonl|md)$/.test(name))
          .flatMap((name): TrajectoryFile[] => {
            const stat = disk.stat(join(path, name))
            if (stat?.kind !== 'file') return []
            return [{ name, path: join(path, name), size: stat.size, writtenAt: stat.mtimeMs }]
          })
          .sort((a, b) => b.writtenAt - a.writtenAt || (a.name < b.name ? 1 : -1))
      } catch (error) {
        throw toStorageError(error, 'list', path)
      }
    },
  }
}

import { dirname, join } from 'node:path'
import type { Disk, FileStat } from '../disk/disk.ts'
import { errorCode } from '../disk/error-code.ts'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { readText } from '../disk/read-text.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'

/** Something that happened to the file, to be told to the person. */
export type PermissionNotice =
  /** It could not be understood, and was put aside under another name; nothing is remembered any more. */
  | { readonly kind: 'damaged'; readonly keptAs: string }
  /** A newer version of this program wrote it: it is left alone, and counts as empty. */
  | { readonly kind: 'newer-version' }
  /** It cannot be read or written: answers are remembered by this process only. */
  | { readonly kind: 'not-kept'; readonly error: ChatCliError }

export interface PermissionFileOptions {
  readonly disk: Disk
  readonly home: string
  readonly project: string
  readonly randomName: () => string
}

type Lasting = 'always' | 'never'

/** The whole file: answers by project, tool and scope. */
interface Contents {
  readonly version: 1
  readonly projects: Readonly<Record<string, ProjectAnswers>>
}

type ProjectAnswers = Readonly<Record<string, Readonly<Record<string, Lasting>>>>

const empty: Contents = { version: 1, projects: {} }

/** The file of lasting answers, as one process sees it for one project. It is read anew at every look. */
export class PermissionFile {
  readonly #options: PermissionFileOptions
  readonly #path: string
  /** What could not be written. */
  readonly #own = new Map<string, Lasting>()
  #notices: PermissionNotice[] = []

  constructor(options: PermissionFileOptions) {
    this.#options = options
    this.#path = join(options.home, 'state', 'permissions.json')
  }

  takeNotices(): readonly PermissionNotice[] {
    const notices = this.#notices
    this.#notices = []
    return notices
  }

  /** A `never` of this process counts even where the file says nothing. */
  find(tool: string, scope: string): Lasting | undefined {
    const contents = this.#read()
    const kept = contents === undefined ? undefined : ownValue(ownValue(this.#mine(contents), tool), scope)
    return kept ?? this.#own.get(keyOf(tool, scope))
  }

  remember(tool: string, scope: string, answer: Lasting): void {
    this.#own.set(keyOf(tool, scope), answer)
    const { disk, project, randomName } = this.#options
    for (let tries = 0; tries < 10; tries++) {
      const seen = this.#stat()
      const contents = this.#read()
      // Told already.
      if (contents === undefined) return
      const mine = this.#mine(contents)
      const answers = withValue(mine, tool, withValue(ownValue(mine, tool) ?? {}, scope, answer))
      const next: Contents = { version: 1, projects: withValue(contents.projects, project, answers) }
      try {
        makeFolderDurably(disk, dirname(this.#path))
        writeDurably(disk, this.#path, Buffer.from(`${JSON.stringify(next, null, 2)}\n`), {
          replace: seen !== undefined,
          randomName,
          beforeSwap: () => {
            if (!isSame(seen, this.#stat())) throw changed
          },
        })
        return
      } catch (error) {
        const isRace = error === changed || (error instanceof ChatCliError && error.code === 'exists')
        if (!isRace) return this.#notKept(error)
      }
    }
    this.#notKept(changed)
  }

  #mine({ projects }: Contents): ProjectAnswers {
    return ownValue(projects, this.#options.project) ?? {}
  }

  /** Undefined when it must be left alone. */
  #read(): Contents | undefined {
    let text: string
    try {
      text = readText(this.#options.disk, this.#path)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return empty
      this.#notKept(error)
      return undefined
    }
    const contents = parse(text)
    if (contents === 'newer') {
      this.#notice({ kind: 'newer-version' })
      return undefined
    }
    if (contents !== undefined) return contents
    return this.#putAside() ? empty : undefined
  }

  #putAside(): boolean {
    const { disk, randomName } = this.#options
    const keptAs = `${this.#path}.damaged-${randomName()}`
    try {
      disk.rename(this.#path, keptAs)
    } catch (error) {
      // Another process was faster.
      if (errorCode(error) === 'ENOENT') return true
      this.#notKept(error)
      return false
    }
    this.#notice({ kind: 'damaged', keptAs })
    return true
  }

  #stat(): FileStat | undefined {
    try {
      return this.#options.disk.stat(this.#path)
    } catch {
      return undefined
    }
  }

  #notKept(cause: unknown): void {
    const error = toStorageError(cause, 'keep what was allowed in', this.#path)
    if (!(error instanceof ChatCliError)) throw error
    this.#notice({ kind: 'not-kept', error })
  }

  #notice(notice: PermissionNotice): void {
    if (!this.#notices.some(({ kind }) => kind === notice.kind)) this.#notices.push(notice)
  }
}

const changed: ChatCliError = new ChatCliError(
  'conflict',
  'The file of permissions is being changed again and again',
  {
    hint: 'Close the other programs that write it.',
  },
)

function parse(text: string): Contents | 'newer' | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || typeof value['version'] !== 'number') return undefined
  if (value['version'] > 1) return 'newer'
  const { projects } = value
  const isWhole =
    isRecord(projects) &&
    Object.values(projects).every(
      (tools) =>
        isRecord(tools) &&
        Object.values(tools).every(
          (scopes) =>
            isRecord(scopes) &&
            Object.values(scopes).every((answer) => answer === 'always' || answer === 'never'),
        ),
    )
  return isWhole ? (value as unknown as Contents) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Scopes are written by models: one that is called like something every object has is not there. */
function ownValue<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

/** Also for the key `__proto__`. */
function withValue<T>(record: Readonly<Record<string, T>>, key: string, value: T): Record<string, T> {
  return Object.fromEntries([...Object.entries(record).filter(([other]) => other !== key), [key, value]])
}

function isSame(a: FileStat | undefined, b: FileStat | undefined): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev && a?.mtimeMs === b?.mtimeMs && a?.size === b?.size
}

function keyOf(tool: string, scope: string): string {
  return JSON.stringify([tool, scope])
}

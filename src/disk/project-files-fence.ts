import * as fs from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ChatCliError } from '../errors.ts'
import { errorCode } from './error-code.ts'
import { toStorageError } from './storage-error.ts'

/** Systems take no longer path, and differ in how they say so. */
const mostBytes = 3500

/** A path that was let through. */
export interface FencedPath {
  /** Absolute, and free of links as far as it exists. */
  readonly real: string
  /** Relative to the root, separated by `/`. */
  readonly shown: string
}

/** The way into a folder. */
export interface ProjectFence {
  /** Absolute, without links. */
  readonly root: string
  /** @throws ChatCliError `refused`, `usage`, `not-found` or `storage` */
  check(path: string): FencedPath
  /** Whether something inside, given by its real path, may be seen. */
  isForbidden(real: string): boolean
}

/**
 * Lets paths through that stay inside a folder and outside of all `forbidden` ones, links resolved.
 *
 * @throws ChatCliError `not-found` when there is no such folder
 */
export function createProjectFence(folder: string, forbidden: readonly string[]): ProjectFence {
  const root = realRoot(folder)
  const walls = forbidden.map(realWall)
  const isForbidden = (real: string): boolean => walls.some((wall) => isInside(wall, real))
  return {
    root,
    isForbidden,
    check(path) {
      if (path.trim() === '') throw usage('The path is empty.')
      if (path.includes('\0')) throw usage('The path holds a NUL character.')
      if (Buffer.byteLength(path) > mostBytes) throw tooLong(path)
      const absolute = resolve(root, path)
      // A project that was opened through a link is called by the name of the link, too.
      const inside =
        isInside(root, absolute) || !isInside(resolve(folder), absolute)
          ? absolute
          : join(root, relative(resolve(folder), absolute))
      if (!isInside(root, inside)) throw outside(path)
      const real = deepestReal(inside, path)
      if (!isInside(root, real)) throw outside(path)
      if (isForbidden(real)) {
        throw new ChatCliError(
          'refused',
          `${path} belongs to ChatCLI itself and cannot be reached as a file`,
          {
            hint: 'Conversations are searched with the session tool.',
          },
        )
      }
      return { real, shown: relative(root, real).split(sep).join('/') || '.' }
    },
  }
}

function realRoot(folder: string): string {
  try {
    const root = fs.realpathSync.native(folder)
    if (fs.statSync(root).isDirectory()) return root
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') {
      throw toStorageError(error, 'open', folder)
    }
  }
  throw new ChatCliError('not-found', `There is no folder ${folder}`, {
    hint: 'Start in a folder that exists.',
  })
}

function realWall(folder: string): string {
  try {
    return deepestReal(resolve(folder), folder)
  } catch {
    return resolve(folder)
  }
}

/** The path with the part of it that exists freed of links. */
function deepestReal(absolute: string, given: string): string {
  try {
    return fs.realpathSync.native(absolute)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENAMETOOLONG') throw tooLong(given)
    if (code === 'ELOOP') throw new ChatCliError('refused', `${given} is a link that leads to itself`)
    if (code === 'ENOTDIR') throw usage(`A part of ${given} is a file, not a folder.`)
    if (code !== 'ENOENT') throw toStorageError(error, 'reach', given)
    // Something would be made where the link leads, and nobody knows where that is.
    if (isLink(absolute)) throw new ChatCliError('refused', `${given} is a link that leads to nothing`)
    const parent = dirname(absolute)
    return parent === absolute ? absolute : join(deepestReal(parent, given), absolute.slice(parent.length))
  }
}

function isLink(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function outside(path: string): ChatCliError {
  return new ChatCliError('refused', `${path} is outside of the working folder`, {
    hint: 'Only what is in the working folder can be read or changed; give a path relative to it.',
  })
}

function tooLong(path: string): ChatCliError {
  return usage(`The path is too long: ${path.slice(0, 80)}…`)
}

function usage(message: string): ChatCliError {
  return new ChatCliError('usage', message, { hint: 'Give a path such as src/main.ts.' })
}

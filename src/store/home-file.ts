import { readText } from '../disk/read-text.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { prepareHome } from './prepare-home.ts'
import type { StoreContext } from './store-context.ts'

/** What `home.json` says, by its keys; fields that are not known here survive. */
export type HomeFile = Readonly<Record<string, unknown>>

/**
 * Reads `home.json`; empty when there is none yet.
 *
 * @throws ChatCliError `damaged`, `storage`
 */
export function readHomeFile({ disk, home }: StoreContext): HomeFile {
  return disk.stat(home.homeFile) === undefined ? {} : parsed(home.homeFile, textOf(disk, home.homeFile))
}

/**
 * Changes `home.json`, from what stands there at the moment it is put in place.
 *
 * @param change gets what it says, gives what it is to say; called again when another process was faster
 * @throws ChatCliError `damaged`, `conflict`, `storage`
 */
export function updateHomeFile(context: StoreContext, change: (now: HomeFile) => HomeFile): void {
  const { disk, home, randomHex } = context
  prepareHome(context)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = textOf(disk, home.homeFile)
    const text = `${JSON.stringify(change(parsed(home.homeFile, before)), undefined, 2)}\n`
    if (text === before) return
    let isOvertaken = false
    try {
      writeDurably(disk, home.homeFile, Buffer.from(text), {
        replace: true,
        randomName: () => randomHex(16),
        beforeSwap() {
          isOvertaken = textOf(disk, home.homeFile) !== before
          if (isOvertaken) throw new ChatCliError('conflict', `${home.homeFile} was changed meanwhile`)
        },
      })
      return
    } catch (error) {
      if (!isOvertaken) throw error
    }
  }
  throw new ChatCliError('conflict', `${home.homeFile} is being changed again and again`, {
    hint: 'Try again.',
  })
}

const MOST_TRIES = 5

function textOf(disk: StoreContext['disk'], path: string): string {
  try {
    return readText(disk, path)
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
}

function parsed(path: string, text: string): HomeFile {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Told below, like anything else that is no object.
  }
  const hint = 'Put back a backup of that file; it says how the home is laid out.'
  throw new ChatCliError('damaged', `${path} cannot be read`, { hint })
}

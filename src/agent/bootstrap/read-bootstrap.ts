import { join } from 'node:path'
import { ChatCliError } from '../../errors.ts'
import type { BootstrapFolder } from './bootstrap-folder.ts'
import { bootstrapNames } from './bootstrap-names.ts'
import { type BootstrapUnfit, bootstrapText, MOST_BYTES } from './bootstrap-text.ts'

/** A file that is in force. */
export interface BootstrapFile {
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly from: BootstrapFolder['from']
  readonly stamp: string
  /** Bytes of the file. */
  readonly size: number
  readonly text: string
  /** Its text is only the beginning. */
  readonly isCut: boolean
}

/** A file that is there and cannot be told to a model. */
export interface BootstrapTrouble {
  readonly path: string
  readonly reason: BootstrapUnfit | ChatCliError
}

/** Files of a folder that the person has not let in. */
export interface BootstrapLeftOut {
  readonly folder: BootstrapFolder
  readonly files: readonly BootstrapFile[]
}

export interface Bootstrap {
  /** In the order in which the model is told. */
  readonly files: readonly BootstrapFile[]
  readonly troubles: readonly BootstrapTrouble[]
  readonly leftOut: readonly BootstrapLeftOut[]
}

/**
 * Reads what is in force: of each name the first that is there, in the folders that are let in.
 *
 * @param isAllowed asked once for each folder of a project that has one that would count
 */
export async function readBootstrap(
  folders: readonly BootstrapFolder[],
  isAllowed: (folder: BootstrapFolder, names: readonly string[]) => Promise<boolean>,
): Promise<Bootstrap> {
  const files = new Map<string, BootstrapFile>()
  const troubles: BootstrapTrouble[] = []
  const leftOut: BootstrapLeftOut[] = []
  for (const folder of folders) {
    const found = bootstrapNames.filter((name) => !files.has(name)).flatMap((name) => read(folder, name))
    const fit = found.flatMap((one) => ('reason' in one ? [] : [one]))
    const names = fit.map(({ name }) => name)
    if (fit.length > 0 && folder.from === 'workspace' && !(await isAllowed(folder, names))) {
      leftOut.push({ folder, files: fit })
      continue
    }
    troubles.push(...found.flatMap((one) => ('reason' in one ? [one] : [])))
    for (const file of fit) files.set(file.name, file)
  }
  return { files: bootstrapNames.flatMap((name) => files.get(name) ?? []), troubles, leftOut }
}

/** What a look at all of them shows; the same as long as nothing has changed. */
export function bootstrapStamp(folders: readonly BootstrapFolder[]): string {
  const stampOf = (folder: BootstrapFolder, name: string): string => {
    try {
      return folder.look(name)?.stamp ?? ''
    } catch (error) {
      if (error instanceof ChatCliError) return error.code
      throw error
    }
  }
  return folders.map((folder) => bootstrapNames.map((name) => stampOf(folder, name)).join('|')).join('/')
}

/** Nothing when there is none. */
function read(folder: BootstrapFolder, name: string): readonly (BootstrapFile | BootstrapTrouble)[] {
  const path = join(folder.path, name)
  try {
    const look = folder.look(name)
    if (look === undefined) return []
    const { size, stamp } = look
    const found = bootstrapText(folder.read(name, MOST_BYTES), size)
    if ('unfit' in found) return [{ path, reason: found.unfit }]
    return [{ name, path, from: folder.from, stamp, size, text: found.text, isCut: size > MOST_BYTES }]
  } catch (error) {
    if (error instanceof ChatCliError) return [{ path, reason: error }]
    throw error
  }
}

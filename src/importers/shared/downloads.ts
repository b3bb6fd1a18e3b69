import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import { readText } from '../../disk/read-text.ts'
import type { ImportMachine } from '../importer.ts'

/** Where this person's browser puts what it downloads, absolute. */
export function downloadsFolder({ disk, folder, environment, platform }: ImportMachine): string {
  const usual = join(folder, 'Downloads')
  if (platform !== 'linux') return usual
  // Desktops in other languages name the folder in theirs.
  const config = environment['XDG_CONFIG_HOME'] || join(folder, '.config')
  try {
    const named = /^XDG_DOWNLOAD_DIR="(\$HOME)?(\/[^"\n]+)"/m.exec(
      readText(disk, join(config, 'user-dirs.dirs')),
    )
    return named === null ? usual : `${named[1] === undefined ? '' : folder}${named[2] ?? ''}`
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return usual
  }
}

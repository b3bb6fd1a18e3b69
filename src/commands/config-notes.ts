import { type ConfigFile, settingRows, unknownKeys } from '../settings.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import { settingHint } from './find-setting.ts'

/** What stands in config.toml and has no effect there, a line for each key. */
export function configNotes(file: ConfigFile | undefined, text: Catalogue): string[] {
  if (file === undefined) return []
  const { path, values } = file
  const unknown = unknownKeys(file).map((key) => {
    const hint = settingHint(key, text)
    return text.config.unknownKey(path, key) + (hint === undefined ? '' : ` ${hint}`)
  })
  const isHomeThere = values[settingRows.home.key] !== undefined
  return [...unknown, ...(isHomeThere ? [text.config.homeInFile(path)] : [])].map(sanitiseLine)
}

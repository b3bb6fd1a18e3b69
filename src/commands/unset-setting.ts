import { editConfig, settingRows, writeConfig } from '../settings.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { BaseContext, CommandResult } from './command.ts'
import { configPlace } from './config-place.ts'
import { findSetting } from './find-setting.ts'

/**
 * `config unset KEY`: takes a key out of config.toml, also one that no setting has.
 *
 * @throws ChatCliError `not-found`, `refused`, `conflict`, `storage`
 */
export async function unsetSetting(context: BaseContext, word: string): Promise<CommandResult> {
  const { text, disk } = context
  const path = configPlace(context)
  const before = context.config()
  const key = before?.values[word] === undefined ? settingRows[findSetting(word, text)].key : word
  if (before?.values[key] === undefined) {
    return { text: text.config.wasNotSet(key), json: { key, wasSet: false } }
  }
  writeConfig(disk, path, await editConfig(before, key, undefined), before.text)
  return { text: text.config.nowUnset(sanitiseLine(key)), json: { key, wasSet: true } }
}

import { ChatCliError } from '../errors.ts'
import { editConfig, parseConfig, type SettingRow, settingRows, tomlOf, writeConfig } from '../settings.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { BaseContext, CommandResult } from './command.ts'
import { configPlace } from './config-place.ts'
import { findSetting } from './find-setting.ts'
import { settingJson, viewSetting } from './setting-view.ts'

/**
 * `config set KEY VALUE`: writes a value into config.toml, when it can be understood; `-` reads it from standard input.
 *
 * @throws ChatCliError `usage`, `not-found`, `refused`, `conflict`, `storage`
 */
export async function setSetting(context: BaseContext, word: string, given: string): Promise<CommandResult> {
  const { text, help, disk } = context
  const name = findSetting(word, text)
  const row: SettingRow<unknown> = settingRows[name]
  const path = configPlace(context)
  checkWritable(context, row, path)
  const before = context.config()
  const value = (given === '-' ? await context.readInput() : given).trim()
  if (value === '') {
    throw new ChatCliError('usage', text.config.emptyValue(row.key), { hint: text.config.emptyHint(row.key) })
  }
  checkValue(context, row, value)
  const edited = await editConfig(before, row.key, tomlOf(row, value))
  const after = await parseConfig(path, edited)
  const inFile = viewSetting(name, { ...context, environment: homeOnly(context), config: () => after })
  writeConfig(disk, path, edited, before?.text)
  const now = viewSetting(name, { ...context, config: () => after })
  const { config } = text
  return {
    text: row.secret === true ? config.nowSecret(row.key) : config.nowSet(row.key, inFile.shown),
    json: settingJson(now, help),
    notes: [
      ...(now.origin?.kind === 'environment' ? [config.environmentWins(now.origin.variable)] : []),
      ...(row.secret === true && given !== '-' ? [config.secretHint(row.key)] : []),
    ],
  }
}

function checkWritable({ text }: BaseContext, row: SettingRow<unknown>, path: string): void {
  const { config } = text
  if (row.environmentOnly === true) {
    const hint = config.variableHint(row.variables[0] ?? '')
    throw new ChatCliError('usage', config.notInFile(row.key), { hint })
  }
  if (row.parseTable !== undefined) {
    throw new ChatCliError('usage', config.byHand(row.key), { hint: config.byHandHint(sanitiseLine(path)) })
  }
}

/** @throws ChatCliError `usage` as the person would have to write it on the command line */
function checkValue({ environment }: BaseContext, row: SettingRow<unknown>, value: string): void {
  const example = (shown: string): string => `chatcli config set ${row.key} ${shown}`
  const parsed = row.parse(value, { kind: 'file', name: row.key, example }, environment)
  if (parsed instanceof ChatCliError) throw parsed
}

/** The environment as if no variable of a setting was set. */
function homeOnly({ environment }: BaseContext): BaseContext['environment'] {
  const { HOME, USERPROFILE } = environment
  return { HOME, USERPROFILE }
}

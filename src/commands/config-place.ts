import { configPath, resolveSetting, settingRows } from '../settings.ts'
import type { BaseContext } from './command.ts'

/** Where config.toml is, or would be. @throws ChatCliError `usage` when there is no home folder */
export function configPlace({ environment }: Pick<BaseContext, 'environment'>): string {
  return configPath(resolveSetting(settingRows.home, environment).value)
}

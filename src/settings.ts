import { homedir } from 'node:os'
import type { ConfigFile } from './settings/config-file.ts'
import type { Environment } from './settings/environment.ts'
import { resolveSettings } from './settings/resolve-settings.ts'
import { settingRows } from './settings/setting-rows.ts'
import type { Settings } from './settings/settings.ts'

export { type ConfigFile, configPath, parseConfig, readConfig } from './settings/config-file.ts'
export { editConfig } from './settings/edit-config.ts'
export type { Environment } from './settings/environment.ts'
export type { Settings } from './settings/settings.ts'
export { settingNames, settingRows } from './settings/setting-rows.ts'
export { type Origin, resolveSetting, unknownKeys } from './settings/resolve-settings.ts'
export type { SettingRow } from './settings/setting-row.ts'
export { tomlOf } from './settings/toml-of.ts'
export { withoutPassword } from './settings/value-parsers.ts'
export { writeConfig } from './settings/write-config.ts'

/**
 * Decides all settings: the environment before config.toml before the defaults.
 *
 * @param file undefined when there is no config.toml
 * @throws ChatCliError `usage` for a value that cannot be understood; its hint shows one that can.
 */
export function readSettings(environment: Environment, file?: ConfigFile): Settings {
  return resolveSettings(environment, file).settings
}

/** The environment of this process, with `HOME` filled in from the user database where it is missing. */
export function processEnvironment(): Environment {
  return { ...process.env, HOME: process.env['HOME'] || lookUpHome() }
}

/** Takes the keys out of the environment that programs started from here would get. */
export function hideKeys(): void {
  for (const name of [...settingRows.encryptionKey.variables, ...settingRows.previousEncryptionKey.variables])
    delete process.env[name]
}

function lookUpHome(): string | undefined {
  try {
    return homedir()
  } catch {
    // A user id without an entry in the user database, as in some containers.
    return undefined
  }
}

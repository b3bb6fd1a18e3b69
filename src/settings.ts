import { homedir } from 'node:os'
import type { Environment } from './settings/environment.ts'
import { resolveSettings } from './settings/resolve-settings.ts'
import type { Settings } from './settings/settings.ts'

export type { Environment } from './settings/environment.ts'
export type { Settings } from './settings/settings.ts'
export { settingRows } from './settings/setting-rows.ts'
export { resolveSetting, resolveSettings } from './settings/resolve-settings.ts'

/**
 * Reads all settings from the environment alone.
 *
 * @throws ChatCliError `usage` for a value that cannot be understood; its hint shows one that can.
 */
export function readSettings(environment: Environment): Settings {
  return resolveSettings(environment).settings
}

/** The environment of this process, with `HOME` filled in from the user database where it is missing. */
export function processEnvironment(): Environment {
  return { ...process.env, HOME: process.env['HOME'] || lookUpHome() }
}

function lookUpHome(): string | undefined {
  try {
    return homedir()
  } catch {
    // A user id without an entry in the user database, as in some containers.
    return undefined
  }
}

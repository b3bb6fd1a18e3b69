import { ChatCliError } from '../errors.ts'
import { readSettings, type Settings } from '../settings.ts'
import type { RetentionPolicy } from '../store/retention/retention-policy.ts'
import type { BaseContext } from './command.ts'

/**
 * How long things stay, as the settings ask for.
 *
 * @throws ChatCliError `usage` when one of them cannot be understood: then nothing may be removed
 */
export function retentionSettings({ sessionTtlDays, autosaveKeep, trashDays }: Settings): RetentionPolicy {
  for (const value of [sessionTtlDays, autosaveKeep, trashDays])
    if (value instanceof ChatCliError) throw value
  return { ttlDays: Number(sessionTtlDays), keep: Number(autosaveKeep), trashDays: Number(trashDays) }
}

/** The same, for a command. @throws ChatCliError `usage` */
export function retentionOf({ environment, config }: BaseContext): RetentionPolicy {
  return retentionSettings(readSettings(environment, config()))
}

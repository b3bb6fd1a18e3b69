import type { ClockReport, PruneItem } from '../chatcli.ts'
import { localTime } from '../text/local-time.ts'
import type { PolicyInForce } from '../store/retention/retention-policy.ts'
import type { CommandContext, JsonObject } from './command.ts'

/** How long things stay, as programs get to see it. */
export function policyJson({ ttlDays, keep, trashDays, fromHome }: PolicyInForce): JsonObject {
  return { sessionTtlDays: ttlDays, autosaveKeep: keep, trashDays, fromHome: [...fromHome] }
}

export function clockJson({ verdict, highWater }: ClockReport): JsonObject {
  return { verdict, highWater: new Date(highWater).toISOString() }
}

/** Something that goes. */
export function pruneItemJson({ store, reason, name, files, bytes, at }: PruneItem): JsonObject {
  return { store, reason, name, files, bytes, at: at === undefined ? null : new Date(at).toISOString() }
}

/** What is to be said of a clock that may be wrong. */
export function clockNotes(
  { verdict, highWater }: ClockReport,
  { text, timeZone }: CommandContext,
): readonly string[] {
  if (verdict === 'fine') return []
  const date = localTime(highWater, timeZone)?.date ?? ''
  return [text.storage.clock[verdict](date), text.storage.clock[`${verdict}Hint`]]
}

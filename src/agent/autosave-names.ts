import { compactLocalTime } from '../store/transcript-id.ts'

const TRIES = 1000

/** Names for a conversation that nobody named, `autosave-YYYYMMDD-HHMMSS` in local time first; ever more for one second. */
export function* autosaveNames(now: number): Generator<string, void, undefined> {
  const stem = `autosave-${compactLocalTime(now)}`
  yield stem
  for (let i = 2; i <= TRIES; i++) yield `${stem}-${i}`
}

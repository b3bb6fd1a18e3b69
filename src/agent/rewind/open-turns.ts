import type { OpenTurn } from '../../conversation/fold-state.ts'

const hour = 3_600_000

/**
 * Turns that somebody may still be at: nobody else takes their messages out of the window. After an hour of silence a
 * turn counts as over.
 */
export function openTurnsOf(turns: readonly OpenTurn[], now: number): ReadonlySet<string> {
  return new Set(turns.filter(({ at }) => now - Date.parse(at) < hour).map(({ turn }) => turn))
}

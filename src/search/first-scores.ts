import type { Arena } from './arena.ts'
import { ownMemory } from './arena.ts'
import type { Candidates } from './qualify.ts'
import { rankingConstants } from './ranking-constants.ts'

/** What the first step makes of the candidates, by number of session. */
export interface FirstScores {
  /** `doc · shares · time · named`. */
  readonly scores: Float64Array
  /** Coverage to the power that is its factor. */
  readonly shares: Float64Array
}

/**
 * Scores of the first step.
 *
 * @param inside 1 for each session that says something at the time asked for; undefined when none was asked for
 * @param machine 1 for each session that nobody named
 * @param room memory for the result, in which nothing is said of other sessions
 */
export function firstScores(
  { sessions, doc, coverage }: Candidates,
  inside: Uint8Array | undefined,
  machine: Uint8Array,
  room: Arena = ownMemory,
): FirstScores {
  const { coveragePower, timeBoost, machineShare } = rankingConstants
  const scores = room.doubles(doc.length)
  const shares = room.doubles(doc.length)
  // A query has few sets of words, so few coverages are different, and a power costs much.
  const bases = new Float64Array(mostKnown)
  const powers = new Float64Array(mostKnown)
  let known = 0
  for (let i = 0; i < sessions.length; i++) {
    const session = sessions[i]!
    const base = coverage[session]!
    let at = 0
    while (at < known && bases[at] !== base) at++
    if (at === known) {
      if (known === mostKnown) known = at = 0
      bases[at] = base
      powers[at] = base ** coveragePower
      known++
    }
    shares[session] = powers[at]!
    const time = inside !== undefined && inside[session] === 1 ? timeBoost : 1
    scores[session] = doc[session]! * powers[at]! * time * (machine[session] === 1 ? machineShare : 1)
  }
  return { scores, shares }
}

const mostKnown = 16

import { rankingConstants } from './ranking-constants.ts'

/** Robertson–Sparck Jones weight as in Lucene: `ln(1 + (N − n + 0.5) / (n + 0.5))`, for a term in `n` of `N` documents. */
export function idf(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))
}

/** Share of a term's weight that a message of `length` tokens earns with `frequency` occurrences. */
export function messageSaturation(frequency: number, length: number, average: number): number {
  return saturation(rankingConstants.messageK1, rankingConstants.messageB, frequency, length, average)
}

/** The same for a whole session. */
export function sessionSaturation(frequency: number, length: number, average: number): number {
  return saturation(rankingConstants.sessionK1, rankingConstants.sessionB, frequency, length, average)
}

/** What is added to the frequency below the line there: `share = frequency · (k1 + 1) / (frequency + norm)`. */
export function sessionNorm(length: number, average: number): number {
  return norm(rankingConstants.sessionK1, rankingConstants.sessionB, length, average)
}

/** The same with other constants: Robertson's k1 and b. */
export function saturation(
  k1: number,
  b: number,
  frequency: number,
  length: number,
  average: number,
): number {
  return (frequency * (k1 + 1)) / (frequency + norm(k1, b, length, average))
}

function norm(k1: number, b: number, length: number, average: number): number {
  const relative = average > 0 ? length / average : 1
  return k1 * (1 - b + b * relative)
}

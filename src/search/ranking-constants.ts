/** Every number of the ranking formula. docs/search.md shows the formula and what each part gains. */
export interface RankingConstants {
  /** Robertson's k1 (how soon repetition stops counting) and b (how much length counts) of messages. */
  messageK1: number
  messageB: number
  /** The same of sessions. */
  sessionK1: number
  sessionB: number
  /** An occurrence in title or name counts this many times. */
  titleFactor: number
  /** Weight of stop and framing words beside any other word. */
  lightWeight: number
  /** Weight of a word that is written like a name. */
  nameWeight: number
  /** Weight of a word that is read for one nobody wrote. */
  mendedWeight: number
  /** Weight of the exact form beside its stem, as a share of the word's weight. */
  exactShare: number
  /** Weight of a whole identifier beside its parts. */
  wholeShare: number
  /** Share of the smaller weight that two query neighbours add when they stand together in a message. */
  adjacencyShare: number
  /** Share of the smallest weight of its parts that a name adds which stands in a message exactly as typed. */
  literalShare: number
  /** Share of the occurrences in the messages before and after that counts for a message. */
  neighbourShare: number
  /** Share of the messages in the score of a session; the rest is the session as a whole. */
  messageShare: number
  /** How much it matters that a session lacks part of a query. */
  coveragePower: number
  /** A session that says something at the time asked for counts this much more. */
  timeBoost: number
  /** What the newest sessions gain; it halves after a week. */
  recencyShare: number
  /** A session nobody named stands behind a named one that says the same. */
  machineShare: number
}

/** The constants in force, chosen by cross-validation over labelled conversations. Only the evaluation changes them. */
export const rankingConstants: RankingConstants = {
  messageK1: 0.7,
  messageB: 0.6,
  sessionK1: 1.6,
  sessionB: 0.75,
  titleFactor: 2,
  lightWeight: 0.4,
  nameWeight: 1.3,
  mendedWeight: 0.8,
  exactShare: 0.3,
  wholeShare: 0.5,
  adjacencyShare: 0.5,
  literalShare: 0.5,
  neighbourShare: 0.4,
  messageShare: 0.6,
  coveragePower: 0.8,
  timeBoost: 3,
  recencyShare: 0.1,
  machineShare: 0.8,
}

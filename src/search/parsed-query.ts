import type { Token } from './analyze.ts'

/** A word, phrase or exclusion as typed, and the steps it was read as. */
export interface QueryWord {
  readonly typed: string
  readonly tokens: readonly Token[]
  /** Written with a `+`: a session must contain it. */
  readonly required: boolean
  /** Written in quotes: its steps must stand together, in their exact forms. */
  readonly phrase: boolean
  /** Written with a `*` at its end: every word that begins like its last step will do. */
  readonly prefix: boolean
  /** What was typed where the steps are those of another word, since nobody ever wrote this one. */
  readonly corrected?: string
}

/** A time range in milliseconds since the epoch: `from` is inside, `to` is not. */
export interface QueryTime {
  /** The words that were read as a time. */
  readonly phrase: string
  readonly from: number | undefined
  readonly to: number | undefined
  /** Operators leave out what lies outside, phrases merely prefer what lies inside. */
  readonly hard: boolean
}

/** A query, understood. Every text has one; what is no operator is words. */
export interface ParsedQuery {
  readonly text: string
  readonly words: readonly QueryWord[]
  /** `OR` stands between words: any of them is enough. */
  readonly either: boolean
  /** Messages that contain one of these are no hits. */
  readonly excluded: readonly QueryWord[]
  readonly times: readonly QueryTime[]
  readonly role: string | undefined
  /** Tool name, `*` stands for anything. */
  readonly tool: string | undefined
  /** Session name, `*` stands for anything. */
  readonly in: string | undefined
  readonly source: string | undefined
  /** Language of the session, two letters. */
  readonly lang: string | undefined
  /** Only messages with a fenced block of code. */
  readonly code: boolean
}

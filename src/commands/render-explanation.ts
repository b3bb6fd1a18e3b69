import type { MessageExplanation, SessionExplanation, TermScore } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { sanitiseLine } from '../text/sanitise.ts'

/** Where the score of a session comes from: its formula with the numbers in it, then what each term adds to it. */
export function renderSessionExplanation(
  score: number,
  { messages, session, coverage, time, recency, named, terms }: SessionExplanation,
  { explained }: Catalogue,
): string[] {
  const sum = `(0.6 · ${short(messages)} ${explained.messages} + 0.4 · ${short(session)} ${explained.session})`
  const factors = [
    `${short(coverage)} ${explained.coverage}`,
    ...(time === 1 ? [] : [`${short(time)} ${explained.time}`]),
    `${short(recency)} ${explained.recency}`,
    ...(named === 1 ? [] : [`${short(named)} ${explained.named}`]),
  ]
  return [`${short(score)} = ${sum} · ${factors.join(' · ')}`, ...terms.map(renderTerm)]
}

/** Where the score of a message comes from. */
export function renderMessageExplanation(
  score: number,
  { terms, adjacency }: MessageExplanation,
  { explained }: Catalogue,
): string[] {
  const together = adjacency === 0 ? [] : [`+ ${short(adjacency)} ${explained.adjacency}`]
  return [[short(score), ...terms.map(renderTerm), ...together].join('  ')]
}

function renderTerm({ typed, term, weight, idf, tf, score }: TermScore): string {
  const name = term === typed ? typed : `${typed} (${term})`
  return `${sanitiseLine(name)}: ${short(weight)} · idf ${short(idf)} · tf ${short(tf)} → ${short(score)}`
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}

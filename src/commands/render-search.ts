import type { MessageHit, SearchResult, SessionHit } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import { renderMessageExplanation, renderSessionExplanation } from './render-explanation.ts'
import { renderSnippet } from './render-snippet.ts'
import { speakerOf } from './speaker-of.ts'
import type { TextStyle } from './text-style.ts'

export interface RenderSearchOptions {
  readonly text: Catalogue
  readonly style: TextStyle
  readonly timeZone: string | undefined
}

/** The answer to a question: a bullet per session, a line per snippet, or one sentence when nothing was found. */
export function renderSearch(result: SearchResult, options: RenderSearchOptions): string {
  const { text } = options
  const query = sanitiseLine(result.query)
  if (result.sessions.length === 0) return text.noMatch(query, result.coverage.indexed)
  const isRecent = result.sessions.every((session) => session.tier === 'recent')
  const more = result.total - result.sessions.length
  return [
    isRecent ? text.recentHeading : text.searchHeading(query),
    ...result.sessions.map((session) => renderSession(session, options)),
    ...(more > 0 ? [text.andMoreMatch(more)] : []),
  ].join('\n\n')
}

function renderSession(session: SessionHit, { text, style, timeZone }: RenderSearchOptions): string {
  const { tier, missing, alsoIn } = session
  const date = localTime(session.updatedAt, timeZone)?.date
  const facts = [
    ...(tier === 'recent' ? [] : [text.matchCount(session.matches)]),
    ...(date === undefined ? [] : [date]),
    ...(missing.length === 0 ? [] : [text.missingWords(missing.map(sanitiseLine))]),
    ...(alsoIn.length === 0 ? [] : [text.alsoIn(alsoIn.map(sanitiseLine))]),
  ]
  const title = sanitiseLine(session.title)
  const heading = [
    `• ${style.strong(sanitiseLine(session.name))}`,
    ...(title === '' ? [] : [` — ${title}`]),
    ...(facts.length === 0 ? [] : [style.quiet(` (${facts.join(', ')})`)]),
  ]
  const { explanation } = session
  const parts = explanation === undefined ? [] : renderSessionExplanation(session.score, explanation, text)
  const explained = parts.map((part) => style.quiet(`    = ${part}`))
  return [
    heading.join(''),
    ...explained,
    ...session.messages.flatMap((hit) => renderHit(hit, text, style)),
  ].join('\n')
}

function renderHit(hit: MessageHit, text: Catalogue, style: TextStyle): string[] {
  const { explanation, score, snippet } = hit
  const parts = explanation === undefined ? [] : renderMessageExplanation(score, explanation, text)
  return [
    `    … ${style.quiet(`${speakerOf(hit, text)}:`)} ${renderSnippet(snippet, style)}`,
    ...parts.map((part) => style.quiet(`      = ${part}`)),
  ]
}

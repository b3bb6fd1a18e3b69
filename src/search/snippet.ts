import type { FoundTerm } from './term-finder.ts'
import { termFinder } from './term-finder.ts'
import { graphemeCut } from '../conversation/grapheme-cut.ts'
import { lineBreaks, lineMark } from './line-breaks.ts'
import type { SnippetMatch } from './search-result.ts'

/** UTF-16 code units: the span the matches of a snippet are chosen from, and the most a snippet holds. */
const core = 160
const most = 240
/** Text beyond this is not looked at. */
const farthest = 200_000

/** What a snippet looks for: terms with their weight, and how the person typed them. */
export type SnippetTerms = ReadonlyMap<string, { readonly typed: string; readonly weight: number }>

export interface Snippet {
  readonly text: string
  readonly matches: readonly SnippetMatch[]
}

interface Found extends FoundTerm {
  readonly typed: string
  readonly weight: number
}

/**
 * The densest stretch of a message: 160 to 240 code units, cut at the end of a sentence or line where one is near, else
 * between words, never inside a character. Line ends become spaces, in code and tables ` ⏎ `; a table's ruler is left out;
 * `…` stands where text was left out. Without any match it is the beginning of the message.
 *
 * @param find finds the terms; given where many messages are looked at for the same ones
 */
export function snippet(
  content: string,
  terms: SnippetTerms,
  find: (text: string) => readonly FoundTerm[] = termFinder(new Set(terms.keys())),
): Snippet {
  const text = content.slice(0, farthest)
  const found: Found[] = []
  for (const { term, start, end } of find(text)) {
    const wanted = terms.get(term)
    if (wanted !== undefined) found.push({ term, start, end, typed: wanted.typed, weight: wanted.weight })
  }
  const [first, last] = densest(found)
  const [from, to] = widen(text, found[first]?.start ?? 0, found[last]?.end ?? 0)
  return flatten(
    content,
    from,
    to,
    found.filter((match) => match.start >= from && match.end <= to),
  )
}

/** First and last match of the best stretch: different terms count by weight, repetitions hardly. */
function densest(found: readonly Found[]): readonly [number, number] {
  let best: readonly [number, number] = [0, -1]
  let bestScore = 0
  const inside = new Map<string, number>()
  let score = 0
  let first = 0
  for (const [last, match] of found.entries()) {
    score += gain(inside, match, 1)
    while (first < last && match.end - (found[first]?.start ?? 0) > core) {
      const left = found[first++]
      if (left !== undefined) score -= gain(inside, left, -1)
    }
    if (score > bestScore + 1e-9) {
      bestScore = score
      best = [first, last]
    }
  }
  return best
}

function gain(inside: Map<string, number>, match: Found, step: 1 | -1): number {
  const before = inside.get(match.term) ?? 0
  inside.set(match.term, before + step)
  const others = step === 1 ? before : before - 1
  return others === 0 ? match.weight : match.weight / 10
}

/** Grows a stretch to sentence or line borders where they are near enough, else to a fair size between words. */
function widen(text: string, start: number, end: number): readonly [number, number] {
  const room = Math.max(0, most - (end - start))
  const low = Math.max(0, start - Math.floor(room / 2))
  const from = low === 0 ? 0 : (lastBorder(text, low, start) ?? nextSpace(text, low, start))
  const high = Math.min(text.length, Math.max(end, from + most))
  const to =
    high === text.length
      ? high
      : (firstBorder(text, Math.max(end, from + core), high) ?? lastSpace(text, end, high))
  return [graphemeCut(text, from), to]
}

/** Start of the earliest sentence or line that begins between the two offsets. */
function lastBorder(text: string, low: number, high: number): number | undefined {
  const match = /(?:[.!?]["')\]]?\s|[。！？\n])\s*/u.exec(text.slice(low, high))
  return match === null ? undefined : low + match.index + match[0].length
}

function firstBorder(text: string, low: number, high: number): number | undefined {
  const match = /[.!?]["')\]]?(?=\s)|[。！？]|(?=\n)/u.exec(text.slice(low, high))
  return match === null ? undefined : low + match.index + match[0].length
}

function nextSpace(text: string, low: number, high: number): number {
  const space = text.slice(low, high).search(/\s/)
  return space < 0 ? low : low + space + 1
}

function lastSpace(text: string, low: number, high: number): number {
  for (let at = high; at > low && at > high - 40; at--) if (/\s/.test(text.charAt(at))) return at
  return Math.max(low, graphemeCut(text, high))
}

/** Lines of dashes under the head of a table, with their line ends. */
function rulersOf(content: string, from: number, to: number): readonly { start: number; end: number }[] {
  const text = content.slice(from, to)
  if (!text.includes('|')) return []
  return Array.from(text.matchAll(/^\s*\|(?:\s*:?-+:?\s*\|)+\s*?\n?$/gm), (match) => ({
    start: from + match.index,
    end: from + match.index + match[0].length,
  }))
}

function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 127) return code === 32 || (code >= 9 && code <= 13)
  return /\s/.test(text.charAt(at))
}

function isBetweenWords(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === 32 && at + 1 < end && !isSpaceAt(text, at + 1)
}

/** Without white space at the end, and a mark of a line end before it. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && isSpaceAt(text, end - 1)) end--
  return text.slice(0, text.endsWith(lineMark.trimEnd(), end) ? end - 2 : end)
}

/** Where each character of a stretch stands in the snippet. */
let places = new Uint32Array(most + 1)

/** Collapses white space and moves the matches along. */
function flatten(content: string, from: number, to: number, found: readonly Found[]): Snippet {
  const lead = from > 0 ? '…' : ''
  let text = lead
  // A look at the end of a text that grows piece by piece would put the pieces together each time.
  let endsInSpace = false
  if (places.length <= to - from) places = new Uint32Array(to - from + 1)
  const lineMatters = /```|~~~|\|/.test(content.slice(0, to)) ? lineBreaks(content.slice(0, to)) : () => false
  const rulers = rulersOf(content, from, to)
  for (let at = from; at < to; at++) {
    places[at - from] = text.length
    if (rulers.some((ruler) => at >= ruler.start && at < ruler.end)) continue
    let end = at
    // One space between two words is as it will be: words are taken together.
    while (end < to && (!isSpaceAt(content, end) || (end > at && isBetweenWords(content, end, to)))) {
      places[end - from] = text.length + end - at
      end++
      if (rulers.length > 0) break
    }
    if (end > at) {
      text += content.slice(at, end)
      endsInSpace = false
      at = end - 1
    } else if (text.length === lead.length) continue
    else if (content.charCodeAt(at) === 10 && lineMatters(at)) {
      text = text.replace(/ (?:⏎ )?$/, '') + lineMark
      endsInSpace = true
    } else if (!endsInSpace) {
      text += ' '
      endsInSpace = true
    }
  }
  text = withoutEnd(text)
  places[to - from] = text.length
  const matches: SnippetMatch[] = []
  for (const { start: first, end: last, typed } of found) {
    const start = places[first - from] ?? 0
    const end = Math.min(places[last - from] ?? text.length, text.length)
    const before = matches.at(-1)
    // Pairs of characters overlap: what was typed as one word is marked as one.
    if (before !== undefined && start < before.end)
      matches[matches.length - 1] = { ...before, end: Math.max(end, before.end) }
    else matches.push({ start, end, term: typed })
  }
  const cut = /\S/.test(content.slice(to, to + 1000)) || to + 1000 < content.length
  return { text: cut ? text + '…' : text, matches }
}

import { graphemeCut } from '../../conversation/grapheme-cut.ts'
import { type OutlineEntry, indentOf, isProse, outline } from './outline.ts'
import { type TextLines, textLines } from './text-lines.ts'

/** A stretch of a document. */
export interface Passage {
  /** 1-based, both inclusive. */
  readonly startLine: number
  readonly endLine: number
  /** Headings or declarations it stands under, outermost first; its own first line too when that is one. */
  readonly headings: readonly string[]
  /** How many of those are above its text and not in it. */
  readonly above: number
  /** Place in the document, UTF-16. */
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface CutOptions {
  /** The most that a passage holds, UTF-16 code units. */
  readonly most?: number
}

/** UTF-16 code units of a passage. */
export const longestPassage = 1200
/** A heading or declaration begins a new passage when the one before has at least this share of the most. */
const wellFilled = 0.3
/** Lines of the passage before that are said again, where a cut goes through what belongs together. */
const overlap = 2

/** How good a place for a cut is the beginning of a line. */
const Break = { anywhere: 1, outdent: 2, paragraph: 3, block: 4, entry: 5 } as const

/**
 * Cuts a document into passages: at headings, declarations or paragraphs where it can, else between lines, and a line
 * that is longer than a passage between its sentences or words. A passage that begins within something has the two lines
 * before it once more.
 */
export function cutPassages(path: string, text: string, options: CutOptions = {}): readonly Passage[] {
  const { most = longestPassage } = options
  const lines = textLines(text)
  const entries = outline(path, lines)
  const breaks = breaksOf(lines, entries, isProse(path))
  const trail = trailOf(lines, entries, isProse(path))
  const passages: Passage[] = []
  const add = (startLine: number, endLine: number, start: number, end: number): void => {
    const piece = text.slice(start, end)
    if (/[\p{L}\p{N}]/u.test(piece)) {
      passages.push({
        startLine: startLine + 1,
        endLine: endLine + 1,
        ...trail(startLine),
        start,
        end,
        text: piece,
      })
    }
  }
  for (let first = 0; first < lines.count;) {
    const start = lines.start(first)
    if (lines.end(first) - start > most) {
      for (const [from, to] of cutLine(text, start, lines.end(first), most)) add(first, first, from, to)
      first++
      continue
    }
    const from = overlapStart(lines, breaks, first, most)
    const next = nextCut(lines, breaks, { from, first, most })
    add(from, next - 1, lines.start(from), lines.end(next - 1))
    first = next
  }
  return passages
}

/** The first line behind a passage that begins at `from`, of which those before `first` were said before. */
function nextCut(
  lines: TextLines,
  breaks: Uint8Array,
  { from, first, most }: { readonly from: number; readonly first: number; readonly most: number },
): number {
  const start = lines.start(from)
  let best = first + 1
  let bestBreak = 0
  for (let line = first + 1; line < lines.count; line++) {
    const length = lines.start(line) - start
    const found = breaks[line]!
    if (found === Break.entry && length >= wellFilled * most) return line
    if (lines.end(line) - start > most) return lines.end(line) - lines.start(line) > most ? line : best
    // The later the better among equals; a stronger one must not leave a scrap behind.
    if (length >= wellFilled * most ? found >= bestBreak : bestBreak === 0 && found > 0) {
      best = line
      bestBreak = length >= wellFilled * most ? found : 0
    }
  }
  return lines.count
}

function overlapStart(lines: TextLines, breaks: Uint8Array, first: number, most: number): number {
  let from = first
  while (
    from > 0 &&
    first - from < overlap &&
    breaks[from]! < Break.entry &&
    lines.end(first) - lines.start(from - 1) <= most / 2
  )
    from--
  return from
}

function breaksOf(lines: TextLines, entries: readonly OutlineEntry[], prose: boolean): Uint8Array {
  const breaks = new Uint8Array(lines.count)
  let isBlank = true
  let indent = 0
  for (let line = 0; line < lines.count; line++) {
    const text = lines.at(line)
    const own = indentOf(text)
    const empty = own === text.length
    if (empty) breaks[line] = Break.anywhere
    else if (isBlank) breaks[line] = own === 0 && !prose ? Break.block : Break.paragraph
    else breaks[line] = own < indent ? Break.outdent : Break.anywhere
    if (!empty) indent = own
    isBlank = empty
  }
  const shallow = entries.reduce((least, { depth }) => Math.min(least, depth), Infinity)
  for (const { first, depth } of entries) {
    // Every heading opens something; of declarations those that stand in no other, and methods.
    const isEntry = prose || depth <= Math.max(shallow, 1) || breaks[first]! >= Break.paragraph
    breaks[first] = isEntry ? Break.entry : Math.max(breaks[first]!, Break.outdent)
  }
  return breaks
}

/** What a passage that begins at a line stands under; lines are to be asked for in order. */
function trailOf(
  lines: TextLines,
  entries: readonly OutlineEntry[],
  prose: boolean,
): (line: number) => Pick<Passage, 'headings' | 'above'> {
  let next = 0
  let stack: readonly OutlineEntry[] = []
  return (line) => {
    for (let entry = entries[next]; entry !== undefined && entry.first <= line; entry = entries[++next]) {
      const { depth } = entry
      stack = [...stack.filter((open) => open.depth < depth), entry]
    }
    const begins = stack.at(-1)?.first === line
    const indent = begins || prose ? Infinity : indentAt(lines, line)
    const under = stack.filter((entry) => entry.depth <= indent)
    return { headings: under.map(({ title }) => title), above: under.length - (begins ? 1 : 0) }
  }
}

/** Columns of the first line from `line` on that says something. */
function indentAt(lines: TextLines, line: number): number {
  for (let at = line; at < lines.count; at++) {
    const text = lines.at(at)
    const indent = indentOf(text)
    if (indent < text.length) return indent
  }
  return 0
}

/** Pieces of a line that is too long, cut behind a sentence or between words where it can be. */
function cutLine(
  text: string,
  start: number,
  end: number,
  most: number,
): readonly (readonly [number, number])[] {
  const pieces: (readonly [number, number])[] = []
  for (let from = start; from < end;) {
    const to = end - from <= most ? end : cutWithin(text, from, from + most)
    pieces.push([from, to])
    from = to
  }
  return pieces
}

function cutWithin(text: string, from: number, to: number): number {
  const window = text.slice(from + Math.floor((to - from) / 2), to)
  const sentence =
    /^[^]*[.!?。！？;]\s/u.exec(window)?.[0].length ?? /^[^]*[。！？]/u.exec(window)?.[0].length
  const word = /^[^]*\s/u.exec(window)?.[0].length
  const within = sentence ?? word
  if (within !== undefined) return to - window.length + within
  const cut = graphemeCut(text, to)
  return cut > from ? cut : to
}

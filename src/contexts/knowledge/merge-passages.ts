import type { Passage } from './cut-passages.ts'

/** A passage with its score, or several that touch each other as one. */
export interface MergedPassage {
  /** The first of them. */
  readonly passage: Passage
  /** 1-based, inclusive. */
  readonly endLine: number
  /** Place in the document, UTF-16. */
  readonly end: number
  readonly best: Passage
  /** Of the best of them. */
  readonly score: number
}

/** UTF-16 code units of passages that are shown as one. */
const most = 2400

/**
 * Passages of one document, best first, where those that overlap or follow each other are one: a reader wants a stretch
 * once, and whole.
 */
export function mergePassages(
  found: readonly { readonly passage: Passage; readonly score: number }[],
): readonly MergedPassage[] {
  const merged: MergedPassage[] = []
  for (const { passage, score } of found.toSorted((a, b) => a.passage.start - b.passage.start)) {
    const before = merged.at(-1)
    if (before !== undefined && passage.start <= before.end && passage.end - before.passage.start <= most) {
      const { endLine, end } = passage
      const better = score > before.score ? { best: passage, score } : {}
      merged[merged.length - 1] = { ...before, endLine, end, ...better }
    } else merged.push({ passage, endLine: passage.endLine, end: passage.end, best: passage, score })
  }
  return merged.sort((a, b) => b.score - a.score)
}

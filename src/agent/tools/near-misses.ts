const mostShown = 3
const mostOfLine = 200

/**
 * Lines of a text that are most like the first line of `wanted`, for a model that did not get it exactly right: those
 * that differ in white space only, else those that share most of their words. As `<number>\t<line>`; none when
 * nothing is like it.
 */
export function nearMisses(text: string, wanted: string): readonly string[] {
  const target = wanted.split('\n').find((line) => line.trim() !== '') ?? ''
  const targetWords = wordsOf(target)
  const scored = text.split(/\r?\n/).flatMap((line, i) => {
    const score = squeezed(line) === squeezed(target) ? 2 : shared(targetWords, wordsOf(line))
    return score >= 0.5 ? [{ score, shown: `${i + 1}\t${line.slice(0, mostOfLine)}` }] : []
  })
  const best = Math.max(0, ...scored.slice(0, 10_000).map(({ score }) => score))
  return scored
    .filter(({ score }) => best < 2 || score === 2)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostShown)
    .map(({ shown }) => shown)
}

function squeezed(line: string): string {
  return line.replaceAll(/\s+/g, '')
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, 1000).match(/[\p{L}\p{N}_]+/gu) ?? [])
}

/** Dice's coefficient: twice what both have, of what each has. */
function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = Array.from(a).filter((word) => b.has(word)).length
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}

/**
 * The known words that a mistyped one may have meant, closest first, at most three: those it is the beginning of, and
 * those that one or two letters (a third of the longer word at most) put, left out, changed or swapped make equal.
 */
export function similarWords(word: string, known: Iterable<string>): string[] {
  const typed = word.toLowerCase()
  if (typed === '') return []
  const near: { readonly word: string; readonly distance: number }[] = []
  for (const candidate of new Set(known)) {
    const lower = candidate.toLowerCase()
    const allowed = Math.min(2, Math.floor(Math.max(typed.length, lower.length) / 3))
    const begins = typed.length > 1 && lower.startsWith(typed)
    const distance = begins ? 0.5 : editDistance(typed, lower, allowed)
    if (distance <= allowed) near.push({ word: candidate, distance })
  }
  near.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
  const best = near[0]?.distance ?? 0
  return near
    .filter(({ distance }) => distance <= best + 0.5)
    .map(({ word }) => word)
    .slice(0, 3)
}

/** Optimal string alignment distance (Damerau–Levenshtein without overlapping swaps); more than `most` is Infinity. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  const distance = last[b.length] ?? Infinity
  return distance <= most ? distance : Infinity
}

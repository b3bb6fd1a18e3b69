/** 1 when one of the first `depth` results is wanted, else 0. */
export function hitAt(results: readonly string[], gold: ReadonlySet<string>, depth: number): number {
  return results.slice(0, depth).some((result) => gold.has(result)) ? 1 : 0
}

/** Share of what is wanted that stands among the first `depth` results, 0 to 1. */
export function recallAt(results: readonly string[], gold: ReadonlySet<string>, depth: number): number {
  if (gold.size === 0) return 0
  return new Set(results.slice(0, depth).filter((result) => gold.has(result))).size / gold.size
}

/** One over the rank of the first wanted result, 0 when there is none. */
export function reciprocalRank(results: readonly string[], gold: ReadonlySet<string>): number {
  const at = results.findIndex((result) => gold.has(result))
  return at < 0 ? 0 : 1 / (at + 1)
}

/** Normalised discounted cumulative gain with wanted or not as the gain: `Σ 1/log2(rank + 1)`, 1 for a perfect order. */
export function ndcgAt(results: readonly string[], gold: ReadonlySet<string>, depth: number): number {
  let gained = 0
  for (const [at, result] of results.slice(0, depth).entries()) if (gold.has(result)) gained += discount(at)
  let ideal = 0
  for (let at = 0; at < Math.min(depth, gold.size); at++) ideal += discount(at)
  return ideal === 0 ? 0 : gained / ideal
}

function discount(at: number): number {
  return 1 / Math.log2(at + 2)
}

/** The first of the names that is not taken, in no letter case: `tides`, `tides-2`, … */
export function freeName(name: string, taken: Iterable<string>): string {
  const lower = new Set<string>()
  for (const one of taken) lower.add(one.toLowerCase())
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`
    if (!lower.has(free.toLowerCase())) return free
  }
}

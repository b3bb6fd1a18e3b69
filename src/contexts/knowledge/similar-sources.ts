/** How many are named. */
const most = 5

/** Documents that may be meant by a name: those that end with it, or hold its last part; the shortest first. */
export function similarSources(given: string, sources: readonly string[]): readonly string[] {
  const wanted = given.toLowerCase().replace(/^.*?([^/]+)$/, '$1')
  if (wanted === '') return []
  const stem = wanted.replace(/\.\w+$/, '')
  const fits = (test: (source: string) => boolean): readonly string[] => sources.filter(test)
  const named = fits(
    (source) => source.toLowerCase().endsWith(`/${wanted}`) || source.toLowerCase() === wanted,
  )
  const held = named.length > 0 ? named : fits((source) => source.toLowerCase().includes(stem))
  return held.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, most)
}

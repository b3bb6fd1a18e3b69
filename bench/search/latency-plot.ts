import type { SearchFigures } from './search-bench.ts'

const width = 720
const height = 420
const margin = { left: 60, right: 130, top: 30, bottom: 50 }
const colours = ['#1b6ca8', '#c0392b', '#7d8b1e', '#8e44ad']

/** Median latency of queries of four common words against the size of the corpus, both logarithmic, as SVG. */
export function latencyPlot(all: readonly SearchFigures[]): string {
  const kind = 'common4'
  const names = ['chatcli', ...new Set(all.flatMap(({ peers }) => Object.keys(peers)))]
  const series = names.map((name) => ({
    name,
    points: all.flatMap(({ sessions, ours, peers }) => {
      const one = name === 'chatcli' ? ours : peers[name]
      const time = one === undefined || 'missing' in one ? undefined : one.queries[kind]?.p50
      return time === undefined ? [] : [{ sessions, time }]
    }),
  }))
  const times = series.flatMap(({ points }) => points.map(({ time }) => time))
  const sizes = all.map(({ sessions }) => sessions)
  const x = scale(Math.min(...sizes) / 1.5, Math.max(...sizes) * 1.5, margin.left, width - margin.right)
  const y = scale(Math.min(...times) / 2, Math.max(...times) * 2, height - margin.bottom, margin.top)
  const lines = series.flatMap(({ name, points }, i) => {
    const colour = colours[i % colours.length]
    const last = points.at(-1)
    if (last === undefined) return []
    const path = points.map(({ sessions, time }) => `${x(sessions)},${y(time)}`).join(' ')
    const dots = points.map(
      ({ sessions, time }) => `<circle cx="${x(sessions)}" cy="${y(time)}" r="4" fill="${colour}"/>`,
    )
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...dots,
      `<text x="${x(last.sessions) + 10}" y="${y(last.time) + 4}" fill="${colour}">${name} ${last.time.toFixed(1)} ms</text>`,
    ]
  })
  const powers = (from: number, to: number): number[] =>
    Array.from({ length: 12 }, (_, i) => 10 ** (i - 3)).filter((power) => power >= from && power <= to)
  const grid = [
    ...powers(Math.min(...times) / 2, Math.max(...times) * 2).map(
      (ms) =>
        `<line x1="${margin.left}" x2="${width - margin.right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/>` +
        `<text x="${margin.left - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
    ),
    ...sizes.map(
      (size) => `<text x="${x(size)}" y="${height - margin.bottom + 20}" text-anchor="middle">${size}</text>`,
    ),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${margin.left}" y="18">Median time of a query of four common words, by sessions in the store</text>`,
    ...grid,
    ...lines,
    '</svg>',
    '',
  ].join('\n')
}

function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = Math.log(to / from)
  return (value) => Math.round(start + (Math.log(value / from) / span) * (end - start))
}

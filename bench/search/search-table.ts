import type { PeerFigures, SearchFigures } from './search-bench.ts'

/** The figures as a table for people. */
export function searchTable(figures: SearchFigures): string {
  const { sessions, messages, textMb, ours, peers } = figures
  const classes = Object.keys(ours.queries)
  const all: [string, PeerFigures | { readonly missing: string }][] = [
    ['chatcli', ours],
    ...Object.entries(peers),
  ]
  const rows = all.map(([name, one]): string[] =>
    'missing' in one
      ? [name, one.missing]
      : [
          name,
          shown(one.buildMbPerS),
          shown(one.peakMb),
          one.indexRatio === null ? '–' : `${(one.indexRatio * 100).toFixed(1)} %`,
          ...classes.map((kind) => {
            const time = one.queries[kind]
            return time === undefined ? '–' : `${shown(time.p50)} / ${shown(time.p99)}`
          }),
        ],
  )
  const head = ['', 'MB/s', 'peak MB', 'size', ...classes]
  const cold =
    ours.coldMs === null ? 'not built' : `${shown(ours.coldMs)} (bare node ${shown(ours.bareNodeMs)})`
  return [
    `${sessions} sessions, ${messages} messages, ${textMb} MB of text; milliseconds, p50 / p99`,
    '',
    ...aligned([head, ...rows]),
    '',
    `segments ${ours.segments}, first answer of a process ${shown(ours.openMs)}, cold command ${cold},`,
    `fresh ${shown(ours.freshnessMs)}, sweep ${shown(ours.sweepMs)}, one changed session ${shown(ours.updateMs)}, ` +
      `forget one ${shown(ours.forgetMs)}`,
    '',
  ].join('\n')
}

function shown(value: number | null): string {
  return value === null
    ? '–'
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2)
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows.filter(({ length }) => length !== 2))
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

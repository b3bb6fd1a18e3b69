import type { Figure } from './experiment.ts'

/** Problems of a line that are shown; the figures for a program have all of them. */
const SHOWN = 8

/** The table of a run: what was tried, what came of it, what must hold; under it what went wrong, and lists. */
export function scoreboard(
  results: readonly {
    readonly name: string
    readonly seconds: number
    readonly figures: readonly Figure[]
  }[],
  seed: number,
): string {
  const rows = results.flatMap(({ name, seconds, figures }) =>
    figures.map((figure, i) => ({ ...figure, name: i === 0 ? `${name} (${seconds} s)` : '' })),
  )
  const width = (of: (row: (typeof rows)[number]) => string): number =>
    Math.max(...rows.map((row) => of(row).length))
  const columns = [width((row) => row.name), width((row) => row.what), width((row) => row.measured)] as const
  const lines = rows.map(({ name, what, measured, bar, isMet }) => {
    const mark = typeof isMet === 'string' ? isMet : isMet ? 'holds' : 'BROKEN'
    return `${name.padEnd(columns[0])}  ${what.padEnd(columns[1])}  ${measured.padEnd(columns[2])}  ${mark}: ${bar}`
  })
  const problems = rows.flatMap(({ what, problems }) =>
    problems.slice(0, SHOWN).map((problem) => `${what}: ${problem}`),
  )
  const lists = rows.flatMap(({ what, details = [] }) =>
    details.length === 0 ? [] : ['', `${what}:`, ...details.map((line) => `  - ${line}`)],
  )
  return [`RELIABILITY, seed ${seed}`, ...lines, ...problems.map((line) => `! ${line}`), ...lists, ''].join(
    '\n',
  )
}

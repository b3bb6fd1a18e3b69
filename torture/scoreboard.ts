import type { Figure } from './experiment.ts'

/** The table of a run: what was tried, what came of it, what must hold; under it what went wrong. */
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
  const problems = rows.flatMap(({ what, problems }) => problems.map((problem) => `${what}: ${problem}`))
  return [`RELIABILITY, seed ${seed}`, ...lines, ...problems.map((line) => `! ${line}`), ''].join('\n')
}

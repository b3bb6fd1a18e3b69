import type { MeasuredRun } from './measured-run.ts'
import type { Step } from './steps.ts'

/** What the steps took in homes of several sizes. */
export interface ScaleFigures {
  /** Of the homes, `sessions` or `MB`. */
  readonly unit: string
  readonly sizes: readonly number[]
  readonly rows: readonly {
    readonly step: string
    readonly grows: Step['grows']
    /** One for each size. */
    readonly runs: readonly MeasuredRun[]
    /** How many times as much processor time the last size took as the one half as large; without a start of the program. */
    readonly perDoubling: number | undefined
  }[]
}

/**
 * Processor time per doubling of the size, from the smallest to the largest.
 *
 * @param start processor time of a start of the program that does nothing, milliseconds
 */
export function perDoubling(
  sizes: readonly number[],
  runs: readonly MeasuredRun[],
  start: number,
): number | undefined {
  const [first, last] = [runs[0], runs.at(-1)]
  const doublings = Math.log2((sizes.at(-1) ?? 0) / (sizes[0] ?? 0))
  if (first === undefined || last === undefined || !(doublings > 0)) return undefined
  // What is not more than the noise of a start has no growth that can be told.
  const own = (run: MeasuredRun): number => Math.max(run.cpu - start, start / 4)
  return (own(last) / own(first)) ** (1 / doublings)
}

/** A table: for each size seconds by the clock and of the processor, memory, files opened and looked at, bytes read. */
export function scaleTable({ unit, sizes, rows }: ScaleFigures): string {
  const head = ['', ...sizes.map((size) => `${size} ${unit}`), 'per doubling']
  const under = ['', ...sizes.map(() => 'wall/cpu s, MB, opened/looked, MB read'), 'of cpu']
  const lines = rows.map(({ step, runs, perDoubling: growth }) => [
    step,
    ...runs.map(cell),
    growth === undefined ? '' : `${growth.toFixed(2)}x`,
  ])
  const all = [head, under, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((line) => (line[column] ?? '').length)))
  return all
    .map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function cell({ wall, cpu, peak, opened, looked, bytesRead }: MeasuredRun): string {
  const times = `${(wall / 1000).toFixed(2)}/${(cpu / 1000).toFixed(2)}`
  return `${times}, ${Math.round(peak / 1e6)}, ${opened}/${looked}, ${(bytesRead / 1e6).toFixed(1)}`
}

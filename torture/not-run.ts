import type { Figure } from './experiment.ts'

/** An experiment that cannot be made on this machine. */
export function notRun({ what, bar }: Pick<Figure, 'what' | 'bar'>, why: string): Figure {
  return { what, bar, measured: `not run: ${why}`, isMet: 'not-run', problems: [] }
}

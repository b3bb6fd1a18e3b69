import type { Environment } from '../../settings.ts'

export interface FullScreenOptions {
  /** There is a terminal at both ends. */
  readonly isTerminal: boolean
  /** The person wants lines, see `Settings.plain`. */
  readonly plain: boolean
  readonly environment: Environment
}

/** Whether the picker may take the whole screen: the terminal can move its cursor, and nobody asked for plain lines. */
export function isFullScreen({ isTerminal, plain, environment }: FullScreenOptions): boolean {
  const { TERM = '' } = environment
  return isTerminal && !plain && TERM !== 'dumb' && TERM !== ''
}

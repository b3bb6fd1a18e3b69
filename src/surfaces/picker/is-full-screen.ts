import type { Environment } from '../../settings.ts'

/**
 * Whether the picker may take the whole screen: there is a terminal at both ends that can move its cursor, and the
 * person has not asked for plain lines (`CHATCLI_PLAIN`, for screen readers).
 */
export function isFullScreen(isTerminal: boolean, environment: Environment): boolean {
  const { TERM = '', CHATCLI_PLAIN = '' } = environment
  const isPlain = !['', '0', 'off', 'false', 'no'].includes(CHATCLI_PLAIN.toLowerCase())
  return isTerminal && !isPlain && TERM !== 'dumb' && TERM !== ''
}

import type { ErrorCode } from '../../errors.ts'

/** What the process ends with when there is nothing to complain about. */
export const exitOk = 0

/** What it ends with when the program itself is wrong: `EX_SOFTWARE` of sysexits.h. */
export const exitBug = 70

const codes: Readonly<Record<ErrorCode, number>> = {
  'no-match': 1,
  usage: 2,
  'invalid-name': 2,
  'not-found': 3,
  key: 4,
  damaged: 5,
  'newer-version': 5,
  exists: 6,
  conflict: 6,
  locked: 6,
  storage: 7,
  refused: 8,
  provider: 9,
  'tools-unsupported': 9,
  interrupted: 130,
}

/** The exit code for a kind of error; `docs/json.md` and `chatcli help exit-codes` list them. */
export function exitCodeOf(code: ErrorCode): number {
  return codes[code]
}

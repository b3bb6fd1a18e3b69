import { errorCode } from '../disk/error-code.ts'

/** True for the failure of a disk call on something that is not there, as it came or as it was told. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT' || (error instanceof Error && errorCode(error.cause) === 'ENOENT')
}

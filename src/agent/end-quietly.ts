import { ChatCliError } from '../errors.ts'

/**
 * Ends a conversation of which everything is on the disk. When the disk refuses what comes then, that it is closed or
 * that it is thrown away, nothing is lost: it stays in the list.
 */
export function endQuietly(end: () => void): void {
  try {
    end()
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
  }
}

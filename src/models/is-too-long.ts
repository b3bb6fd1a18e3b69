import { ChatCliError } from '../errors.ts'

/** How the message of the error begins. */
export const tooLong = 'The conversation is too long for'

/** Whether a model could not answer because the conversation does not fit its window: it helps to compact it. */
export function isTooLong(error: unknown): boolean {
  return error instanceof ChatCliError && error.code === 'provider' && error.message.startsWith(tooLong)
}

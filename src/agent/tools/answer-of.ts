import { ChatCliError } from '../../errors.ts'
import type { ToolResult } from '../tool.ts'

/**
 * What a tool answers: the text that `work` gives, or the error that it throws with its hint.
 *
 * @throws ChatCliError `interrupted`, and whatever is no ChatCliError
 */
export async function answerOf(work: () => string | Promise<string>): Promise<ToolResult> {
  try {
    return { text: await work(), isError: false }
  } catch (error) {
    if (!(error instanceof ChatCliError) || error.code === 'interrupted') throw error
    const { message, hint } = error
    const sentence = /[.!?…]$/.test(message) ? message : `${message}.`
    return { text: hint ? `${sentence} ${hint}` : sentence, isError: true }
  }
}

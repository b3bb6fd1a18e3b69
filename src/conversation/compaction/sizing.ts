import type { Message } from '../message.ts'
import type { Draft } from './draft.ts'

/** Tokens of one message, as the model counts. */
export type TokensOf = (message: Message) => number

export function tokensIn(draft: Draft, tokensOf: TokensOf): number {
  return draft.reduce((sum, { message }) => sum + tokensOf(message), 0)
}

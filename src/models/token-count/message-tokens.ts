import type { Message } from '../../conversation/message.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** What the form of a message takes beside its text, and a call beside its name and arguments. */
const perMessage = 4
const perCall = 12
/** Of an image: from about 800 to 1,600, by its size and the provider. */
const perImage = 1500

/** Tokens of a message by {@link estimateTokens}, with its calls and images. */
export function messageTokens({ content, tool_calls: calls, images }: Message): number {
  let tokens = perMessage + estimateTokens(content) + perImage * (images?.length ?? 0)
  for (const { name, arguments: given, raw } of calls ?? []) {
    const written = given === undefined ? (raw ?? '') : JSON.stringify(given)
    tokens += perCall + estimateTokens(name) + estimateTokens(written)
  }
  return tokens
}

import { replaceParts, taggedParts } from '../shared/tagged-parts.ts'

export interface AnswerText {
  readonly text: string
  readonly thought: string
  readonly tools: readonly { readonly name: string; readonly arguments: unknown }[]
}

/** Tools that are how the model speaks to the person, and what of them it says. */
export const SPOKEN: ReadonlyMap<unknown, string> = new Map([
  ['attempt_completion', 'result'],
  ['ask_followup_question', 'question'],
  ['plan_mode_respond', 'response'],
])
/** A call as the first versions have it in the text: a tag with the tool's name, and in it one for each argument. */
const CALL = '[a-z]+(?:_[a-z]+)+'
const ARGUMENT = '[a-z]+(?:_[a-z]+)*'

/** Takes apart an answer in which calls of tools are written as tags. */
export function answerText(answer: string): AnswerText {
  const thoughts: string[] = []
  const tools: { name: string; arguments: unknown }[] = []
  const said = replaceParts(answer, 'thinking', ({ inner }) => {
    thoughts.push(inner.trim())
    return ''
  })
  const text = replaceParts(said, CALL, ({ name, inner, start, end }) => {
    const given = Object.fromEntries(
      [...taggedParts(inner, ARGUMENT)].map((argument) => [argument.name, argument.inner.trim()]),
    )
    const spoken = SPOKEN.get(name)
    if (spoken !== undefined) return given[spoken] ?? ''
    // Without arguments it is something that was written, and no call.
    if (Object.keys(given).length === 0) return said.slice(start, end)
    tools.push({ name, arguments: given })
    return ''
  })
  return { text: text.trim(), thought: thoughts.join('\n\n'), tools }
}

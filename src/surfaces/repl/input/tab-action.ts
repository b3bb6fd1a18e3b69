import type { Completion, CompletionWord } from './completion.ts'

/** What Tab does to a line. */
export type TabAction =
  | { readonly kind: 'nothing' }
  /** The text takes the place of the completion's range. */
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'list'; readonly candidates: readonly CompletionWord[] }

/**
 * One Tab writes what all candidates begin with; another one, where that is nothing new, lists them. The only candidate
 * is written whole, with a space behind it when it is complete.
 */
export function tabAction(typed: string, { candidates }: Completion, isSecond: boolean): TabAction {
  const [only, ...others] = candidates
  if (only === undefined) return { kind: 'nothing' }
  if (others.length === 0)
    return { kind: 'replace', text: /[/:]$/.test(only.word) ? only.word : `${only.word} ` }
  const common = commonBeginning(candidates.map(({ word }) => word))
  const isLonger = common.length > typed.length && common.toLowerCase().startsWith(typed.toLowerCase())
  if (isLonger) return { kind: 'replace', text: common }
  return isSecond ? { kind: 'list', candidates } : { kind: 'nothing' }
}

function commonBeginning(words: readonly string[]): string {
  return words.reduce((common, word) => {
    let length = 0
    while (length < common.length && common[length] === word[length]) length += 1
    return common.slice(0, length)
  })
}

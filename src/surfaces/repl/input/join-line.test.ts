import { describe, expect, it } from 'vitest'
import { joinLine } from './join-line.ts'

/** The messages that these lines make, and what is left open. */
function messages(...lines: string[]): { readonly done: string[]; readonly open: string | undefined } {
  const done: string[] = []
  let open: string | undefined
  for (const line of lines) {
    const joined = joinLine(open, line)
    open = joined.isOpen ? joined.text : undefined
    if (!joined.isOpen) done.push(joined.text)
  }
  return { done, open }
}

describe('joinLine', () => {
  it.each<[what: string, lines: string[], done: string[], open?: string]>([
    ['a line is a message', ['hello', 'again'], ['hello', 'again']],
    ['a backslash goes on', ['one\\', 'two\\', 'three'], ['one\ntwo\nthree']],
    ['a backslash at the end stays open', ['one\\'], [], 'one'],
    ['two backslashes are an end', ['C:\\\\', 'next'], ['C:\\\\', 'next']],
    ['three go on', ['a\\\\\\', 'b'], ['a\\\\\nb']],
    ['a backslash inside is nothing', ['a\\b'], ['a\\b']],
    ['an empty line may follow', ['a\\', '', 'b'], ['a\n', 'b']],
    ['backticks open a block', ['```', 'x', '', 'y', '```', 'z'], ['```\nx\n\ny\n```', 'z']],
    ['with a language', ['```ts', 'let a', '```'], ['```ts\nlet a\n```']],
    ['a backslash in a block', ['```', 'a\\', '```'], ['```\na\\\n```']],
    ['behind a line that goes on', ['look:\\', '```', 'x', '```'], ['look:\n```\nx\n```']],
    ['code on one line is no block', ['```x```', 'y'], ['```x```', 'y']],
    ['backticks inside a line', ['what is ``` for', 'y'], ['what is ``` for', 'y']],
    ['four backticks', ['````', '```', '````'], ['````\n```'], '````'],
    ['an open block', ['```', 'x'], [], '```\nx'],
    ['a paste with an open block', ['```\nx', 'y'], ['```\nx', 'y']],
    ['a paste in an open block', ['```', 'x\ny', '```'], ['```\nx\ny\n```']],
    ['a message that was whole before', ['```\nx\n```', 'a\nb'], ['```\nx\n```', 'a\nb']],
  ])('%s', (_, lines, done, open) => {
    expect(messages(...lines)).toEqual({ done, open })
  })
})

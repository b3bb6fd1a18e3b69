import { describe, expect, it } from 'vitest'
import { insertText, lineEdits, typedLine } from './edit-line.ts'

/** A line with `|` for the cursor. */
function lineOf(text: string): { readonly text: string; readonly cursor: number } {
  return { text: text.replace('|', ''), cursor: text.indexOf('|') }
}

describe('lineEdits', () => {
  it.each([
    ['backspace', 'ab|c', 'a|c'],
    ['backspace', '|abc', '|abc'],
    ['backspace', 'a👩‍👩‍👧|', 'a|'],
    ['backspace', 'e\u0301|', '|'],
    ['delete', 'a|👍🏽b', 'a|b'],
    ['left', '日本|', '日|本'],
    ['right', '|👍🏽b', '👍🏽|b'],
    ['home', 'ab|c', '|abc'],
    ['end', 'ab|c', 'abc|'],
    ['ctrl-a', 'ab|', '|ab'],
    ['ctrl-e', '|ab', 'ab|'],
    ['ctrl-u', 'one two|three', '|three'],
    ['ctrl-k', 'one| two', 'one|'],
    ['ctrl-w', 'one two  |x', 'one |x'],
    ['ctrl-left', 'one two|', 'one |two'],
    ['ctrl-right', 'one| two', 'one two|'],
  ])('%s on %j gives %j', (key, before, after) => {
    expect(lineEdits[key]?.(lineOf(before))).toEqual(lineOf(after))
  })

  it('inserts at the cursor', () => {
    expect(insertText(lineOf('a|c'), 'b')).toEqual(lineOf('ab|c'))
    expect(typedLine('ab')).toEqual(lineOf('ab|'))
  })
})

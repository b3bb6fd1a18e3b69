import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyDecoder } from './decode-keys.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Names of the keys; of characters, what they are. */
function keysOf(...chunks: readonly (string | Uint8Array)[]): string[] {
  const decoder = keyDecoder()
  const keys = chunks.flatMap((chunk) => decoder.push(typeof chunk === 'string' ? bytes(chunk) : chunk))
  return [...keys, ...decoder.flush()].map(({ name, text }) =>
    text === undefined ? name : `${name}:${text}`,
  )
}

describe('keyDecoder', () => {
  it.each([
    ['abc', ['text:abc']],
    ['\r', ['enter']],
    ['\n', ['enter']],
    ['\t', ['tab']],
    ['\u007F', ['backspace']],
    ['\u0003', ['ctrl-c']],
    ['\u0012\u0013', ['ctrl-r', 'ctrl-s']],
    ['\u0000', ['ctrl-space']],
    ['\u001B', ['escape']],
    ['\u001B\u001B', ['escape', 'escape']],
    ['\u001B[A\u001B[B', ['up', 'down']],
    ['\u001BOA', ['up']],
    ['\u001B[H\u001B[F', ['home', 'end']],
    ['\u001B[1~\u001B[4~', ['home', 'end']],
    ['\u001B[3~', ['delete']],
    ['\u001B[5~\u001B[6~', ['pageup', 'pagedown']],
    ['\u001BOP', ['f1']],
    ['\u001B[11~', ['f1']],
    ['\u001B[[A', ['f1']],
    ['\u001B[Z', ['shift-tab']],
    ['\u001B[1;5C', ['ctrl-right']],
    ['\u001B[1;3A', ['alt-up']],
    ['\u001Bf', ['alt-f']],
    ['\u001BR', ['alt-R']],
    ['\u001B?', ['alt-?']],
    ['\u001B\u007F', ['alt-backspace']],
    ['a\u001B[Ab', ['text:a', 'up', 'text:b']],
    ['日本', ['text:日本']],
    ['👩‍👩‍👧', ['text:👩‍👩‍👧']],
    ['\u001B[200~two\r\nlines\u001B[31m\u001B[201~x', ['paste:two\r\nlines\u001B[31m', 'text:x']],
    // What means nothing here is passed over whole, and nothing of it is typed.
    ['\u001B[?62;22ca', ['text:a']],
    ['\u001B[99~a', ['text:a']],
    ['\u001B]11;rgb:0000/0000/0000\u0007a', ['text:a']],
    ['\u001BP1$r0m\u001B\\a', ['text:a']],
    ['a\u009Bb', ['text:a', 'text:b']],
    ['\u001BO', ['alt-O']],
    ['\u001B[', ['alt-[']],
  ])('reads %j', (typed, keys) => {
    expect(keysOf(typed)).toEqual(keys)
  })

  it('reads the same keys however the bytes arrive', () => {
    const pieces = fc.constantFrom(
      'a',
      'é',
      '日',
      '🎏',
      '\r',
      '\u0012',
      '\u001B[A',
      '\u001B[1;5D',
      '\u001BOQ',
      '\u001Bx1',
      '\u001B[200~p\nq\u001B[201~',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }),
        fc.array(fc.nat(60), { maxLength: 6 }),
        (typed, cuts) => {
          const all = bytes(typed.join(''))
          const ends = [...cuts.map((cut) => Math.min(cut, all.length)), all.length].toSorted((a, b) => a - b)
          const chunks = ends.map((end, i) => all.slice(ends[i - 1] ?? 0, end))
          const joined = (keys: readonly string[]): string =>
            keys.join('|').replaceAll('|text:', '').replace('text:', '')
          expect(joined(keysOf(...chunks))).toBe(joined(keysOf(all)))
        },
      ),
    )
  })

  it('waits for the end of a sequence, and says so', () => {
    const decoder = keyDecoder()
    expect(decoder.push(bytes('\u001B'))).toEqual([])
    expect(decoder.isWaiting).toBe(true)
    expect(decoder.push(bytes('[B'))).toEqual([{ name: 'down' }])
    expect(decoder.isWaiting).toBe(false)
    expect(decoder.flush()).toEqual([])
  })

  it('keeps only the beginning of a paste that is too long', () => {
    const [key] = keyDecoder().push(bytes(`\u001B[200~${'x'.repeat(50_000)}\u001B[201~`))
    expect(key?.text).toHaveLength(10_000)
  })
})

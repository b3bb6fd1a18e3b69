import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pasteFilter, type Typed } from './paste-filter.ts'

const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`

/** What came out, keys that stand together as one. */
function typed(pieces: readonly Buffer[]): (string | { readonly paste: string })[] {
  const filter = pasteFilter()
  const all: (string | { readonly paste: string })[] = []
  const add = (item: Typed): void => {
    const last = all.at(-1)
    if (item.kind === 'paste') all.push({ paste: item.text })
    else if (typeof last === 'string') all[all.length - 1] = last + item.bytes.toString('latin1')
    else all.push(item.bytes.toString('latin1'))
  }
  for (const piece of pieces) filter(piece).forEach(add)
  return all
}

const whole = (text: string): (string | { readonly paste: string })[] => typed([Buffer.from(text)])
const mark = '\u001B[200~'

describe('pasteFilter', () => {
  it('leaves keys alone', () => {
    expect(whole('ls\r\u001B[A\u0003')).toEqual(['ls\r\u001B[A\u0003'])
  })

  it('takes a paste out as one text with its lines', () => {
    expect(whole(`say ${paste('one\r\ntwo\rthree\n\n')}\r`)).toEqual([
      `say ${mark}`,
      { paste: 'one\ntwo\nthree' },
      '\r',
    ])
  })

  it('takes several pastes, and what is between', () => {
    expect(whole(`${paste('a')}b${paste('')}`)).toEqual([mark, { paste: 'a' }, `b${mark}`, { paste: '' }])
  })

  it.each([
    ['\u0003\u0004\u001A', ''],
    ['a\u001B[31mred\u001B[0m', 'ared'],
    ['a\u001B]0;title\u0007b', 'ab'],
    ['a\u0000b\u007Fc', 'abc'],
    ['tab\tstays', 'tab\tstays'],
    ['\u202Eevil', 'evil'],
    ['\u001B[200~again', 'again'],
  ])('makes %j harmless', (text, clean) => {
    expect(whole(paste(text))).toEqual([mark, { paste: clean }])
  })

  it('does not hold back the first bytes of what may become a mark', () => {
    const filter = pasteFilter()
    const keys = (text: string): string =>
      filter(Buffer.from(text))
        .map((item) => (item.kind === 'keys' ? item.bytes.toString() : ''))
        .join('')
    expect(keys('\u001B')).toBe('\u001B')
    expect(keys('[20')).toBe('[20')
    expect(keys('\u001B[200')).toBe('\u001B[200')
  })

  it('waits for the end of a paste', () => {
    const filter = pasteFilter()
    expect(filter(Buffer.from(`${mark}one\n`))).toHaveLength(1)
    expect(filter(Buffer.from('two\u001B[20'))).toEqual([])
    expect(filter(Buffer.from('1~'))).toEqual([{ kind: 'paste', text: 'one\ntwo' }])
  })

  it('is the same for any pieces', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\u001B', '')),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => paste(text.replaceAll('\u001B', ''))),
      fc.constantFrom('\u001B', '\u001B[', '\u001B[A', '\u001B\u001B[200', '\r', paste('é\n漢字\n')),
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (parts, sizes) => {
          const bytes = Buffer.from(parts.join(''))
          const pieces: Buffer[] = []
          for (let at = 0; at < bytes.length;) {
            const size = sizes.next().value
            pieces.push(bytes.subarray(at, at + size))
            at += size
          }
          expect(typed(pieces)).toEqual(typed([bytes]))
        },
      ),
      { seed: 7, numRuns: 300 },
    )
  })
})

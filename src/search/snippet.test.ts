import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SnippetTerms } from './snippet.ts'
import { snippet } from './snippet.ts'

const terms: SnippetTerms = new Map([
  ['limit', { typed: 'limiter', weight: 2 }],
  ['bucket', { typed: 'bucket', weight: 1 }],
  ['缓存', { typed: '缓存', weight: 1 }],
])

describe('snippet', () => {
  it('shows a short message whole, without marks of omission', () => {
    expect(snippet('the bucket\n\tleaks', terms)).toEqual({
      text: 'the bucket leaks',
      matches: [{ start: 4, end: 10, term: 'bucket' }],
    })
  })

  it('chooses the densest stretch and begins it at a sentence', () => {
    const text = `A bucket. ${'Filler words go on here. '.repeat(20)}The limits fill a bucket slowly. ${'More and more words. '.repeat(20)}`
    const found = snippet(text, terms)
    expect(found.text).toMatch(/^…[A-Z]/)
    expect(found.text).toMatch(/\.…$/)
    expect(found.text.length).toBeLessThanOrEqual(242)
    expect(found.matches.map(({ start, end, term }) => [found.text.slice(start, end), term])).toEqual([
      ['limits', 'limiter'],
      ['bucket', 'bucket'],
    ])
  })

  it('keeps the lines of code and tables apart, and leaves out the ruler', () => {
    const code = 'Try this:\n```js\nconst bucket = 1\nfill(bucket)\n```\nand\ngo'
    expect(snippet(code, terms).text).toBe(
      'Try this: ⏎ ```js ⏎ const bucket = 1 ⏎ fill(bucket) ⏎ ``` ⏎ and go',
    )
    const table = 'Limits\n\n| name | limit |\n| --- | ---: |\n| push | 20 |\n\nend'
    const found = snippet(table, terms)
    expect(found.text).toBe('Limits ⏎ | name | limit | ⏎ | push | 20 | ⏎ end')
    expect(found.matches.map(({ start, end }) => found.text.slice(start, end))).toEqual(['Limits', 'limit'])
  })

  it('is the beginning of a message without a match', () => {
    expect(snippet('one two. '.repeat(100), terms).text).toMatch(/^one two\. .*…$/)
  })

  it('cuts no character in two and points at what it marks', () => {
    const unit = fc.constantFrom(
      '👩‍👩‍👧',
      'é',
      'e\u0301',
      'bucket',
      ' ',
      '\n',
      '缓存',
      'x',
      '. ',
      '🇵🇹',
      'limiting',
    )
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 400 }).map((all) => all.join('')),
        (text) => {
          const found = snippet(text, terms)
          const inner = found.text.replace(/^…|…$/g, '')
          const clusters = new Set(
            Array.from(new Intl.Segmenter().segment(text.replace(/\s+/g, ' ')), (s) => s.segment),
          )
          for (const { segment } of new Intl.Segmenter().segment(inner)) expect(clusters).toContain(segment)
          for (const { start, end } of found.matches) {
            expect(found.text.slice(start, end)).toMatch(/^(?:bucket|limiting|缓存)/i)
          }
        },
      ),
      { numRuns: 300, seed: 13 },
    )
  })
})

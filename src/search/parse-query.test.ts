import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParsedQuery } from './parsed-query.ts'
import { parseQuery } from './parse-query.ts'

const context = { now: Date.UTC(2026, 10, 25, 15), timeZone: 'UTC' }
const parse = (text: string): ParsedQuery => parseQuery(text, context)
const typed = (text: string): string[] => parse(text).words.map((word) => word.typed)

describe('parseQuery', () => {
  it('reads phrases, exclusions and requirements', () => {
    const query = parse('cache "token bucket" -redis +"rate limiter" +lua -"old plan"')
    expect(query.words.map(({ typed, phrase, required }) => [typed, phrase, required])).toEqual([
      ['cache', false, false],
      ['"token bucket"', true, false],
      ['"rate limiter"', true, true],
      ['lua', false, true],
    ])
    expect(query.excluded.map(({ typed, phrase }) => [typed, phrase])).toEqual([
      ['redis', false],
      ['"old plan"', true],
    ])
  })

  it('reads operators', () => {
    const query = parse('deploy role:USER tool:bash in:proj-* source:codex has:code')
    expect(query).toMatchObject({ role: 'user', tool: 'bash', in: 'proj-*', source: 'codex', code: true })
    expect(query.words.map((word) => word.typed)).toEqual(['deploy'])
    expect(parse('in:"proj-acme" x').in).toBe('proj-acme')
  })

  it.each([
    ['after:2025-03-01', '2025-03-01', undefined],
    ['before:2025-03', undefined, '2025-03-01'],
    ['on:2025', '2025-01-01', '2026-01-01'],
    ['on:today', '2026-11-25', '2026-11-26'],
    ['after:yesterday', '2026-11-24', undefined],
    ['on:<7d', '2026-11-18', '2026-11-25'],
    ['after:7d', '2026-11-18', undefined],
    ['before:>2w', undefined, '2026-11-09'],
  ])('%s', (text, from, to) => {
    const [time] = parse(`x ${text}`).times
    const day = (at: number | undefined): string | undefined =>
      at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)
    expect([day(time?.from), day(time?.to), time?.hard]).toEqual([from, to, true])
  })

  it.each([
    'see:notes',
    'http://example.com/a?b=c',
    'std::vector',
    'role:captain',
    'before:lunch',
    'on:2025-02-31',
    'has:bugs',
    'in:',
    '--force',
    '-p',
    'NEAR(a',
    '^x',
    '"unclosed',
    "don't",
  ])('takes %s as words', (text) => {
    expect(typed(text)).toEqual([text])
    expect(parse(text)).toMatchObject({ role: undefined, in: undefined, times: [], excluded: [] })
  })

  it('takes an exclusion of nothing as a word', () => {
    expect(parse('-rf')).toMatchObject({ words: [{ typed: 'rf' }], excluded: [] })
  })

  it('ignores what holds no word, and OR between words', () => {
    expect(typed('* ++ ""')).toEqual([])
    expect(typed('wrong-book OR mistakes AND x')).toEqual(['wrong-book', 'mistakes', 'x'])
  })

  it('takes a time phrase out of the words, but not out of quotes', () => {
    expect(typed('cache last week')).toEqual(['cache'])
    expect(parse('cache last week').times).toMatchObject([{ phrase: 'last week', hard: false }])
    expect(typed('"last week" cache')).toEqual(['"last week"', 'cache'])
    expect(parse('"last week" cache').times).toEqual([])
  })

  it('takes a paste as words', () => {
    const paste = 'error -Wall\n  at role:user "x y"\n'.repeat(300)
    const query = parse(paste)
    expect(query).toMatchObject({ role: undefined, excluded: [], times: [] })
    expect(query.words.every((word) => !word.phrase)).toBe(true)
  })

  it('never throws and never invents words', () => {
    const piece = fc.constantFrom(
      '"',
      '-',
      '+',
      ':',
      'role',
      'in:',
      'on:',
      '<7d',
      'a',
      'last week',
      '\n',
      ' ',
      '缓存',
      '\ud800',
      '*',
      '“',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 20 }).map((all) => all.join('')),
          fc.string(),
        ),
        (text) => {
          for (const word of parse(text).words) expect(text).toContain(word.typed.replace(/^"|"$/g, ''))
        },
      ),
      { numRuns: 1000, seed: 11 },
    )
  })
})

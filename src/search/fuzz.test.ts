import { describe, expect, it } from 'vitest'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { pageOf } from './page.ts'
import { searchIndex } from './search.ts'

const pieces = [
  ...Array.from('"\'()[]{}<>*?+-~^:;|&!@#$%=\\/,._ \t\n\0'),
  '"token bucket"',
  '-token',
  '+bucket',
  'buck*',
  '*',
  '**',
  'a*',
  '-*',
  '+"',
  '-"x',
  '“',
  '”',
  '„',
  'role:',
  'role:user',
  'tool:',
  'tool:*',
  'in:',
  'in:*',
  'in:"a b"',
  'source:x',
  'lang:pt',
  'lang:',
  'has:code',
  'has:',
  'before:',
  'after:2025-01-01',
  'on:today',
  'on:<7d',
  'on:2025-01-01..2025-02-01',
  'on:..',
  'on:2025-02-31',
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  'C++',
  "don't",
  'GB/s',
  'see:notes',
  'current.md',
  'Downloads/transcripts',
  'last week',
  'between March and',
  'since',
  'early',
  'the end of',
  'há 3 dias',
  'de março a',
  'yesterday morning',
  'token',
  'bucket',
  'tokn',
  'getUserName',
  'src/main.py',
  'v2.1.3-beta',
  'e\u0301',
  '\u0301',
  '\ud800',
  '\udc00',
  '缓存',
  '缓',
  'ガ',
  '한글',
  'ไทย',
  '🚀',
  '👩‍👩‍👧',
  '🇵🇹',
  '\ufdfa',
  '\u202e',
  'ﬁ',
  'İ',
  'ß',
  'ё',
  'Σ',
]

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('searchIndex', () => {
  it('answers 100,000 random queries', () => {
    const record = makeRecord('s', [
      'the token bucket 缓存 🚀',
      'getUserName in src/main.py',
      'last week ガード',
    ])
    const index = memoryIndex([record, makeRecord('t', ['一杯の水', 'v2.1.3-beta of C++'])])
    const options = { now: Date.UTC(2026, 10, 25), timeZone: 'UTC', explain: true }
    for (let seed = 1; seed <= 100_000; seed++) {
      const random = randomOf(seed)
      const pick = (): string =>
        random() < 0.85
          ? (pieces[Math.floor(random() * pieces.length)] ?? '')
          : String.fromCodePoint(Math.floor(random() * 0x11_0000))
      const glue = random() < 0.5 ? ' ' : ''
      const query = Array.from({ length: 1 + Math.floor(random() * 6) }, pick).join(glue)
      try {
        const { sessions } = searchIndex(index, query, options)
        for (const { score, messages } of sessions) {
          if (!(score >= 0) || messages.some(({ snippet }) => !snippet.text.isWellFormed()))
            throw new Error(`score ${score}`)
        }
        if (seed % 20 === 0) pageOf(record, { query, now: options.now, timeZone: 'UTC' }, index)
      } catch (cause) {
        throw new Error(`seed ${seed}: ${JSON.stringify(query)}`, { cause })
      }
    }
    expect(searchIndex(index, 'token', options).sessions).toHaveLength(1)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bruteForce } from './brute-force.suite.ts'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { parseQuery } from './parse-query.ts'
import { queryTerms } from './query-terms.ts'
import { searchIndex } from './search.ts'

const now = Date.UTC(2025, 5, 10)
const vocabulary =
  'the we cache caching cached redis limiter rate bucket token decided tokens getUserName user name src/main.py 缓存 用Redis缓存 缓 東京タワー naïve Straße 🚀'.split(
    ' ',
  )
const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(' '))

describe('rank', () => {
  it('equals the formula read over every message', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(text, { maxLength: 12 }), text, fc.integer({ min: 0, max: 40 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (stored, words, sessions) => {
          const records = stored.map(([messages, title, days], i) =>
            makeRecord(`s${i}`, messages, { title, updatedAt: now - days * 86_400_000 }),
          )
          const query = words.join(' ')
          const terms = queryTerms(parseQuery(query, { now, timeZone: 'UTC' }).words)
          if (terms.framingOnly) return
          const wanted = bruteForce(records, terms, now, 50).slice(0, sessions)
          const found = searchIndex(memoryIndex(records), query, { now, timeZone: 'UTC', sessions })
          expect(found.sessions.map(({ name, matches }) => ({ name, matches }))).toEqual(
            wanted.map(({ name, matches }) => ({ name, matches })),
          )
          for (const [i, session] of found.sessions.entries()) {
            expect(session.score).toBeCloseTo(wanted[i]?.score ?? NaN, 9)
            expect(session.tier === 'all').toBe(wanted[i]?.all)
          }
        },
      ),
      { numRuns: 300, seed: 20250601 },
    )
  })

  it('does not depend on how sessions are numbered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { maxLength: 5 }), { minLength: 2, maxLength: 8 }),
        text,
        (stored, query) => {
          const records = stored.map((messages, i) => makeRecord(`s${i}`, messages))
          const ask = (order: typeof records): unknown => {
            const { sessions } = searchIndex(memoryIndex(order), query, { now, timeZone: 'UTC' })
            return sessions.map(({ name, score }) => [name, score.toFixed(9)])
          }
          expect(ask(records.toReversed())).toEqual(ask(records))
        },
      ),
      { numRuns: 100, seed: 20250601 },
    )
  })

  it('prefers dense and rare to mentioned in passing', () => {
    const records = [
      makeRecord('passing', [
        'lunch plans',
        'we could mention the limiter',
        ...Array<string>(20).fill('other things'),
      ]),
      makeRecord('dense', ['the limiter drops requests', 'limiter again', 'a limiter with a bucket']),
    ]
    const found = searchIndex(memoryIndex(records), 'limiter', { now })
    expect(found.sessions.map((session) => session.name)).toEqual(['dense', 'passing'])
  })

  it('folds forks of one conversation into the best of them', () => {
    const records = [
      makeRecord('plan', ['deploy with helm'], { family: 'f' }),
      makeRecord('plan-b', ['deploy with helm', 'helm rollback notes for deploy'], { family: 'f' }),
      makeRecord('other', ['deploy by hand']),
    ]
    const found = searchIndex(memoryIndex(records), 'deploy helm rollback', { now })
    expect(found.total).toBe(2)
    expect(found.sessions.map(({ name, alsoIn }) => [name, alsoIn])).toEqual([
      ['plan-b', ['plan']],
      ['other', []],
    ])
  })

  it('finds a session by its title when no message matches', () => {
    const records = [
      makeRecord('a', ['nothing here'], { title: 'Kubernetes upgrade' }),
      makeRecord('b', ['something']),
    ]
    const [hit] = searchIndex(memoryIndex(records), 'kubernetes', { now }).sessions
    expect(hit?.name).toBe('a')
    expect(hit?.matches).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { searchIndex } from './search.ts'

const now = Date.UTC(2026, 10, 25)
const index = memoryIndex([
  makeRecord('a', ['the token bucket leaks', 'which bucket?', 'src/main.py'], {
    title: 'buckets',
    updatedAt: now,
  }),
  makeRecord('b', ['a walk'], { machine: true, updatedAt: now - 9e8 }),
  makeRecord('c', ['token of thanks'], { machine: true, updatedAt: now - 9e8 }),
])

describe('explanations', () => {
  it('are there only when asked for', () => {
    const [hit] = searchIndex(index, 'bucket', { now, timeZone: 'UTC' }).sessions
    expect(hit?.explanation).toBeUndefined()
    expect(hit?.messages[0]?.explanation).toBeUndefined()
  })

  it.each(['token bucket', 'token buckets today', 'src/main.py', 'buck* leaks', 'tokn bucket'])(
    'add up to the score: %s',
    (query) => {
      const { sessions } = searchIndex(index, query, { now, timeZone: 'UTC', explain: true })
      expect(sessions.length).toBeGreaterThan(0)
      for (const { score, explanation, messages } of sessions) {
        const { coverage = 0, time = 0, recency = 0, named = 0, terms = [] } = explanation ?? {}
        const [agg, doc] = [explanation?.messages ?? 0, explanation?.session ?? 0]
        expect((0.6 * agg + 0.4 * doc) * coverage * time * recency * named).toBeCloseTo(score, 9)
        expect(terms.reduce((sum, term) => sum + term.score, 0)).toBeCloseTo(doc, 9)
        for (const message of messages) {
          const parts = message.explanation
          const sum = (parts?.terms ?? []).reduce((total, term) => total + term.score, parts?.adjacency ?? 0)
          expect(sum * score).toBeCloseTo(message.score, 9)
        }
      }
    },
  )
})

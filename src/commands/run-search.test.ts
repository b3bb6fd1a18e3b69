import { describe, expect, it } from 'vitest'
import { runSearch } from './run-search.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

const search = (words: readonly string[], options: Record<string, string | true> = {}) =>
  runSearch(sampleContext(sampleMemory()), { words, options })

describe('search --refresh', () => {
  it('looks at every file before it answers, and only then', () => {
    const context = sampleContext(sampleMemory())
    const { chatcli } = context
    const done: string[] = []
    const watched = {
      ...chatcli,
      index: { ...chatcli.index, refresh: () => void done.push('look') },
      search: (...given: Parameters<typeof chatcli.search>) => {
        done.push('search')
        return chatcli.search(...given)
      },
    }
    runSearch({ ...context, chatcli: watched }, { words: ['limiter'], options: {} })
    runSearch({ ...context, chatcli: watched }, { words: ['limiter'], options: { refresh: true } })
    expect(done).toEqual(['search', 'look', 'search'])
  })
})

describe('search --explain', () => {
  it('says where every part of a score comes from', () => {
    const { text, json } = search(['rate', 'limiter'], { explain: true })
    const lines = text.split('\n')
    expect(lines.find((line) => line.includes(' = '))).toMatch(
      /^ {4}= [\d.]+ = \(0\.6 · [\d.]+ messages \+ 0\.4 · [\d.]+ session\) · 1 of the words · [\d.]+ recency/,
    )
    expect(text).toMatch(/ {4}= limiter( \(\w+\))?: 1 · idf [\d.]+ · tf 2 → [\d.]+/)
    const [hit] = json['sessions'] as { score: number; explanation: Record<string, number> }[]
    const {
      messages = 0,
      session = 0,
      coverage = 0,
      time = 0,
      recency = 0,
      named = 0,
    } = hit?.explanation ?? {}
    const product = (0.6 * messages + 0.4 * session) * coverage * time * recency * named
    expect(hit?.score).toBeCloseTo(product, 6)
  })

  it('is silent when nobody asks', () => {
    const { text, json } = search(['rate', 'limiter'])
    expect(text).not.toContain(' = ')
    expect(json['sessions']).toMatchObject([{ explanation: null }])
  })
})

describe('search for a word nobody wrote', () => {
  it('says which one it read instead', () => {
    const { notes, json } = search(['limitter'])
    expect(notes).toContain('Nobody wrote "limitter": this is about "limiter".')
    expect(json['suggestions']).toEqual([{ typed: 'limitter', read: 'limiter' }])
  })
})

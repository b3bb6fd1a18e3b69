import { describe, expect, it } from 'vitest'
import { ordinarySentences } from './ordinary-sentences.suite.ts'
import { pastReference } from './past-reference.ts'
import { pastSentences } from './past-sentences.suite.ts'

// A Wednesday.
const context = { now: Date.UTC(2026, 10, 25, 15, 30), timeZone: 'UTC' }

describe('pastReference', () => {
  it('has many sentences to be right about', () => {
    expect(new Set(ordinarySentences).size).toBeGreaterThanOrEqual(100)
    expect(new Set(pastSentences).size).toBeGreaterThanOrEqual(60)
  })

  it.each(pastSentences)('hears it: %s', (sentence) => {
    expect(pastReference(sentence, context)).toBeDefined()
  })

  it.each([...new Set(ordinarySentences)])('is not fooled by: %s', (sentence) => {
    expect(pastReference(sentence, context)).toBeUndefined()
  })

  it('gives the sentences that speak of the past, of a longer text', () => {
    const text = 'Here is the error.\nWhat did we decide about the cache? I need it now.\n```\nlast week\n```'
    expect(pastReference(text, context)).toEqual({
      by: 'words',
      sentences: ['What did we decide about the cache?'],
    })
    expect(pastReference('What happened yesterday? Hm.', context)?.by).toBe('time')
  })

  it('does not hear what stands in code, in quotations and in logs', () => {
    for (const text of [
      '```\nwhat did we decide last week?\n```\nfix the comment',
      'what does `what did we decide` mean?',
      'translate “do you remember our last conversation?”',
      '> what did we decide about the cache?\nWho wrote that?',
      '$ echo where did we leave off',
    ])
      expect(pastReference(text, context)).toBeUndefined()
  })

  it('takes any text, and a long one in time', () => {
    for (const text of ['', 'Ⱥ'.repeat(50), 'last '.repeat(50_000), 'what did '.repeat(20_000), '\u0000'])
      expect(pastReference(text, context)).toBeUndefined()
  })
})

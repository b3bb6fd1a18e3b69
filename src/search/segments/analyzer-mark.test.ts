import { describe, expect, it } from 'vitest'
import { analyzerMark } from './analyzer-mark.ts'
import { computedMark } from './computed-mark.suite.ts'

describe('analyzerMark', () => {
  it('is the mark of the analyzer as it is now', () => {
    expect(analyzerMark()).toBe(computedMark())
  })
})

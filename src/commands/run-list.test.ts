import { describe, expect, it } from 'vitest'
import { runList } from './run-list.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

describe('session list', () => {
  it('does not take a store for empty when nothing came from the tool asked for', () => {
    const list = (options: Record<string, string>) =>
      runList(sampleContext(sampleMemory()), { words: [], options }).text
    expect(list({ source: 'foo' })).toBe('No session came from foo.')
    expect(list({})).toContain('proj-acme')
  })
})

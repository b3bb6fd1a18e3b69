import { describe, expect, it } from 'vitest'
import type { CommandInput, CommandResult } from './command.ts'
import { runGet } from './run-get.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

function get(options: CommandInput['options'], memory = sampleMemory()): CommandResult {
  return runGet(sampleContext(memory), { words: ['tide-notes'], options })
}

describe('session get', () => {
  it('notes when no message matches the query, beside the page', () => {
    const { text, notes } = get({ query: 'zeppelin\x07' })
    expect(text).toMatch(/^tide-notes: messages 0–19 of 25/)
    expect(notes).toEqual(['No message of tide-notes matches "zeppelin".'])
    for (const options of [{ query: 'pier 17' }, { query: ' ' }, { query: 'zeppelin', message: '3' }, {}])
      expect(get(options).notes).toEqual([])
  })

  it('bug: past the end it showed the last message again', () => {
    const { text, json } = get({ offset: '99' })
    expect(text).toBe('tide-notes: nothing from 25 on (25 messages in all) — Tides')
    expect(json).toMatchObject({ total: 25, offset: 25, messages: [], nextOffset: null })
    expect(get({ offset: '24' }).text).toContain('[24] user: High water at pier 24')
  })
})

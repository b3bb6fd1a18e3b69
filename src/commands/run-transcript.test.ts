import { describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import { runTranscript } from './run-transcript.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

describe('session transcript', () => {
  it('measures also what is damaged, and says so', () => {
    const memory = sampleMemory()
    const damaged: ChatCli = {
      ...memory.chatcli,
      transcripts: {
        ...memory.chatcli.transcripts,
        stats: (name) => ({
          ...memory.chatcli.transcripts.stats(name),
          compacted: 2,
          damage: [{ file: 'a.jsonl', offset: 120, length: 9, reason: 'it is\x1b[2J torn' }],
        }),
      },
    }
    const context = sampleContext({ ...memory, chatcli: damaged })
    const result = runTranscript(context, { words: ['proj-acme', 'stats'], options: {} })
    expect(result.text).toMatch(/Not in the window +2 compacted\n/)
    expect(result.text).toMatch(/Damage +a\.jsonl @ 120: it is torn$/)
    expect(result.notes).toEqual(['Parts of "proj-acme" cannot be read.'])
    expect(result.problem?.code).toBe('damaged')
    expect(result.json['damage']).toEqual([
      { file: 'a.jsonl', offset: 120, length: 9, reason: 'it is\x1b[2J torn' },
    ])
  })

  it('shows messages whole, where a page would cut them', () => {
    const memory = sampleMemory()
    memory.chatcli.sessions.save('long', [{ role: 'user', content: 'word '.repeat(1000) }], { title: 'Long' })
    const show = (words: readonly string[]) => runTranscript(sampleContext(memory), { words, options: {} })
    const { text } = show(['long', 'show', '0'])
    expect(text.match(/word/g)).toHaveLength(1000)
    expect(text).not.toContain('(cut')
  })

  it('bug: past the end it showed the last message again', () => {
    const words = ['proj-acme', 'show', '99']
    const { text, json } = runTranscript(sampleContext(sampleMemory()), { words, options: {} })
    expect(text).toBe('proj-acme: nothing from 4 on (4 messages in all) — Gateway of ACME')
    expect(json).toMatchObject({ total: 4, messages: [] })
  })

  it('exports to the same file name as session export', () => {
    const memory = sampleMemory()
    const words = ['proj-acme', 'export', 'jsonl']
    runTranscript(sampleContext(memory), { words, options: {} })
    expect(memory.disk.list('/desk')).toEqual(['chatcli-proj-acme-20260401-090000.jsonl'])
  })

  it.each([
    [['proj-acme', 'show'], 'usage'],
    [['proj-acme', 'show', 'first'], 'usage'],
    [['proj-acme', 'show', '0', '5', '7'], 'usage'],
    [['proj-acme', 'stats', 'now'], 'usage'],
    [['proj-acme', 'search'], 'usage'],
    [['nothing', 'stats'], 'not-found'],
  ])('%j is %s', (words, code) => {
    const run = (): unknown => runTranscript(sampleContext(sampleMemory()), { words, options: {} })
    expect(run).toThrow(expect.objectContaining({ code }) as Error)
  })
})

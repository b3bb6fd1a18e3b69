import { describe, expect, it } from 'vitest'
import type { SimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import type { CommandInput } from './command.ts'
import { runSave } from './run-save.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

let files = 0

function put(disk: SimulatedDisk, path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  writeDurably(disk, path, bytes, { replace: false, randomName: () => `temporary-${files++}` })
}

function input(words: readonly string[], options: CommandInput['options']): CommandInput {
  return { words, options }
}

const messages = [
  { role: 'user', content: 'When is high water?' },
  { role: 'assistant', content: 'At nine.' },
]
const jsonLines = messages.map((message) => JSON.stringify(message)).join('\n')

describe('session save', () => {
  it.each([
    ['version 2', JSON.stringify({ version: 2, chat_history: messages })],
    ['version 1', JSON.stringify({ chat_history: messages.slice(0, 1), agent_history: messages.slice(1) })],
    ['a bare array', JSON.stringify(messages)],
    ['JSON Lines', jsonLines],
    ['ShareGPT form', '{"from":"human","value":"When is high water?"}\n{"from":"gpt","value":"At nine."}'],
  ])('reads %s', async (_what, content) => {
    const memory = sampleMemory()
    put(memory.disk, '/desk/in.json', content)
    const result = await runSave(sampleContext(memory), input(['tides'], { from: 'in.json' }))
    expect(result.text).toBe('Session "tides" saved (2 messages).')
    expect(memory.chatcli.sessions.load('tides').messages.map(({ content }) => content)).toEqual([
      'When is high water?',
      'At nine.',
    ])
  })

  it('takes the file behind the name, and one of the two only', async () => {
    const memory = sampleMemory()
    put(memory.disk, '/desk/in.jsonl', jsonLines)
    const { text } = await runSave(sampleContext(memory), input(['tides', 'in.jsonl'], {}))
    expect(text).toBe('Session "tides" saved (2 messages).')
    const both = runSave(sampleContext(memory), input(['tides', 'in.jsonl'], { from: 'in.jsonl' }))
    await expect(both).rejects.toMatchObject({ code: 'usage' })
  })

  it('says of several conversations what a session is', async () => {
    const memory = sampleMemory()
    const one = '{"conversations":[{"from":"human","value":"hi"}]}'
    put(memory.disk, '/desk/set.jsonl', `${one}\n${one}\n`)
    await expect(runSave(sampleContext(memory), input(['set', 'set.jsonl'], {}))).rejects.toMatchObject({
      code: 'usage',
      hint: 'A session is one conversation: give each a file of its own.',
    })
  })

  it('reads standard input, and takes a title', async () => {
    const memory = sampleMemory()
    const context = sampleContext(memory, { readInput: async () => jsonLines })
    await runSave(context, input(['tides'], { from: '-', title: 'When to sail' }))
    expect(memory.chatcli.sessions.load('tides').title).toBe('When to sail')
  })

  it('replaces only with --force', async () => {
    const memory = sampleMemory()
    const context = sampleContext(memory, { readInput: async () => jsonLines })
    await expect(runSave(context, input(['proj-acme'], { from: '-' }))).rejects.toMatchObject({
      code: 'exists',
    })
    await runSave(context, input(['proj-acme'], { from: '-', force: true }))
    expect(memory.chatcli.sessions.load('proj-acme').messages).toHaveLength(2)
    expect(memory.chatcli.sessions.trash().map(({ name }) => name)).toEqual(['proj-acme'])
  })

  it.each([
    [[], { from: '-' }, 'usage'],
    [['tides'], {}, 'usage'],
    [['tides', 'more'], { from: '-' }, 'usage'],
    [['tides'], { 'from-dir': '/desk' }, 'usage'],
    [['tides'], { from: 'nothing.json' }, 'not-found'],
    [['a/b'], { from: '-' }, 'invalid-name'],
    [[], { 'from-dir': '/nothing' }, 'not-found'],
    [[], { 'from-dir': '/desk' }, 'not-found'],
  ] as const)('%j %j is %s', async (words, options, code) => {
    const context = sampleContext(sampleMemory(), { readInput: async () => jsonLines })
    await expect(runSave(context, input(words, options))).rejects.toMatchObject({ code })
  })

  it.each([
    ['no JSON', 'hello', 'damaged', /one message as JSON a line/],
    ['half a session', '{"version":2,"chat_history":[', 'damaged', /one message as JSON a line/],
    ['nothing', '', 'damaged', /one message as JSON a line/],
    ['a later version', '{"version":3,"chat_history":[]}', 'newer-version', /^Update chatcli to read it\.$/],
  ])('has a hint that fits what was given: %s', async (_what, content, code, hint) => {
    const context = sampleContext(sampleMemory(), { readInput: async () => content })
    await expect(runSave(context, input(['tides'], { from: '-' }))).rejects.toMatchObject({
      code,
      hint: expect.stringMatching(hint) as string,
    })
  })

  it('names --from-dir when it is given a folder', async () => {
    const memory = sampleMemory()
    memory.disk.makeFolder('/desk/in')
    await expect(runSave(sampleContext(memory), input(['tides'], { from: 'in' }))).rejects.toMatchObject({
      code: 'usage',
      message: 'in is a folder.',
      hint: 'Save every file in it with: chatcli session save --from-dir in',
    })
  })

  it('takes nothing for text that is none', async () => {
    const memory = sampleMemory()
    put(memory.disk, '/desk/latin', new Uint8Array([0x5b, 0x22, 0xe9, 0x22, 0x5d]))
    const saved = runSave(sampleContext(memory), input(['tides'], { from: 'latin' }))
    await expect(saved).rejects.toMatchObject({ code: 'damaged', message: 'latin is not UTF-8 text.' })
  })
})

describe('session save --from-dir', () => {
  it('saves every file under its name, and reports each', async () => {
    const memory = sampleMemory()
    memory.disk.makeFolder('/desk/in')
    put(memory.disk, '/desk/in/a.json', JSON.stringify(messages))
    put(memory.disk, '/desk/in/b.jsonl', jsonLines)
    put(memory.disk, '/desk/in/broken.json', '{"version":')
    put(memory.disk, '/desk/in/proj-acme.json', JSON.stringify(messages))
    put(memory.disk, '/desk/in/.hidden.json', JSON.stringify(messages))
    put(memory.disk, '/desk/in/notes.txt', 'no')
    const result = await runSave(sampleContext(memory), input([], { 'from-dir': 'in' }))
    expect(result.text).toBe(
      [
        'Session "a" saved (2 messages).',
        'Session "b" saved (2 messages).',
        '2 sessions saved (4 messages).',
      ].join('\n'),
    )
    expect(result.notes).toHaveLength(4)
    expect(result.notes?.[0]).toMatch(/^broken\.json: not saved\. /)
    expect(result.notes?.[1]).toMatch(/^proj-acme\.json: not saved\. .*proj-acme/)
    expect(result.notes?.at(-1)).toContain('--force')
    expect(result.problem?.code).toBe('damaged')
    expect(result.json).toMatchObject({
      sessions: [{ name: 'a' }, { name: 'b' }],
      failed: [
        { file: 'broken.json', code: 'damaged' },
        { file: 'proj-acme.json', code: 'exists' },
      ],
    })
  })
})

import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { zipOf } from '../shared/zip-of.suite.ts'
import { claudeAi } from './claude-ai.ts'

const own = ownSample('claude-ai')
const shared = sharedSample('claude-ai-export')
const places = { 'Downloads/Claude export': own }
const BOAT = 'b0a7c001-0000-4000-8000-000000000001'
const TREE = 'b0a7c002-0000-4000-8000-000000000002'
const LOST = 'b0a7c003-0000-4000-8000-000000000003'

importerContract(claudeAi, { places })

it.skipIf(shared === undefined)('gives what the shared sample of Claude.ai expects', async () => {
  const machine = sampleMachine({ 'Downloads/export': shared ?? '' })
  try {
    expectSample(await collectImport(claudeAi, machine), shared ?? '')
  } finally {
    machine.remove()
  }
})

describe('Claude.ai', () => {
  it('reads what was said, thought and looked up, and the text where there are no blocks', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(claudeAi, machine)
      expect(saidIn(conversations, BOAT)).toEqual([
        'user How many coats of varnish? 漆 ⛵\u2028(teak)',
        'other user deck: 12 m²',
        'thinking assistant Six at least.',
        'tool-call assistant ',
        'tool-result tool Coats\nhttps://boat.example\n\nsix \ufffd',
        'assistant Six coats.\n\nSand between them.',
        'user ok',
        'tool-call assistant ',
        'tool-result tool OK',
        'user ok',
        'assistant Only in the plain text.',
        'other user ',
      ])
      const boat = conversations.get(BOAT)
      expect(boat?.facts).toEqual({
        isSnapshot: true,
        id: BOAT,
        title: 'Varnish 漆',
        startedAt: Date.UTC(2026, 2, 4, 9, 0, 0, 654),
        updatedAt: Date.UTC(2026, 2, 4, 10),
      })
      expect(boat?.messages[0]).toMatchObject({
        at: Date.UTC(2026, 2, 4, 9, 0, 0, 654),
        message: { images: [{ file_name: 'deck.JPG' }] },
      })
      expect(boat?.messages[1]?.message.meta).toEqual({ attachment: 'deck.txt' })
      const [call, result] = boat?.messages.slice(3) ?? []
      expect(call?.message.tool_calls).toMatchObject([{ name: 'web_search', arguments: { q: 'varnish' } }])
      expect(result?.message).toMatchObject({
        tool_call_id: call?.message.tool_calls?.[0]?.id ?? '',
        is_error: true,
      })
      expect(boat?.messages[8]?.message.tool_call_id).toBe('toolu_x')
      expect(boat?.messages[9]).not.toHaveProperty('at')
      expect(boat?.messages[11]?.message.images).toEqual([{ file_name: 'hull.png' }])
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'empty Nothing',
        'unknown barnacle',
        'unknown sender narrator',
      ])
      expect(JSON.stringify([...conversations])).not.toContain('example.invalid')
    } finally {
      machine.remove()
    }
  })

  it('keeps branches apart, and the order of the file where a parent is missing', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations } = await collectImport(claudeAi, machine)
      expect(saidIn(conversations, TREE)).toEqual([
        'user Name the dinghy',
        'assistant Wren',
        'user Shorter',
        'assistant Auk',
        'abandoned assistant Puffin',
      ])
      expect(conversations.get(TREE)?.facts.title).toBe('Name the dinghy')
      expect(saidIn(conversations, LOST)).toEqual([
        'user Name the dinghy',
        'assistant Wren',
        'assistant Puffin',
        'user Shorter',
        'assistant Auk',
      ])
    } finally {
      machine.remove()
    }
  })

  it('reads the archive as it comes, and an export of another day adds only what is new', async () => {
    const machine = sampleMachine({})
    const text = fs.readFileSync(`${own}/conversations.json`, 'utf8')
    const list = JSON.parse(text) as Record<string, unknown>[]
    const early = list.map((each) => ({
      ...each,
      chat_messages: (each['chat_messages'] as unknown[]).slice(0, 2),
    }))
    try {
      fs.mkdirSync(machine.path('Downloads'))
      const archive = (conversations: unknown) =>
        zipOf({
          'users.json': '[]',
          'projects.json': '[]',
          'conversations.json': JSON.stringify(conversations),
        })
      fs.writeFileSync(machine.path('Downloads/data-1.zip'), archive(early))
      fs.writeFileSync(machine.path('Downloads/data-2.zip'), archive(list))
      expect(unitsOf(claudeAi, machine)).toHaveLength(2)
      const { conversations } = await collectImport(claudeAi, machine)
      expect(saidIn(conversations, BOAT)).toHaveLength(12)
      expect(saidIn(conversations, TREE)).toHaveLength(5)
    } finally {
      machine.remove()
    }
  })

  it('takes a damaged export by what lies beside it, and leaves those of others', async () => {
    const machine = sampleMachine({ ...places, other: ownSample('chatgpt') })
    try {
      const path = machine.path('Downloads/Claude export/conversations.json')
      expect(claudeAi.claims(machine, machine.path('other'))).toBe(false)
      expect(claudeAi.claims(machine, machine.path('Downloads/Claude export/users.json'))).toBe(false)
      fs.writeFileSync(path, 'torn')
      const { conversations, skipped } = await collectImport(claudeAi, machine)
      expect(conversations.size).toBe(0)
      expect(skipped.map(({ reason }) => reason)).toEqual(['damaged'])
    } finally {
      machine.remove()
    }
  })
})

import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { zipOf } from '../shared/zip-of.suite.ts'
import { chatgpt } from './chatgpt.ts'

const own = ownSample('chatgpt')
const shared = sharedSample('chatgpt-export')
const places = { 'Downloads/ChatGPT export': own }
const KITES = 'c0ffee01-0000-4000-8000-000000000001'
const VOICE = 'c0ffee02-0000-4000-8000-000000000002'

importerContract(chatgpt, { places })

it.skipIf(shared === undefined)('gives what the shared sample of ChatGPT expects', async () => {
  const machine = sampleMachine({ 'Downloads/export': shared ?? '' })
  try {
    expectSample(await collectImport(chatgpt, machine), shared ?? '')
  } finally {
    machine.remove()
  }
})

function zipped(folder = ''): Buffer {
  const names = fs.readdirSync(own)
  return zipOf(
    Object.fromEntries(names.map((name) => [`${folder}${name}`, fs.readFileSync(`${own}/${name}`, 'utf8')])),
  )
}

describe('ChatGPT', () => {
  it('reads the path to the current node, and then what was left', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(chatgpt, machine)
      expect(saidIn(conversations, KITES)).toEqual([
        'user Which kite for strong wind? 凧 🪁\u2028(on a beach)',
        'thinking assistant Wind\nVents spill air.\n\nA sled is steady.',
        'tool-call assistant ',
        'tool-result tool Vented kites\nhttps://kites.example/vent\nVents help.',
        'other assistant I look at two shops.',
        'assistant A vented sled.\n\nKeep the line short.',
        'user Like this one? \ufffd',
        'assistant Yes, with a longer tail.',
        'user ok',
        'tool-call assistant ',
        'tool-result tool ZeroDivisionError\ndivision by zero',
        'assistant Twelve metres of tail.',
        'user ok',
        'tool-result tool ',
        'abandoned assistant No, that one is for light wind.',
      ])
      const kites = conversations.get(KITES)
      expect(kites?.facts).toEqual({
        isSnapshot: true,
        id: KITES,
        title: 'Kites 凧',
        model: 'gpt-demo',
        startedAt: 1_769_899_999_250,
        updatedAt: 1_769_900_040_250,
      })
      const [asked, , call, result] = kites?.messages ?? []
      expect(asked).toMatchObject({ at: 1_769_900_000_250, quality: 'exact', nativeId: 'k-03' })
      expect(call?.message.tool_calls).toEqual([
        { id: 'call-k-06', type: 'function', name: 'web', arguments: { q: 'vented kite' } },
      ])
      expect(result?.message.tool_call_id).toBe('call-k-06')
      expect(kites?.messages[6]).toMatchObject({
        quality: 'none',
        message: { images: [{ media_type: 'image/jpeg', file_name: 'kite.jpg' }] },
      })
      expect(kites?.messages[6]).not.toHaveProperty('at')
      expect(kites?.messages[10]?.message.is_error).toBe(true)
      expect(kites?.messages[13]?.message).toMatchObject({
        name: 'dalle.text2im',
        images: [{ file_name: 'file_drawn' }],
      })
      expect(saidIn(conversations, VOICE)).toEqual(['user How do I fold the tail?', 'assistant In thirds.'])
      expect(conversations.get(VOICE)?.facts.title).toBe('How do I fold the tail?')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'copy Kite question',
        'empty ',
        'unknown origami',
        'unknown text',
      ])
      expect(JSON.stringify([...conversations])).not.toContain('example.invalid')
    } finally {
      machine.remove()
    }
  })

  it.each([
    ['a zip archive', { 'Downloads/export.zip': zipped() }],
    ['a zip archive with a folder in it', { 'Downloads/export.zip': zipped('My export/') }],
    [
      'one file',
      {
        'Downloads/conversations.json': `\ufeff${JSON.stringify(
          ['000', '001'].flatMap((n) =>
            JSON.parse(fs.readFileSync(`${own}/conversations-${n}.json`, 'utf8')),
          ),
          undefined,
          2,
        )}`,
      },
    ],
  ])('reads the same from %s', async (_, files) => {
    const machine = sampleMachine(places)
    const other = sampleMachine({})
    try {
      fs.mkdirSync(other.path('Downloads'))
      for (const [name, bytes] of Object.entries(files)) fs.writeFileSync(other.path(name), bytes)
      const { conversations } = await collectImport(chatgpt, other)
      expect(conversations).toEqual((await collectImport(chatgpt, machine)).conversations)
    } finally {
      machine.remove()
      other.remove()
    }
  })

  it('reads a conversation that was saved alone, and one a line', async () => {
    const machine = sampleMachine({})
    const [kites, , empty] = JSON.parse(fs.readFileSync(`${own}/conversations-000.json`, 'utf8')) as unknown[]
    try {
      for (const text of [
        JSON.stringify(kites, undefined, 1),
        `${JSON.stringify(empty)}\n${JSON.stringify(kites)}\n`,
      ]) {
        fs.writeFileSync(machine.path('kites.json'), text)
        expect(chatgpt.claims(machine, machine.path('kites.json'))).toBe(true)
        const units = unitsOf(chatgpt, machine, machine.path('kites.json'))
        const { conversations } = await collectImport(chatgpt, machine, units)
        expect(conversations.get(KITES)?.messages).toHaveLength(15)
      }
    } finally {
      machine.remove()
    }
  })

  it('finds the newest end where the current node is missing', async () => {
    const machine = sampleMachine({})
    const [kites] = JSON.parse(fs.readFileSync(`${own}/conversations-000.json`, 'utf8')) as Record<
      string,
      unknown
    >[]
    try {
      fs.writeFileSync(machine.path('kites.json'), JSON.stringify([{ ...kites, current_node: 'gone' }]))
      const units = unitsOf(chatgpt, machine, machine.path('kites.json'))
      const { conversations } = await collectImport(chatgpt, machine, units)
      expect(saidIn(conversations, KITES).at(-1)).toBe('abandoned assistant No, that one is for light wind.')
    } finally {
      machine.remove()
    }
  })

  it('says what it cannot read of an archive, and reads the rest', async () => {
    const machine = sampleMachine({})
    const read = async (bytes: Uint8Array) => {
      fs.writeFileSync(machine.path('export.zip'), bytes)
      const units = [{ tool: 'chatgpt', path: machine.path('export.zip'), key: 'zip', bytes: 1, mtimeMs: 1 }]
      const { conversations, skipped, cursors } = await collectImport(chatgpt, machine, units)
      return { ids: [...conversations.keys()], reasons: skipped.map(({ reason }) => reason), cursors }
    }
    const second = fs.readFileSync(`${own}/conversations-001.json`, 'utf8')
    try {
      expect(
        await read(
          zipOf({
            'conversations-000.json': { text: '[]', isEncrypted: true },
            '../conversations-002.json': '[]',
            'conversations-003.json': { text: second, crc: 9 },
          }),
        ),
      ).toMatchObject({ ids: [VOICE], reasons: ['encrypted', 'unknown', 'damaged'] })
      expect((await read(zipped().subarray(0, -100))).reasons).toEqual(['damaged'])
      expect((await read(zipOf({ 'notes.txt': 'x' }))).reasons).toEqual(['empty'])
      expect((await read(zipOf({ 'conversations.json': second.slice(0, -9) }))).reasons).toEqual([
        'unfinished',
      ])
    } finally {
      machine.remove()
    }
  })

  it('loses no more than the conversation that is damaged', async () => {
    const machine = sampleMachine({})
    const list = Array.from({ length: 9 }, (_, i) => ({
      title: `n ${i}`,
      create_time: 1_769_900_000,
      mapping: { a: { id: 'a', parent: null, message: message(`say "${i}" {[\\`) } },
      id: `id-${i}`,
    }))
    const text = JSON.stringify(list)
    const [from, to] = [text.indexOf('{"title":"n 4"'), text.indexOf('{"title":"n 5"')]
    try {
      for (let at = from + 1; at < to - 1; at += 3) {
        const bytes = Buffer.from(text)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 7))
        fs.writeFileSync(machine.path('conversations.json'), bytes)
        const units = unitsOf(chatgpt, machine, machine.path('conversations.json'))
        const { conversations } = await collectImport(chatgpt, machine, units)
        const ids = [...conversations.keys()]
        for (const i of [0, 1, 2, 3, 5, 6, 7, 8]) expect(ids, `flip at ${at}`).toContain(`id-${i}`)
      }
    } finally {
      machine.remove()
    }
  })

  it('is not taken for a history of another tool', () => {
    const machine = sampleMachine({ claude: ownSample('claude-ai'), both: own })
    try {
      expect(chatgpt.claims(machine, machine.path('claude'))).toBe(false)
      expect(chatgpt.claims(machine, machine.path('both/user.json'))).toBe(false)
      expect(unitsOf(chatgpt, machine, machine.path('both'))).toHaveLength(2)
    } finally {
      machine.remove()
    }
  })
})

function message(text: string) {
  return { id: 'm', author: { role: 'user' }, content: { content_type: 'text', parts: [text] } }
}

it('leaves other JSON with a mapping to others', () => {
  const machine = sampleMachine({})
  try {
    const path = machine.path('index.json')
    fs.writeFileSync(path, '{"mapping": {"properties": {}}, "messages": [{"role": "user", "content": "hi"}]}')
    expect(chatgpt.claims(machine, path)).toBe(false)
  } finally {
    machine.remove()
  }
})

it('finds an export in a folder within the one it was unpacked to', () => {
  const machine = sampleMachine({ 'Downloads/export/chatgpt-2026': own })
  try {
    expect(chatgpt.roots(machine)).toEqual([machine.path('Downloads/export')])
    for (const place of ['Downloads', 'Downloads/export'])
      expect(unitsOf(chatgpt, machine, machine.path(place)).length).toBeGreaterThan(1)
  } finally {
    machine.remove()
  }
})

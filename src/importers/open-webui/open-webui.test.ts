import * as fs from 'node:fs'
import sqlite, { type BindValues } from 'node-sqlite3-wasm'
import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { openWebui } from './open-webui.ts'

const own = ownSample('open-webui')
const file = `${own}/all-chats-export-1770000400000.json`
const places = { Downloads: own }
const PICNIC = '0penweb1-0000-4000-8000-000000000001'
const FLAT = '0penweb1-0000-4000-8000-000000000002'
const T = 1_770_000_000_000

importerContract(openWebui, { places })

type Chat = Readonly<Record<string, unknown>>

function chats(): readonly Chat[] {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Chat[]
}

function writeDatabase(path: string, rows: readonly Chat[]): void {
  const database = new sqlite.Database(path)
  database.run(
    'CREATE TABLE IF NOT EXISTS chat (id TEXT PRIMARY KEY, user_id TEXT, title TEXT, chat JSON, created_at BIGINT, updated_at BIGINT)',
  )
  for (const { id, title, chat, created_at: created, updated_at: updated } of rows)
    database.run('INSERT OR REPLACE INTO chat VALUES (?, ?, ?, ?, ?, ?)', [
      id,
      'u',
      title,
      typeof chat === 'string' ? chat : JSON.stringify(chat),
      created,
      updated,
    ] as BindValues)
  database.close()
}

describe('Open WebUI', () => {
  it('reads what was shown last, and takes answers apart', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(openWebui, machine)
      expect(saidIn(conversations, PICNIC)).toEqual([
        'user Plan a picnic 🧺 ピクニック\u2028(six people)',
        'thinking assistant Weather first: 20 < 25.\nThen food.',
        'tool-call assistant ',
        'tool-result tool sunny & warm',
        'assistant Bring bread.\n\n<details><summary>More</summary>own html</details>',
        'user ok',
        'assistant Packed.',
        'user ok',
        'tool-call assistant ',
        'tool-result tool {"stdout": "6"}',
        'assistant Six plates.',
        'abandoned assistant Bring cake. \ufffd',
        'abandoned assistant Not packed.',
      ])
      const picnic = conversations.get(PICNIC)
      expect(picnic?.facts).toEqual({
        isSnapshot: true,
        id: PICNIC,
        title: 'Picnic ピクニック',
        model: 'demo-a',
        startedAt: T - 1000,
        updatedAt: T + 120_000,
      })
      expect(picnic?.messages[0]).toMatchObject({
        at: T,
        message: { images: [{ file_name: 'meadow.png', media_type: 'image/png' }] },
      })
      expect(picnic?.messages[2]?.message.tool_calls).toEqual([
        { id: 'call_1', type: 'function', name: 'weather', arguments: { day: 'Sunday' } },
      ])
      expect(picnic?.messages[3]?.message.tool_call_id).toBe('call_1')
      expect(picnic?.messages[4]?.message.images).toEqual([
        { media_type: 'image/jpeg', file_name: 'image-1.jpeg' },
      ])
      expect(picnic?.messages[6]?.message.images).toMatchObject([
        { url: 'https://picnic.example/basket.webp' },
      ])
      expect(picnic?.messages[6]).not.toHaveProperty('at')
      expect(picnic?.messages[8]?.message.tool_calls).toMatchObject([
        { name: 'code_interpreter', arguments: { code: 'print(6)' } },
      ])
      expect(saidIn(conversations, FLAT)).toEqual(['user Only the list is left', 'assistant So it is.'])
      expect(conversations.get(FLAT)?.facts.title).toBe('Only the list is left')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'empty Nothing',
        'unknown role juggler',
      ])
    } finally {
      machine.remove()
    }
  })

  it('reads a chat that was saved alone, and one without its wrapper', async () => {
    const machine = sampleMachine({})
    const [picnic] = chats()
    try {
      fs.mkdirSync(machine.path('Downloads'))
      fs.writeFileSync(machine.path('Downloads/chat-Picnic.json'), JSON.stringify([picnic], undefined, 2))
      fs.writeFileSync(machine.path('Downloads/old.json'), JSON.stringify([picnic?.['chat']]))
      const { conversations } = await collectImport(openWebui, machine)
      expect([...conversations.values()].map(({ messages }) => messages.length)).toEqual([13, 13])
    } finally {
      machine.remove()
    }
  })

  it('reads the same from the database of a server, and then what is new in it', async () => {
    const machine = sampleMachine({ ...places })
    try {
      fs.mkdirSync(machine.path('.open-webui'))
      const path = machine.path('.open-webui/webui.db')
      const [picnic = {}, flat = {}] = chats()
      writeDatabase(path, [flat, { ...flat, id: 'torn', chat: '{"history":' }])
      const [root] = openWebui.roots(machine)
      expect(root).toBe(path)
      const units = [...openWebui.units(machine, path)]
      const first = await collectImport(openWebui, machine, units)
      expect([...first.conversations.keys()]).toEqual([FLAT])
      expect(first.skipped.map(({ reason, detail }) => `${reason} ${detail}`)).toEqual(['damaged chat torn'])
      expect((await collectImport(openWebui, machine, units, first.cursors)).events).toEqual([])
      writeDatabase(path, [{ ...picnic, updated_at: Number(flat['updated_at']) + 9 }])
      const later = await collectImport(openWebui, machine, units, first.cursors)
      const exported = await collectImport(openWebui, machine, [...openWebui.units(machine, file)])
      expect(later.conversations.get(PICNIC)?.messages).toEqual(exported.conversations.get(PICNIC)?.messages)
      writeDatabase(path, [{ ...picnic, id: 'next', updated_at: Number(flat['updated_at']) + 20 }])
      const last = await collectImport(openWebui, machine, units, later.cursors)
      expect([...last.conversations.keys()]).not.toContain(FLAT)
      expect([...last.conversations.keys()]).toContain('next')
    } finally {
      machine.remove()
    }
  })
})

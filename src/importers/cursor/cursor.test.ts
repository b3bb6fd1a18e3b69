import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { changeDatabase, databaseSample } from '../shared/foreign-database.suite.ts'
import { cursor } from './cursor.ts'

const shared = sharedSample('cursor')

describe.skipIf(shared === undefined)('the shared samples of Cursor', () => {
  it('gives what they expect, and the rest of a transcript that grows', async () => {
    const folder = shared ?? ''
    const machine = sampleMachine({
      '.cursor': join(folder, 'dot-cursor'),
      '.config/Cursor/User': join(folder, 'ide', 'User'),
    })
    const id = '000008a1-0c0d-4e0f-8a0b-0000000008a1'
    const log = `.cursor/projects/home-dev-tidepool/agent-transcripts/${id}/${id}.jsonl`
    try {
      const first = await collectImport(cursor, machine)
      expectSample(first, folder)
      expect(JSON.stringify(first.events)).not.toContain('SECRET')
      fs.appendFileSync(machine.path(log), fs.readFileSync(join(folder, 'append', `${id}.tail`)))
      expectSample(await collectImport(cursor, machine), folder, 'expected.after-append.json')
      const rest = await collectImport(cursor, machine, unitsOf(cursor, machine), first.cursors)
      expect([...rest.conversations.keys()]).toEqual([id])
    } finally {
      machine.remove()
    }
  })
})

const sample = databaseSample('cursor')
const places = { '.cursor': join(sample, 'dot-cursor'), '.config/Cursor/User': join(sample, 'User') }
const id = (n: string): string => `cafe000${n}-0000-4000-8000-00000000000${n}`
const transcripts = '.cursor/projects/home-ada-loom/agent-transcripts'
const database = '.config/Cursor/User/globalStorage/state.vscdb'

importerContract(cursor, {
  places,
  growing: [`${transcripts}/${id('a')}/${id('a')}.jsonl`, `${transcripts}/${id('c')}.jsonl`],
})

describe('Cursor', () => {
  it('reads the conversations of the editor, of its workspaces, and of agents', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped, events } = await collectImport(cursor, machine)
      const said = (name: string) => saidIn(conversations, name)
      expect(said(id('1'))).toEqual([
        'user Which warp? 織 \u2028🧵',
        'thinking assistant count threads',
        'tool-call assistant ',
        'tool-result tool no such thread',
        'assistant Linen it is.',
        'user In two lines\nbelow',
        'thinking assistant a thought aloud',
        'user ok',
        'user ok',
      ])
      const { messages = [], facts } = conversations.get(id('1')) ?? {}
      expect(messages[0]?.message.images).toEqual([{ file_name: 'warp.png' }])
      expect(messages[2]?.message.tool_calls).toEqual([
        { id: 'call-9', type: 'function', name: 'read_file', arguments: { path: 'warp' } },
      ])
      expect(messages[3]?.message).toMatchObject({ is_error: true, tool_call_id: 'call-9' })
      expect(messages.map(({ at }) => at ?? null)).toEqual([
        Date.parse('2026-06-01T08:00:01.250Z'),
        Date.parse('2026-06-01T08:00:02.000Z'),
        null,
        null,
        1780300803000,
        1780300804000,
        null,
        null,
        null,
      ])
      expect(facts).toEqual({
        id: id('1'),
        title: 'Loom 織',
        cwd: '/home/ada/loom',
        model: 'demo-weaver',
        startedAt: 1780300800000,
        updatedAt: 1780300800000,
      })
      expect(said(id('2'))).toEqual([
        'user inline question',
        'assistant inline answer',
        'assistant without an id',
      ])
      expect(conversations.get(id('2'))?.facts.cwd).toBe('/home/ada/old loom')
      expect(conversations.get(id('3'))?.facts).toMatchObject({ parent: id('1'), kind: 'sub-agent' })
      expect(said(id('8'))).toEqual(['user list question', 'assistant list answer'])
      expect(said('tab-old')).toEqual(['user old prompt', 'assistant old reply'])
      expect(conversations.get('tab-old')?.facts).toMatchObject({
        title: 'Old chat',
        cwd: '/home/ada/old loom',
      })
      expect(said(id('a'))).toEqual([
        'user Weave it 織\u2028',
        'assistant I look.',
        'tool-call assistant ',
        'tool-result tool 12 threads',
        'user ok',
        'assistant Woven 🎉',
        'user ok',
        'user What does <timestamp>now</timestamp> and </user_query> do?',
        'user plain, <b>as typed</b>',
        'thinking assistant hm',
        'assistant A tag.\n\nAnd [REDACTED] within.',
      ])
      const agent = conversations.get(id('a'))
      expect(agent?.messages[0]).toMatchObject({ at: Date.UTC(2026, 7, 2, 10, 51), quality: 'minute' })
      expect(agent?.messages[6]).toMatchObject({ at: Date.UTC(2026, 7, 3, 6, 35), quality: 'minute' })
      expect(agent?.messages[1]).toMatchObject({ quality: 'none' })
      expect(agent?.facts).toEqual({ id: id('a'), title: 'Weaving', cwd: '/home/ada/loom' })
      expect(conversations.get(id('b'))?.facts).toMatchObject({ parent: id('a'), kind: 'sub-agent' })
      expect(said(id('b'))).toEqual(['user Find yarn', 'assistant Nine balls.'])
      expect(conversations.get(id('c'))?.facts).toEqual({
        id: id('c'),
        title: 'Flat 平',
        cwd: '/home/ada/loom',
        model: 'demo-flat',
        startedAt: 1780500000000,
      })
      expect(said(id('d'))).toEqual([
        'user old text\n\nin two parts',
        'thinking assistant hidden',
        'tool-call assistant ',
        'assistant Now I know.',
        'tool-result tool file body',
        'assistant old answer',
        'user the line below is no head\nassistant:',
      ])
      expect(JSON.stringify(events)).not.toContain('decoy')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'copy ',
        `copy ${id('7')}`,
        'damaged ',
        `damaged bubbleId:${id('1')}:cut`,
        `damaged composer.composerData`,
        `damaged composerData:${id('5')}`,
        'empty ',
        'empty drafts ×1',
        'unknown bubbles of no conversation ×1',
        'unknown bubbles ×1',
        'unknown loom',
      ])
    } finally {
      machine.remove()
    }
  })

  it('takes a conversation from the editor when that has all of it, else from its transcript', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations } = await collectImport(cursor, machine)
      const whole = conversations.get(id('6'))
      expect(whole?.messages.map(({ message, at }) => [message.content, at])).toEqual([
        ['whole question', Date.parse('2026-06-02T08:00:01.000Z')],
        ['whole answer', Date.parse('2026-06-02T08:00:02.000Z')],
      ])
      const partly = conversations.get(id('7'))
      expect(partly?.messages.map(({ message, quality }) => [message.content, quality])).toEqual([
        ['partly question', 'none'],
        ['partly answer', 'none'],
      ])
      expect(partly?.facts).toMatchObject({ title: 'Partly', model: 'demo-part', cwd: '/home/ada/loom' })
    } finally {
      machine.remove()
    }
  })

  it('reads of a database only the conversations with new rows', async () => {
    const machine = sampleMachine(places)
    try {
      const units = () => unitsOf(cursor, machine, machine.path(database))
      const first = await collectImport(cursor, machine, units())
      const change = async (sql: string) => {
        changeDatabase(machine.path(database), `PRAGMA locking_mode = EXCLUSIVE; ${sql}`)
        return (await collectImport(cursor, machine, units(), first.cursors)).conversations
      }
      const grown = await change(
        `INSERT INTO cursorDiskKV VALUES('bubbleId:${id('6')}:w2','{"type":2,"text":"mended answer"}')`,
      )
      expect([...grown.keys()]).toEqual([id('6')])
      expect(grown.get(id('6'))?.messages.map(({ message }) => message.content)).toEqual([
        'whole question',
        'mended answer',
      ])
      // The numbers of rows are given anew: everything is read again.
      const renumbered = await change(
        `CREATE TABLE other (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
        INSERT INTO other SELECT key, value FROM cursorDiskKV WHERE value IS NOT NULL ORDER BY key DESC;
        DROP TABLE cursorDiskKV; ALTER TABLE other RENAME TO cursorDiskKV`,
      )
      expect(renumbered.size).toBe(first.conversations.size)
    } finally {
      machine.remove()
    }
  })
})

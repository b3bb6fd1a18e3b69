import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { geminiCli } from './gemini-cli.ts'

const shared = sharedSample('gemini-cli')

describe.skipIf(shared === undefined)('the shared samples of Gemini CLI', () => {
  it('gives what they expect, and the rest of a file that grows', async () => {
    const machine = sampleMachine({ '.gemini': shared ?? '' })
    try {
      const first = await collectImport(geminiCli, machine)
      expectSample(first, shared ?? '')
      for (const name of fs.readdirSync(join(shared ?? '', 'append'))) {
        const to = machine.path(`.gemini/tmp/tidepool/chats/${name.replace(/\.tail$/, '.jsonl')}`)
        fs.appendFileSync(to, fs.readFileSync(join(shared ?? '', 'append', name)))
      }
      const after = 'expected.after-append.json'
      expectSample(await collectImport(geminiCli, machine), shared ?? '', after)
      const units = unitsOf(geminiCli, machine)
      const rest = await collectImport(geminiCli, machine, units, first.cursors)
      expect([...rest.conversations.keys()]).toEqual(['aaaaaaaa-1111-4222-8333-444444444444'])
    } finally {
      machine.remove()
    }
  })
})

const places = { '.gemini': ownSample('gemini-cli') }
const id = (n: number): string => `a11a000${n}-0000-4000-8000-00000000000${n}`
const main = '.gemini/tmp/kite/chats/session-2026-05-06T09-00-a11a0001.jsonl'

importerContract(geminiCli, {
  places,
  growing: [
    main,
    '.gemini/tmp/kite/chats/session-2026-05-07T09-00-a11a0003.jsonl',
    '.gemini/tmp/kite/chats/session-2026-05-08T09-00-a11a0004.jsonl',
  ],
})

describe('Gemini CLI', () => {
  it('reads each message as it was last written, with what was rewound and summed up', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped, events } = await collectImport(geminiCli, machine)
      const said = (name: string) =>
        conversations
          .get(name)
          ?.messages.map(({ sort, branch, message }) =>
            [sort, branch, message.role, message.content]
              .filter((word) => word !== 'text' && word !== 'active')
              .join(' '),
          )
      expect(said(id(1))).toEqual([
        'user Which frame for a kite 凧 \u2028🪁?',
        'thinking assistant Frame\nlight and stiff',
        'assistant Bamboo.',
        'tool-call assistant ',
        'tool-result tool frame: bamboo',
        'tool-result tool no such tool',
        'tool-result tool {"lines":3}',
        'user Sew @tail.md',
        'user like this',
        'thinking assistant secretly',
        'assistant Sewn \ufffd',
        'undone user Paint it red',
        'undone assistant Red.',
        'user Paint it blue',
        'user ok',
        'user ok',
        'assistant Done ✅',
      ])
      const messages = conversations.get(id(1))?.messages ?? []
      expect(messages[3]?.message.tool_calls?.map(({ id: call, name }) => `${call} ${name}`)).toEqual([
        't1 read_file',
        't2 run',
      ])
      expect(messages[5]?.message).toMatchObject({ tool_call_id: 't2', is_error: true })
      expect(messages[8]?.message.images).toEqual([
        { media_type: 'image/png', file_name: 'image-1.png' },
        { media_type: 'image/jpeg', url: 'https://example.org/k.jpg', file_name: 'image-2.jpeg' },
      ])
      expect(messages[0]).toMatchObject({ at: Date.UTC(2026, 4, 6, 9, 0, 1), quality: 'exact' })
      expect(conversations.get(id(1))?.facts).toEqual({
        id: id(1),
        title: 'Kite 凧',
        cwd: '/home/ada/kite',
        model: 'demo-pro',
        startedAt: Date.UTC(2026, 4, 6, 9),
        updatedAt: Date.UTC(2026, 4, 6, 9, 0, 20),
      })
      expect(conversations.get(id(2))?.facts).toMatchObject({ parent: id(1), kind: 'sub-agent' })
      expect(said(id(3))).toEqual([
        'abandoned user first flight',
        'user Summary: one flight',
        'assistant It flies.',
        'abandoned user higher',
        'assistant Up it goes.',
      ])
      expect(said(id(4))).toEqual(['undone user gone one', 'user what stays', 'user back again'])
      expect(said(id(5))).toEqual(['user old spool', 'assistant Old answer', 'user new spool'])
      expect(said(id(6))).toEqual(['user is it windy?', 'assistant A breeze.'])
      expect(said('a11a0007')).toEqual(['user no header', 'assistant undated'])
      expect(conversations.get('a11a0007')?.messages[1]).toMatchObject({ quality: 'none' })
      expect(conversations.get(id(8))?.facts.cwd).toBe('/home/ada/kite')
      expect(conversations.get(id(9))?.facts.cwd).toBe('/home/ada/pond')
      expect(said('a11a000a-0000-4000-8000-00000000000a')).toEqual([
        'user Fly it 凧',
        'thinking assistant wind first',
        'assistant I check the wind.',
        'tool-call assistant ',
        'tool-result tool north, strong',
        'user ok',
        'user ok',
        'assistant It flies.',
      ])
      expect(conversations.size).toBe(10)
      expect(JSON.stringify(events)).not.toContain('decoy')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'copy ',
        'damaged ',
        'empty ',
        'unknown $odd',
        'unknown number',
        'unknown oracle',
        'unknown riddle',
      ])
    } finally {
      machine.remove()
    }
  })

  it('takes a session that lies somewhere else, and no other file of that name', () => {
    const machine = sampleMachine({ backup: ownSample('gemini-cli') })
    try {
      const path = machine.path('session-copy.jsonl')
      fs.renameSync(machine.path(main.replace('.gemini', 'backup')), path)
      expect(geminiCli.claims(machine, path)).toBe(true)
      fs.writeFileSync(path, '{"id":1}\n')
      expect(geminiCli.claims(machine, path)).toBe(false)
      expect(geminiCli.claims(machine, machine.path('backup/tmp/kite/logs.json'))).toBe(false)
      expect(geminiCli.claims(machine, machine.path('backup'))).toBe(true)
    } finally {
      machine.remove()
    }
  })

  it('looks where GEMINI_CLI_HOME says', () => {
    const machine = sampleMachine({ 'else/.gemini': ownSample('gemini-cli') })
    try {
      expect(geminiCli.roots(machine)).toEqual([])
      const moved = { ...machine, environment: { GEMINI_CLI_HOME: machine.path('else') } }
      expect(geminiCli.roots(moved)).toEqual([machine.path('else/.gemini')])
    } finally {
      machine.remove()
    }
  })

  it('loses nothing behind a damaged message, and no result that has no id', async () => {
    const machine = sampleMachine({})
    const path = machine.path('.gemini/tmp/kite/chats/session-2026-05-06T09-00-a11a000b.json')
    const answer = (output: string) => ({ functionResponse: { name: 'run', response: { output } } })
    const messages = [
      { id: 'm1', type: 'user', content: 'one' },
      { id: 'm2', type: 'gemini', content: 'torn', toolCalls: [{ id: 't1', name: 'run', args: {} }] },
      { id: 'm3', type: 'user', content: [answer('first'), answer('second')] },
      { id: 'm4', type: 'gemini', content: 'last' },
    ]
    try {
      fs.mkdirSync(dirname(path), { recursive: true })
      const text = JSON.stringify({ sessionId: 'b', messages, summary: 'Kite' })
      fs.writeFileSync(path, text.replace('"torn"', '"torn'))
      const { conversations, skipped } = await collectImport(geminiCli, machine)
      const told = conversations.get('b')?.messages.map(({ message }) => message.content)
      expect(told).toEqual(['one', 'first', 'second', 'last'])
      expect(conversations.get('b')?.facts.title).toBe('Kite')
      expect(skipped.map(({ reason }) => reason)).toEqual(['damaged'])
    } finally {
      machine.remove()
    }
  })
})

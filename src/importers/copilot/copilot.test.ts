import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, type CollectedImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { copilot } from './copilot.ts'

const shared = sharedSample('copilot')
const user = '.config/Code/User'

describe.skipIf(shared === undefined)('the shared samples of Copilot', () => {
  it('gives what they expect, and the rest of a log that grows', async () => {
    const folder = shared ?? ''
    const machine = sampleMachine({
      '.copilot': join(folder, 'cli'),
      [user]: join(folder, 'vscode', 'User'),
    })
    const log = '.copilot/session-state/0000005f-0c0d-4e0f-8a0b-00000000005f/events.jsonl'
    try {
      const first = await collectImport(copilot, machine)
      expectSample(first, folder)
      expect(first.conversations.size).toBe(6)
      fs.appendFileSync(machine.path(log), fs.readFileSync(join(folder, 'append', 'events.tail')))
      expectSample(await collectImport(copilot, machine), folder, 'expected.after-append.json')
      const rest = await collectImport(copilot, machine, unitsOf(copilot, machine), first.cursors)
      const texts = [...rest.conversations.values()].flatMap(({ messages }) =>
        messages.map(({ message }) => message.content),
      )
      expect(texts).toEqual(['Bye 👋'])
    } finally {
      machine.remove()
    }
  })
})

const places = {
  '.copilot': join(ownSample('copilot'), 'cli'),
  [user]: join(ownSample('copilot'), 'vscode', 'User'),
}
const id = (n: string): string => `cab0000${n}-0000-4000-8000-00000000000${n}`
const sessions = '.copilot/session-state'
const chats = `${user}/workspaceStorage/aa11/chatSessions`

importerContract(copilot, {
  places,
  growing: [
    `${sessions}/cab00000-0000-4000-8000-00000000000f/events.jsonl`,
    `${sessions}/${id('2')}.jsonl`,
    `${chats}/${id('b')}.jsonl`,
  ],
})

function saidIn({ conversations }: CollectedImport, name: string): readonly string[] | undefined {
  return conversations
    .get(name)
    ?.messages.map(({ sort, branch, message }) =>
      [sort, branch, message.role, message.content]
        .filter((word) => word !== 'text' && word !== 'active')
        .join(' '),
    )
}

describe('Copilot', () => {
  it('reads sessions of the command line, of all its versions', async () => {
    const machine = sampleMachine(places)
    try {
      const read = await collectImport(copilot, machine, unitsOf(copilot, machine, machine.path('.copilot')))
      const { conversations, skipped } = read
      expect(saidIn(read, id('1'))).toEqual([
        'user Turn the wheel 輪 \u2028⚙️',
        'thinking assistant look at the axle',
        'assistant I look.',
        'tool-call assistant ',
        'tool-result tool axle: oak',
        'tool-result tool it is stuck',
        'assistant It turns.',
        'summary user The wheel was turned.',
        'undone user Stop it',
        'undone assistant Stopped.',
        'user ok',
        'user ok',
        'assistant Fine  \ufffd x',
      ])
      const { messages = [], facts } = conversations.get(id('1')) ?? {}
      expect(messages[0]?.message.images).toEqual([{ media_type: 'image/png', file_name: 'wheel.png' }])
      expect(messages[0]).toMatchObject({ at: Date.UTC(2026, 5, 2, 8, 0, 2), quality: 'exact' })
      expect(messages[3]?.message.tool_calls?.map(({ name }) => name)).toEqual(['view', 'bash'])
      expect(messages[5]?.message).toMatchObject({ tool_call_id: 'k2', is_error: true })
      expect(facts).toEqual({
        id: id('1'),
        title: 'Mill 輪: wheel',
        cwd: '/home/ada/mill',
        branch: 'wheel',
        model: 'demo-three',
        startedAt: Date.UTC(2026, 5, 2, 8),
        updatedAt: Date.UTC(2026, 5, 2, 8, 0, 17),
      })
      expect(saidIn(read, `${id('1')}#scout`)).toEqual(['user Find gears', 'assistant Four gears.'])
      expect(conversations.get(`${id('1')}#scout`)?.facts).toMatchObject({
        parent: id('1'),
        kind: 'sub-agent',
        model: 'demo-small',
      })
      expect(saidIn(read, `${id('1')}#k4`)).toEqual(['assistant Old way'])
      expect(saidIn(read, id('2'))).toEqual(['user no start, a bare file', 'assistant Read.', 'user undated'])
      expect(conversations.get(id('2'))?.messages[2]?.quality).toBe('none')
      expect(saidIn(read, id('3'))).toEqual([
        'user add a sluice',
        'tool-call assistant ',
        'tool-result tool edited',
        'assistant Added.',
      ])
      expect(conversations.get(id('3'))?.messages[0]?.at).toBe(Date.parse('2025-10-08T21:10:16.398Z'))
      expect(saidIn(read, id('4'))).toEqual([
        'user add mills',
        'assistant sure',
        'tool-call assistant ',
        'tool-result tool file here',
        'user thanks',
      ])
      expect(saidIn(read, 'cab00005-0000-4000-8000-00000000000a')).toEqual([
        'user part one',
        'assistant part two',
      ])
      expect(conversations.size).toBe(7)
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'damaged ',
        'unknown hologram',
        'unknown weather.report',
      ])
    } finally {
      machine.remove()
    }
  })

  it('reads chats of VS Code: files, logs, copies', async () => {
    const machine = sampleMachine(places)
    try {
      const read = await collectImport(copilot, machine, unitsOf(copilot, machine, machine.path(user)))
      const { conversations, skipped } = read
      expect(saidIn(read, id('a'))).toEqual([
        'user What does #file grind? 粉',
        'thinking assistant hm\n\nso',
        'tool-call assistant ',
        'tool-result tool stone: granite',
        'tool-result tool made',
        'assistant It grinds `stone.ts` and `sieve`.\n\nDone.',
        'undone user undone question',
        'undone assistant undone answer',
        'user cancelled',
        'user only in the copy',
        'assistant kept',
      ])
      const { messages = [], facts } = conversations.get(id('a')) ?? {}
      expect(messages[0]?.message.images).toEqual([{ media_type: 'image/png', file_name: 'grain.png' }])
      expect(messages[2]?.message.tool_calls).toEqual([
        { id: 'c1', type: 'function', name: 'copilot_readFile', arguments: { path: 'stone.ts' } },
        { id: 'c2', type: 'function', name: 'run_in_terminal', arguments: { command: 'make' } },
      ])
      expect(facts).toEqual({
        id: id('a'),
        title: 'Flour 粉',
        cwd: '/home/ada/my mill',
        model: 'copilot/demo-3',
        startedAt: 1780300800000,
        updatedAt: 1780300803000,
      })
      expect(saidIn(read, id('b'))).toEqual([
        'user Stream it',
        'assistant Hello world 🌍',
        'user second',
        'assistant final two',
      ])
      expect(conversations.get(id('b'))?.facts.title).toBe('Log title')
      expect(saidIn(read, id('c'))).toEqual(['user written anew', 'assistant yes'])
      expect(conversations.get(id('c'))?.facts.cwd).toBe('/home/ada/loft')
      expect(saidIn(read, id('d'))).toEqual(['user old prompt', 'assistant old reply', 'user ok', 'user ok'])
      expect(conversations.get(id('d'))?.messages[0]?.quality).toBe('none')
      expect(saidIn(read, id('f'))).toEqual(['user transferred', 'assistant here'])
      expect(conversations.size).toBe(5)
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'copy ',
        'damaged 1 more lines',
        'damaged 1 more lines',
        'empty ',
        'unknown line 9',
        'unknown moonbeam',
      ])
    } finally {
      machine.remove()
    }
  })

  it('knows its files wherever they lie, by what is in them', () => {
    const machine = sampleMachine(places)
    try {
      const moved = (name: string, to: string): string => {
        fs.renameSync(machine.path(name), machine.path(to))
        return machine.path(to)
      }
      expect(copilot.claims(machine, moved(`${chats}/${id('a')}.json`, 'chat.json'))).toBe(true)
      expect(copilot.claims(machine, moved(`${chats}/${id('b')}.jsonl`, 'chat.jsonl'))).toBe(true)
      const log = `${sessions}/cab00000-0000-4000-8000-00000000000f/events.jsonl`
      expect(copilot.claims(machine, moved(log, 'some.jsonl'))).toBe(true)
      fs.writeFileSync(machine.path('other.json'), '{"requests":[]}')
      expect(copilot.claims(machine, machine.path('other.json'))).toBe(false)
    } finally {
      machine.remove()
    }
  })

  it.each([
    [`.copilot/history-session-state/session_${id('3')}_1760000000000.json`, '"decoy"', id('3'), 'Added.'],
    [`${user}/workspaceStorage/bb22/chatSessions/damaged.json`, '"torn"', 'damaged', 'and then'],
  ])('loses nothing behind a damaged entry of %s', async (name, text, conversation, last) => {
    const machine = sampleMachine(places)
    const path = machine.path(name)
    const request = (words: string) => ({
      requestId: words,
      message: { text: words, parts: [{}] },
      response: [],
    })
    try {
      const given = JSON.stringify({
        version: 3,
        requests: ['torn', 'and then'].map(request),
        customTitle: 'T',
      })
      const whole = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : given
      fs.writeFileSync(path, whole.replace(text, text.slice(0, -1)))
      const collected = await collectImport(copilot, machine, unitsOf(copilot, machine, path))
      expect(saidIn(collected, conversation)?.join('\n')).toContain(last)
      expect(collected.skipped.map(({ reason }) => reason)).toContain('damaged')
    } finally {
      machine.remove()
    }
  })
})

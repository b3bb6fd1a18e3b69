import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { nowMs, openHome } from '../import-home.suite.ts'
import { importers } from '../importers.ts'
import { saidIn } from '../said-in.suite.ts'
import { sampleMachine, type SampleMachine } from '../sample-machine.suite.ts'
import { selectUnits } from '../select-units.ts'
import { plainValue } from './extended-json.ts'
import { librechat } from './librechat.ts'

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({})
  fs.mkdirSync(machine.path('dump'))
})
afterEach(() => machine.remove())

const [SKY, SEA] = ['11b3c4a7-0000-4000-8000-0000000000a1', '11b3c4a7-0000-4000-8000-0000000000a2']
const ROOT = '00000000-0000-0000-0000-000000000000'
const at = (second: number): object => ({
  $date: new Date(Date.UTC(2026, 4, 1) + second * 1000).toISOString(),
})
const message = (
  id: string,
  parent: string,
  conversationId: string,
  second: number,
  text: string,
): object => ({
  _id: { $oid: `665${id.padStart(21, '0')}` },
  messageId: id,
  conversationId,
  parentMessageId: parent,
  isCreatedByUser: text.endsWith('?'),
  sender: 'x',
  text,
  tokenCount: { $numberInt: '12' },
  createdAt: at(second),
})
const messages = [
  message('a', ROOT, SKY, 1, 'Which star is that, {red}?'),
  message('b', ROOT, SEA, 2, 'How high is the tide?'),
  message('c', 'a', SKY, 3, 'Antares.'),
  message('d', 'b', SEA, 4, 'Two "metres" 海.'),
  message('e', 'a', SKY, 5, 'It is Antares.'),
]
const titles = [SKY, SEA].map((conversationId, i) => ({
  _id: { $oid: `666${String(i).padStart(21, '0')}` },
  conversationId,
  title: i === 0 ? 'Stars ✨' : 'New Chat',
  endpoint: 'openAI',
  model: 'demo-3',
  messages: [{ $oid: '1' }],
  createdAt: at(0),
  updatedAt: at(9),
}))
const write = (name: string, text: string): void => fs.writeFileSync(machine.path(`dump/${name}`), text)
const lines = (entries: readonly object[]): string =>
  entries.map((each) => `${JSON.stringify(each)}\n`).join('')
const read = () => collectImport(librechat, machine, unitsOf(librechat, machine, machine.path('dump')))

describe('a dump of the database of LibreChat', () => {
  it.each([
    ['lines', 'messages.jsonl', 'conversations.jsonl', lines],
    [
      'a list',
      'messages.json',
      'conversations.json',
      (entries: readonly object[]) => JSON.stringify(entries),
    ],
    [
      'pretty entries',
      'Messages-of-may.json',
      'Conversations-of-may.json',
      (entries: readonly object[]) => entries.map((each) => JSON.stringify(each, null, 2)).join('\n'),
    ],
  ])(
    'is read as %s: each conversation with its branches, its title from the other file',
    async (_, a, b, text) => {
      write(a, text(messages))
      write(b, text(titles))
      const { conversations, skipped } = await read()
      expect(skipped).toEqual([])
      expect(saidIn(conversations, SKY)).toEqual([
        'user Which star is that, {red}?',
        'assistant It is Antares.',
        'abandoned assistant Antares.',
      ])
      expect(saidIn(conversations, SEA)).toEqual(['user How high is the tide?', 'assistant Two "metres" 海.'])
      expect(conversations.get(SKY)?.facts).toMatchObject({ title: 'Stars ✨', model: 'demo-3' })
      expect(conversations.get(SEA)?.facts.title).toBe('How high is the tide?')
      expect(conversations.get(SKY)?.messages[0]?.at).toBe(Date.UTC(2026, 4, 1) + 1000)
    },
  )

  it('is nobody else’s, with the other collections beside it', () => {
    for (const name of ['messages', 'conversations', 'users', 'projects'])
      write(`${name}.json`, lines(name === 'messages' ? messages : titles))
    const { tools } = selectUnits(importers, machine, { paths: [machine.path('dump')] })
    expect(tools.map(({ importer }) => importer.tool)).toEqual(['librechat'])
  })

  it('costs one message where it is damaged or cut off, and adds nothing the second time', async () => {
    const text = lines(messages)
    write('messages.jsonl', text.replace('"Antares."', '"Antares').slice(0, -20))
    const first = await read()
    expect(first.skipped.length).toBeGreaterThan(0)
    expect(saidIn(first.conversations, SEA)).toEqual([
      'user How high is the tide?',
      'assistant Two "metres" 海.',
    ])
    write('messages.jsonl', text)
    write('conversations.jsonl', lines(titles))
    const chatcli = openHome(createSimulatedDisk({ nowMs }))
    const imports = await chatcli.imports()
    const paths = [machine.path('dump')]
    expect((await imports.run(machine, { paths })).tools[0]).toMatchObject({ newSessions: 2, newMessages: 5 })
    expect((await imports.run(machine, { paths, all: true })).tools[0]).toMatchObject({
      newMessages: 0,
      grownSessions: 0,
    })
  })
})

it('takes the wrappers of Extended JSON away', () => {
  const value = {
    a: [{ $oid: '6' }, { $numberLong: '7' }, { $date: { $numberLong: '0' } }, { $date: 'never' }],
    b: { $x: 1, y: 2 },
  }
  expect(plainValue(value)).toEqual({
    a: ['6', 7, '1970-01-01T00:00:00.000Z', undefined],
    b: { $x: 1, y: 2 },
  })
})

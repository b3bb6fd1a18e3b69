import * as fs from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChatCli } from '../../chatcli.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../sample-machine.suite.ts'
import { zipOf } from '../shared/zip-of.suite.ts'

let machine: SampleMachine
let chatcli: ChatCli
beforeEach(() => {
  machine = sampleMachine({})
  fs.mkdirSync(machine.path('Downloads'))
  const now = () => Date.UTC(2026, 10, 1)
  chatcli = openChatCli({ home: '/home/ada/.chatcli', disk: createSimulatedDisk({ nowMs: now() }), now })
})
afterEach(() => machine.remove())

async function add(name: string, conversations: readonly unknown[]): Promise<void> {
  fs.writeFileSync(
    machine.path(`Downloads/${name}.zip`),
    zipOf({ 'conversations.json': JSON.stringify(conversations) }),
  )
  await (await chatcli.imports()).run(machine)
}

const window = (name: string) => chatcli.sessions.load(name).messages.map(({ content }) => content)

it('makes one record of exports of different days, as the last one shows it', async () => {
  const [whole, early] = JSON.parse(
    fs.readFileSync(`${ownSample('chatgpt')}/conversations-000.json`, 'utf8'),
  ) as unknown[]
  await add('day-1', [early])
  const [session] = chatcli.sessions.list({ source: 'chatgpt' }).sessions
  const name = session?.name ?? ''
  expect(name).toMatch(/^chatgpt\.kite-question-/)
  expect(window(name).at(-1)).toBe('No, that one is for light wind.')
  await add('day-2', [whole])
  expect(chatcli.sessions.list({ source: 'chatgpt' }).total).toBe(1)
  expect(chatcli.sessions.summary(name).title).toBe('Kites 凧')
  expect(window(name)).not.toContain('No, that one is for light wind.')
  expect(window(name).filter((text) => text === 'ok')).toHaveLength(2)
  const record = chatcli.sessions.record(name)
  expect(record.messages).toHaveLength(15)
  expect(record.messages.find(({ message }) => message.content.startsWith('No, that'))?.state).toBe('rewound')
  await add('day-2 (1)', [whole])
  expect(chatcli.sessions.record(name).messages).toHaveLength(15)
})

it('lets an older export, imported later, change nothing of what a newer one showed', async () => {
  const [whole, early] = JSON.parse(
    fs.readFileSync(`${ownSample('chatgpt')}/conversations-000.json`, 'utf8'),
  ) as Record<string, unknown>[]
  await add('day-2', [whole])
  const name = chatcli.sessions.list({ source: 'chatgpt' }).sessions[0]?.name ?? ''
  const shown = window(name)
  const gone = {
    id: 'gone',
    parent: (early?.['current_node'] as string) ?? null,
    children: [],
    message: {
      id: 'gone',
      author: { role: 'user' },
      content: { content_type: 'text', parts: ['deleted since'] },
    },
  }
  await add('day-1', [{ ...early, mapping: { ...Object(early?.['mapping']), gone }, current_node: 'gone' }])
  expect(window(name)).toEqual(shown)
  expect(chatcli.sessions.summary(name).title).toBe('Kites 凧')
  const found = chatcli.sessions
    .record(name)
    .messages.filter(({ message }) => message.content === 'deleted since')
  expect(found.map(({ state }) => state)).toEqual(['rewound'])
})

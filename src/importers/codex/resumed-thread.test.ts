import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { sampleMachine } from '../sample-machine.suite.ts'
import { makeDatabase } from '../shared/foreign-database.suite.ts'
import { codex } from './codex.ts'

const id = (n: number): string => `0c0df00${n}-7000-7aaa-8bbb-00000000000${n}`
const line = (type: string, payload: object) => ({ timestamp: '2026-05-04T09:00:00.000Z', type, payload })
const meta = (n: number) => line('session_meta', { id: id(n), cwd: '/home/ada/garden' })
const event = (type: string, more: object = {}) => line('event_msg', { type, ...more })
const raw = (role: 'user' | 'assistant', text: string) =>
  line('response_item', {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  })

/** Reads rollouts of these lines, beside what `prepare` puts into their home. */
async function read(threads: readonly (readonly object[])[], prepare: (home: string) => void = () => {}) {
  const machine = sampleMachine({})
  try {
    const home = machine.path('.codex')
    const folder = join(home, 'sessions/2026/05/04')
    fs.mkdirSync(folder, { recursive: true })
    prepare(home)
    for (const [n, lines] of threads.entries())
      fs.writeFileSync(
        join(folder, `rollout-2026-05-04T11-00-00-${id(n)}.jsonl`),
        [meta(n), ...lines].map((each) => `${JSON.stringify(each)}\n`).join(''),
      )
    return (await collectImport(codex, machine)).conversations
  } finally {
    machine.remove()
  }
}

const newer = [
  event('task_started'),
  raw('user', 'turn two'),
  event('user_message', { message: 'turn two' }),
  event('agent_message', { message: 'two' }),
  raw('assistant', 'two'),
]

it.each([
  [
    'begins with a line that says so',
    [event('task_started'), raw('user', 'turn one'), raw('assistant', 'one')],
  ],
  ['begins with nothing', [raw('user', 'turn one'), raw('assistant', 'one')]],
])(
  'reads the turns an older version wrote, which a newer one went on with: each %s',
  async (_name, older) => {
    const conversations = await read([[...older, ...newer]])
    expect(conversations.get(id(0))?.messages.map(({ message }) => message.content)).toEqual([
      'turn one',
      'one',
      'turn two',
      'two',
    ])
  },
)

it('does not take for an older turn what stands behind those with events', async () => {
  const conversations = await read([
    [...newer, event('task_started'), raw('user', 'injected'), event('task_complete')],
  ])
  expect(conversations.get(id(0))?.messages.map(({ message }) => message.content)).toEqual([
    'turn two',
    'two',
  ])
})

it('names a thread by its file, the index, the newest database beside them, its first prompt, in this order', async () => {
  const asked = event('user_message', { message: 'What grows in shade?' })
  const named = event('thread_name_updated', { thread_name: 'By its file' })
  const threads = [[asked, named], [asked], [asked], [asked], [asked]]
  const conversations = await read(threads, (home) => {
    const index = [0, 1].map((n) => ({ id: id(n), thread_name: 'By the index' }))
    fs.writeFileSync(
      join(home, 'session_index.jsonl'),
      index.map((each) => `${JSON.stringify(each)}\n`).join(''),
    )
    const table = 'CREATE TABLE threads(id TEXT PRIMARY KEY, title TEXT, first_user_message TEXT);'
    const row = (n: number, title: string, first = 'NULL'): string =>
      `INSERT INTO threads VALUES('${id(n)}', '${title}', ${first});`
    makeDatabase(join(home, 'state_9.sqlite'), table + row(2, 'By an old database'))
    const rows = [0, 1, 2].map((n) => row(n, 'By the database')).join('')
    const prompts =
      row(3, 'What grows in') + row(4, 'with attachments: What grows', "'with attachments: What grows'")
    makeDatabase(join(home, 'state_10.sqlite'), table + rows + prompts)
  })
  expect([0, 1, 2, 3, 4].map((n) => conversations.get(id(n))?.facts.title)).toEqual([
    'By its file',
    'By the index',
    'By the database',
    'What grows in shade?',
    'What grows in shade?',
  ])
})

import { methods } from '@agentclientprotocol/sdk/unstable'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AcpHome, acpHomeWorld, type Editor, loaded, wordsIn } from './acp-harness.suite.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../../importers/sample-machine.suite.ts'

const { session } = methods.agent
let machine: SampleMachine
let home: AcpHome
let editor: Editor
let source: string
let row: string

beforeEach(async () => {
  machine = sampleMachine({ '.claude': ownSample('claude-code') })
  home = acpHomeWorld()
  editor = await home.editor()
  await (await editor.chatcli.imports()).run(machine)
  const found = editor.chatcli.sessions.list().sessions.find(({ name }) => name.includes('regenmesser'))
  source = found?.name ?? ''
  row = found?.id ?? ''
})
afterEach(() => machine.remove())

const rows = async (from: Editor): Promise<readonly unknown[]> =>
  (await from.agent.request(session.list, {})).sessions.flatMap(({ sessionId, _meta }) =>
    String(_meta?.['session']).includes('regenmesser') ? [[sessionId, _meta?.['session']]] : [],
  )
const fork = (): string => source.replace('claude-code.', 'chatcli.')

it('is replayed whole, also when it goes on in its fork, and after a restart', async () => {
  const before = await loaded(editor, row)
  expect(before.length).toBeGreaterThan(3)
  expect(wordsIn(before, 'user_message_chunk')).toContain('Regenmesser')
  expect(JSON.stringify(await loaded(editor, row))).toBe(JSON.stringify(before))
  await editor.prompt(row, 'Is it calibrated?')
  const after = await loaded(editor, row)
  const shown = (updates: typeof before): string =>
    JSON.stringify(updates.map((update) => ({ ...update, messageId: undefined })))
  expect(shown(after.slice(0, before.length))).toBe(shown(before))
  expect(wordsIn(after.slice(before.length), 'user_message_chunk')).toBe('Is it calibrated?')
  await editor.leave()
  const later = await home.editor()
  expect(JSON.stringify(await loaded(later, row))).toBe(JSON.stringify(after))
  expect(await rows(later)).toEqual(
    expect.arrayContaining([
      [row, fork()],
      [source, source],
    ]),
  )
})

it('goes to the trash with its row as long as nobody went on with it', async () => {
  await loaded(editor, row)
  await editor.agent.request(session.delete, { sessionId: row })
  expect(editor.chatcli.sessions.exists(source)).toBe(false)
  expect(await rows(editor)).toEqual([])
})

it('stays when the row is that of its fork, and is then listed by itself', async () => {
  await loaded(editor, row)
  await editor.prompt(row, 'Is it calibrated?')
  await editor.agent.request(session.delete, { sessionId: row })
  expect(editor.chatcli.sessions.exists(source)).toBe(true)
  expect(editor.chatcli.sessions.exists(fork())).toBe(true)
  expect(await rows(editor)).toContainEqual([row, source])
  await editor.agent.request(session.delete, { sessionId: row })
  expect(editor.chatcli.sessions.exists(source)).toBe(false)
})

import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { chatcliGo } from './chatcli-go.ts'

const places = { '.chatcli': ownSample('chatcli-go') }
const environment = { CHATCLI_HOME: '/elsewhere' }
const shared = sharedSample('chatcli')

importerContract(chatcliGo, { places, environment })

it.skipIf(shared === undefined)('gives what the shared sample of the Go program expects', async () => {
  const machine = sampleMachine({ '.chatcli': shared ?? '' }, { environment })
  try {
    const collected = await collectImport(chatcliGo, machine)
    expectSample(collected, shared ?? '', 'expected.json')
    expect(collected.skipped.map(({ reason }) => reason)).toEqual(['damaged', 'encrypted'])
  } finally {
    machine.remove()
  }
})

describe('the Go program', () => {
  it('reads messages of every sort, and the same after a compaction', async () => {
    const machine = sampleMachine(places, { environment })
    try {
      const { conversations, skipped } = await collectImport(chatcliGo, machine)
      const brot = conversations.get('brot')
      expect(
        brot?.messages.map(({ sort, message }) => `${sort} ${message.role}: ${message.content}`),
      ).toEqual([
        'summary user: summary of 4',
        'text user: Wie lange muss der Teig ruhen? 生地',
        'tool-call assistant: ',
        'tool-result tool: 2 h',
        'text assistant: Zwei Stunden.',
        'text user: ok',
        'other user: feedback',
        'text assistant: gut',
        'text user: ok',
      ])
      expect(new Set(brot?.messages.map(({ nativeId }) => nativeId)).size).toBe(9)
      expect(brot?.messages.every(({ at, quality }) => at === undefined && quality === 'none')).toBe(true)
      expect(conversations.get('autosave-20260105-101112')?.facts.startedAt).toBe(
        new Date(2026, 0, 5, 10, 11, 12).getTime(),
      )
      expect(skipped.map(({ reason }) => reason)).toEqual(['damaged'])
      const kept = JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: 'ok' }] })
      fs.writeFileSync(machine.path('.chatcli/sessions/brot.json'), kept)
      const after = (await collectImport(chatcliGo, machine)).conversations.get('brot')
      expect(after?.messages[0]?.nativeId).toBe(brot?.messages[5]?.nativeId)
    } finally {
      machine.remove()
    }
  })

  it('opens what was sealed, with the key it is given or the one in the home', async () => {
    const machine = sampleMachine(places, { environment })
    const text = JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: 'a secret' }] })
    fs.writeFileSync(machine.path('.chatcli/sessions/sealed.json'), sealed('pass', text))
    const read = async (more: Readonly<Record<string, string>> = {}) =>
      (
        await collectImport(chatcliGo, { ...machine, environment: { ...environment, ...more } })
      ).conversations.get('sealed')
    try {
      expect(await read()).toBeUndefined()
      expect((await read({ CHATCLI_ENCRYPTION_KEY: 'pass' }))?.messages).toHaveLength(1)
      fs.writeFileSync(machine.path('.chatcli/.auth-key'), 'pass\n')
      expect((await read())?.messages).toHaveLength(1)
    } finally {
      machine.remove()
    }
  })

  it('takes of a session what it knows: of a later version, and beside entries that are no messages', async () => {
    const machine = sampleMachine(places, { environment })
    const write = (name: string, value: unknown): void =>
      fs.writeFileSync(machine.path(`.chatcli/sessions/${name}.json`), JSON.stringify(value))
    const [asked, answered] = [
      { role: 'user', content: 'Is it known?' },
      { role: 'assistant', content: 'This is.' },
    ]
    write('later', { version: 3, title: 'Later', chat_history: [asked, answered], aura: [{ x: 1 }] })
    write('partly', [asked, { role: 7 }, 'none', answered, { role: 'user', content: { text: 'odd' } }])
    try {
      const { conversations, skipped } = await collectImport(chatcliGo, machine)
      const said = (id: string) => conversations.get(id)?.messages.map(({ message }) => message.content)
      expect(said('later')).toEqual(['Is it known?', 'This is.'])
      expect(conversations.get('later')?.facts.title).toBe('Later')
      expect(said('partly')).toEqual(['Is it known?', 'This is.'])
      const told = skipped.filter(({ path }) => /later|partly/.test(path))
      expect(told.map(({ reason, detail }) => `${reason}: ${detail}`)).toEqual([
        'unknown: format version 3',
        'unknown: a message has no role (message 1)',
        'unknown: a message is not an object (message 2)',
        'unknown: the content of a message is not text (message 4)',
      ])
    } finally {
      machine.remove()
    }
  })

  it('does not look into the home that this program uses itself', () => {
    const machine = sampleMachine(places)
    try {
      expect(chatcliGo.roots(machine)).toEqual([])
      const home = { CHATCLI_HOME: join(machine.folder, '.chatcli') }
      expect(chatcliGo.roots({ ...machine, environment: home })).toEqual([])
    } finally {
      machine.remove()
    }
  })
})

function sealed(secret: string, plain: string): Buffer {
  const master = createHash('sha256').update(secret).digest()
  const key = Buffer.from(hkdfSync('sha256', master, '', 'chatcli-session-encryption', 32))
  const nonce = Buffer.alloc(12, 9)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([Buffer.from('CHATCLI_ENC_v1\n'), nonce, body])
}

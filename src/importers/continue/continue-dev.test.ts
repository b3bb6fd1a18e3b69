import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { continueDev } from './continue-dev.ts'

const places = { '.continue': ownSample('continue') }
const A = 'c0471a0e-0000-4000-8000-000000000001'
const B = 'c0471a0e-0000-4000-8000-000000000002'

importerContract(continueDev, { places })

describe('Continue', () => {
  it('reads the messages of a session, without times, and each result once', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(continueDev, machine)
      expect(saidIn(conversations, A)).toEqual([
        'user Size of the door? 鳥 🐦\u2028(a tit)',
        'thinking assistant 28 mm.',
        'assistant I read the plan.',
        'tool-call assistant ',
        'tool-result tool door: 28',
        'thinking assistant As planned.',
        'assistant 28 mm \ufffd',
        'summary user The door is 28 mm wide.',
        'user ok',
        'tool-call assistant ',
        'tool-result tool no saw',
        'user ok',
      ])
      const session = conversations.get(A)
      expect(session?.facts).toEqual({
        id: A,
        title: 'Birdhouse 鳥',
        cwd: '/home/ada/bird house',
        model: 'demo-c',
        startedAt: 1_771_000_000_123,
      })
      expect(session?.messages.every(({ at, quality }) => at === undefined && quality === 'none')).toBe(true)
      expect(session?.messages[0]?.message.images).toEqual([
        { media_type: 'image/png', file_name: 'image-1.png' },
      ])
      expect(session?.messages[3]?.message.tool_calls).toEqual([
        { id: 'call_1', type: 'function', name: 'read_file', arguments: { path: 'plan.md' } },
      ])
      expect(conversations.get(B)?.facts).toEqual({ id: B, title: 'Which wood?', cwd: '/home/ada' })
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'unknown role owl',
        'unknown an entry that is none',
      ])
    } finally {
      machine.remove()
    }
  })

  it('reads a file that was caught half written once it is whole', async () => {
    const machine = sampleMachine(places)
    const path = machine.path(`.continue/sessions/${A}.json`)
    const whole = fs.readFileSync(path)
    try {
      fs.writeFileSync(path, whole.subarray(0, 900))
      const now = () => fs.statSync(path).mtimeMs + 1000
      const units = unitsOf(continueDev, machine, machine.path('.continue'))
      const torn = await collectImport(continueDev, { ...machine, now }, units)
      expect(torn.skipped.map(({ reason }) => reason)).toEqual(['unfinished'])
      expect(saidIn(torn.conversations, B)).toEqual(['user Which wood?', 'assistant Larch.'])
      fs.writeFileSync(path, whole)
      const later = await collectImport(continueDev, machine, units, torn.cursors)
      expect(saidIn(later.conversations, A)).toHaveLength(12)
    } finally {
      machine.remove()
    }
  })

  it('needs no index, looks where it is told to, and opens nothing else', async () => {
    const machine = sampleMachine(
      { elsewhere: ownSample('continue') },
      { environment: { CONTINUE_GLOBAL_DIR: 'unset' } },
    )
    const environment = { CONTINUE_GLOBAL_DIR: machine.path('elsewhere') }
    try {
      fs.writeFileSync(machine.path('elsewhere/sessions/sessions.json'), '[{"torn')
      fs.writeFileSync(machine.path('elsewhere/config.json'), '{"sessionId":"apiKey","history":[]}')
      expect(continueDev.roots(machine)).toEqual([])
      const { conversations } = await collectImport(continueDev, { ...machine, environment })
      expect(conversations.get(A)?.facts).not.toHaveProperty('startedAt')
      expect([...conversations.keys()]).toEqual([A, B])
    } finally {
      machine.remove()
    }
  })
})

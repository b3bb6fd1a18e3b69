import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { zipOf } from '../shared/zip-of.suite.ts'
import { librechat } from './librechat.ts'

const places = { Downloads: ownSample('librechat') }
const LENS = '11b3c4a7-0000-4000-8000-000000000001'
const TREE = '11b3c4a7-0000-4000-8000-000000000002'

importerContract(librechat, { places })

const said = [
  'user Which lens for stars? 星 🔭\u2028(cheap)',
  'assistant A 35 mm lens.',
  'user ok',
  'assistant Clear skies.',
  'thinking abandoned assistant Focal length.',
  'tool-call abandoned assistant ',
  'tool-result abandoned tool two lenses',
  'abandoned assistant Take a\n\n20 mm lens.',
  'abandoned user ok',
  'thinking abandoned assistant Steady it.',
  'abandoned assistant Use a tripod. \ufffd',
  'other abandoned assistant {"code":"limit"}',
]

describe('LibreChat', () => {
  it('reads a list of messages and a tree of them, and keeps what was left behind apart', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(librechat, machine)
      expect(saidIn(conversations, LENS)).toEqual(said)
      expect([...saidIn(conversations, TREE)].sort()).toEqual([...said].sort())
      const lens = conversations.get(LENS)
      expect(lens?.facts).toEqual({
        isSnapshot: true,
        id: LENS,
        title: 'Lens 星',
        model: 'demo-2',
        startedAt: Date.UTC(2026, 3, 5, 6, 0, 0, 100),
        updatedAt: Date.UTC(2026, 3, 5, 6, 2),
      })
      expect(lens?.messages[0]).toMatchObject({
        at: Date.UTC(2026, 3, 5, 6, 0, 0, 100),
        message: { images: [{ media_type: 'image/png', file_name: 'sky.png' }] },
      })
      expect(lens?.messages[2]).not.toHaveProperty('at')
      expect(lens?.messages[5]?.message.tool_calls).toEqual([
        { id: 'call_9', type: 'function', name: 'shop', arguments: { q: '20mm' } },
      ])
      expect(lens?.messages[6]?.message.tool_call_id).toBe('call_9')
      expect(conversations.get(TREE)?.facts.title).toBe('Which lens for stars? 星 🔭 (cheap)')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'unknown comet',
        'unknown comet',
      ])
    } finally {
      machine.remove()
    }
  })

  it('leaves the files of other tools', () => {
    const machine = sampleMachine({
      a: ownSample('chatgpt'),
      b: ownSample('open-webui'),
      c: ownSample('claude-ai'),
    })
    try {
      fs.writeFileSync(machine.path('c/own.json'), '{"conversationId":"x"}')
      for (const name of ['a', 'b', 'c']) expect(librechat.claims(machine, machine.path(name))).toBe(false)
    } finally {
      machine.remove()
    }
  })
})

it('finds conversations in an archive of other files, and steps over what a Mac adds to it', async () => {
  const machine = sampleMachine({})
  try {
    const path = machine.path('chats.zip')
    const message = { messageId: 'm', isCreatedByUser: true, text: 'a star?' }
    const files = {
      'a.json': '{"x": 1}',
      'b.json': JSON.stringify({ conversationId: 'c', messages: [message] }),
    }
    fs.writeFileSync(path, zipOf({ '__MACOSX/._b.json': '{"conversationId": "torn', ...files }))
    expect(librechat.claims(machine, path)).toBe(true)
    const { conversations, skipped } = await collectImport(
      librechat,
      machine,
      unitsOf(librechat, machine, path),
    )
    expect(saidIn(conversations, 'c')).toEqual(['user a star?'])
    expect(skipped.map(({ reason }) => reason)).toEqual(['unknown'])
  } finally {
    machine.remove()
  }
})

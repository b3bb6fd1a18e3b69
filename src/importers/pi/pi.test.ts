import { describe, expect, it } from 'vitest'
import { collectImport } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { pi } from './pi.ts'

const places = { '.pi/agent': ownSample('pi') }
const A = '01a7b001-0000-7000-8000-0000000000a1'

importerContract(pi, {
  places,
  growing: [`.pi/agent/sessions/--home-ada-boat--/2026-03-01T08-00-00-000Z_${A}.jsonl`],
})

describe('pi', () => {
  it('reads the tree of a session, a fork without its copy, and the first version', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(pi, machine)
      const said = (id: string) =>
        conversations
          .get(id)
          ?.messages.map(
            ({ sort, branch, message }) => `${sort} ${branch} ${message.role}: ${message.content}`,
          )
      expect(said(A)).toEqual([
        'text active user: Mend the sail 帆 ⛵',
        'thinking active assistant: Thread first.',
        'text active assistant: I look for the tear.',
        'tool-call active assistant: ',
        'tool-result active tool: torn \ufffd at the leech',
        'text active assistant: Sewn.',
        'text abandoned user: Paint it red',
        'text abandoned assistant: Red.',
        'text active user: Paint it blue',
        'text active assistant: Blue.',
        'tool-result active tool: $ ls\nsail.md',
        'summary active user: The sail was mended.',
        'text active user: ok',
        'text active user: ok',
      ])
      expect(conversations.get(A)?.facts).toMatchObject({
        title: 'Sail 帆',
        cwd: '/home/ada/boat',
        model: 'demo-2',
      })
      expect(conversations.get(A)?.messages[0]?.at).toBe(Date.UTC(2026, 2, 1, 8, 0, 2))
      const fork = '01a7b002-0000-7000-8000-0000000000b2'
      expect(said(fork)).toEqual(['text active user: In the fork: a mast', 'text active assistant: A mast.'])
      expect(conversations.get(fork)?.facts).toMatchObject({ parent: A, kind: 'fork' })
      expect(said('01a7b003-0000-7000-8000-0000000000c3')).toHaveLength(2)
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'damaged ',
        'unknown driftwood',
      ])
    } finally {
      machine.remove()
    }
  })
})

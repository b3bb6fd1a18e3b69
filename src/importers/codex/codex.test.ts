import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { codex } from './codex.ts'

const shared = sharedSample('codex')

describe.skipIf(shared === undefined)('the shared samples of Codex', () => {
  it('gives what they expect, and the rest of a file that grows', async () => {
    const machine = sampleMachine({ '.codex': shared ?? '' })
    try {
      const first = await collectImport(codex, machine)
      expectSample(first, shared ?? '')
      for (const name of fs.readdirSync(join(shared ?? '', 'append'))) {
        const to = machine.path(`.codex/sessions/2026/01/05/${name.replace(/\.tail$/, '.jsonl')}`)
        fs.appendFileSync(to, fs.readFileSync(join(shared ?? '', 'append', name)))
      }
      expectSample(await collectImport(codex, machine), shared ?? '', 'expected.after-append.json')
    } finally {
      machine.remove()
    }
  })
})

const own = ownSample('codex')
const id = (n: number): string => `0c0de00${n}-7000-7aaa-8bbb-00000000000${n}`

importerContract(codex, {
  places: { '.codex': own },
  growing: [
    `.codex/sessions/2026/05/04/rollout-2026-05-04T11-00-00-${id(1)}.jsonl`,
    `.codex/sessions/2026/09/01/rollout-2026-09-01T11-00-00-${id(5)}.jsonl`,
  ],
})

describe('Codex', () => {
  it('reads each message once, whatever way it was written', async () => {
    const machine = sampleMachine({ '.codex': own })
    try {
      const { conversations, skipped } = await collectImport(codex, machine)
      const said = (n: number) =>
        conversations
          .get(id(n))
          ?.messages.map(({ sort, branch, message }) =>
            [sort, branch, message.role, message.content]
              .filter((word) => word !== 'text' && word !== 'active')
              .join(' '),
          )
      expect(said(1)).toEqual([
        'user Plan the beds 畑 🌱',
        'thinking assistant Rotate crops.',
        'tool-call assistant ',
        'tool-result tool beds.md',
        'assistant Three beds.',
        'undone user remove the fence',
        'undone assistant Really?',
        'summary undone user Beds were planned.',
        'user ok',
        'assistant ok.',
        'user What grows in shade?',
        'assistant Ferns.',
        'user ok',
        'assistant Watered. ✅',
      ])
      expect(conversations.get(id(1))?.messages[2]?.message.tool_calls).toEqual([
        { id: 'c1', type: 'function', name: 'shell', arguments: { command: ['ls'] } },
      ])
      expect(conversations.get(id(1))?.facts).toEqual({
        id: id(1),
        title: 'Garden beds',
        cwd: '/home/ada/garden',
        branch: 'main',
        model: 'gpt-demo',
        startedAt: Date.UTC(2026, 4, 4, 9),
        updatedAt: Date.UTC(2026, 4, 4, 9, 0, 21, 500),
      })
      expect(said(2)).toEqual(['user In the fork: a pond', 'assistant A pond it is.'])
      expect(conversations.get(id(2))?.facts).toMatchObject({
        parent: id(1),
        kind: 'fork',
        title: 'The pond',
      })
      expect(said(3)).toEqual(['user By words: a hedge', 'assistant A hedge.'])
      expect(said(4)).toEqual(['user Count the pots', 'assistant Nine pots.'])
      expect(conversations.get(id(4))?.facts).toMatchObject({ parent: id(1), kind: 'sub-agent' })
      expect(said(5)).toEqual([
        'user Draw the map',
        'assistant Drawn.',
        'undone user Colour it red',
        'undone assistant Red.',
        'user Colour it green',
        'assistant Green.',
      ])
      expect(conversations.get(id(5))?.messages[0]?.message.images).toEqual([{ file_name: 'map.png' }])
      expect(said(6)).toEqual(['user Archive me 🗜', 'assistant Archived.'])
      expect(said(7)).toEqual(['user Name the moon', 'assistant 🌒 Luna'])
      expect(said(8)).toEqual(['user hello spring', 'assistant hello'])
      expect(conversations.get(id(7))?.messages[0]?.quality).toBe('none')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'damaged ',
        'unknown weather',
      ])
    } finally {
      machine.remove()
    }
  })

  it('does not take the raw half of a message whose event is still to come', async () => {
    const machine = sampleMachine({ '.codex': own })
    const path = machine.path(`.codex/sessions/2026/05/04/rollout-2026-05-04T11-00-00-${id(1)}.jsonl`)
    const now = (): number => fs.statSync(path).mtimeMs + 10_000
    const texts = async () =>
      (await collectImport(codex, { ...machine, now })).conversations
        .get(id(1))
        ?.messages.map(({ message }) => message.content)
    try {
      const lines = fs.readFileSync(path, 'utf8').split('\n').slice(0, 5)
      fs.writeFileSync(path, `${lines.join('\n')}\n`)
      expect(await texts()).toEqual([])
      const event = '{"type":"event_msg","payload":{"type":"user_message","message":"Plan the beds 畑 🌱"}}'
      fs.appendFileSync(path, `${event}\n`)
      expect(await texts()).toEqual(['Plan the beds 畑 🌱'])
    } finally {
      machine.remove()
    }
  })

  it('finds rollouts in folders by day of the archive too, and from two folders above their home', () => {
    const machine = sampleMachine({ 'disk/backup/.codex': own })
    try {
      const home = machine.path('disk/backup/.codex')
      const all = unitsOf(codex, machine, home)
      const day = `${home}/archived_sessions/2026/06/01`
      fs.mkdirSync(day, { recursive: true })
      fs.copyFileSync(all[0]?.path ?? '', `${day}/rollout-2026-06-01T10-00-00-${id(9)}.jsonl`)
      const keys = unitsOf(codex, machine, home).map(({ key }) => key)
      expect(keys).toHaveLength(all.length + 1)
      expect(unitsOf(codex, machine, machine.path('disk')).map(({ key }) => key)).toEqual(
        expect.arrayContaining(keys),
      )
    } finally {
      machine.remove()
    }
  })
})

import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { cline } from './cline.ts'

const user = '.config/Code/User'
const places = { '.cline/data': join(ownSample('cline'), 'data'), [user]: join(ownSample('cline'), 'User') }
const tasks = `${user}/globalStorage/saoudrizwan.claude-dev/tasks`
const session = '1780301000000_oven'
const id = (n: number): string => `bea7000${n}-0000-4000-8000-00000000000${n}`

importerContract(cline, {
  places,
  growing: [
    `${tasks}/1780300800000/ui_messages.json`,
    `.cline/data/sessions/${session}/${session}.messages.json`,
  ],
})

describe('Cline', () => {
  it('reads tasks: what they showed, else what was sent to the model', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped, events } = await collectImport(
        cline,
        machine,
        cline
          .roots(machine)
          .filter((root) => root.includes('globalStorage'))
          .flatMap((root) => unitsOf(cline, machine, root)),
      )
      const said = (name: string) => saidIn(conversations, name)
      expect(said('1780300800000')).toEqual([
        'user Bake bread 麦 \u2028🍞',
        'thinking assistant flour first',
        'assistant I look at the oven.',
        'tool-call assistant ',
        'tool-call assistant ',
        'tool-result tool dough made',
        'assistant Rye or wheat?',
        'user ok',
        'assistant A plan for rye.',
        'user ok',
        'tool-result tool {"tool": "editedExistingFile", "path": "rye.md", "diff": "+rye"}',
        'assistant Bread is baked. ✅',
        'user ',
        'assistant Sliced.',
      ])
      const { messages = [], facts } = conversations.get('1780300800000') ?? {}
      expect(messages[0]?.message.images).toEqual([{ media_type: 'image/png', file_name: 'image-1.png' }])
      expect(messages[0]).toMatchObject({ at: 1780300800000, quality: 'exact' })
      expect(messages[3]?.message.tool_calls?.[0]).toMatchObject({
        name: 'readFile',
        arguments: { path: 'oven.md', content: '/home/ada/bakery/oven.md' },
      })
      expect(messages[4]?.message.tool_calls?.[0]).toMatchObject({
        name: 'command',
        arguments: { text: 'make dough' },
      })
      expect(facts).toEqual({
        id: '1780300800000',
        cwd: '/home/ada/bakery',
        model: 'demo-oven',
        startedAt: 1780300800000,
        updatedAt: 1780300820000,
        title: 'Bake bread 麦 🍞',
      })
      expect(said('1780300900000')).toEqual([
        'user Warm the stone',
        'thinking assistant needs wood',
        'assistant I read it.',
        'tool-call assistant ',
        "tool-result tool [read_file for 'stone.md'] Result:\ngrey stone",
        'assistant How warm?',
        "tool-result tool [ask_followup_question for 'How warm?'] Result:\n<answer>\nvery\n</answer>",
        'user very',
        'assistant Warm. <b_c>',
        'tool-result tool [attempt_completion] Result:\n<feedback>\nwarmer\n</feedback>',
        'user warmer',
      ])
      expect(conversations.get('1780300900000')?.facts.cwd).toBe('/home/ada/stone')
      expect(conversations.get('1780300900000')?.messages.every(({ quality }) => quality === 'none')).toBe(
        true,
      )
      expect(said('1700000000000')).toEqual([
        'user oldest task',
        'assistant oldest answer',
        'assistant Plain question?',
      ])
      expect(said(id(1))).toEqual([
        'user Knead it',
        'thinking assistant strong hands',
        'assistant Kneading.',
        'summary user It was kneaded.',
        'tool-call assistant ',
        'tool-result tool yeast found',
        'assistant More?',
        'assistant undated',
      ])
      expect(conversations.get(id(2))?.facts).toMatchObject({
        parent: id(1),
        kind: 'sub-agent',
        cwd: '/home/ada/dough',
      })
      expect(said(id(3))).toEqual(['user In Kilo', 'assistant Yes.'])
      expect(said(id(4))).toEqual(['user cut off'])
      expect(conversations.size).toBe(7)
      expect(JSON.stringify(events)).not.toContain('decoy')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'damaged ',
        'unfinished ',
        'unknown baker',
        'unknown crumb',
      ])
    } finally {
      machine.remove()
    }
  })

  it('reads sessions of the command line, and of those taken from another tool what was said since', async () => {
    const machine = sampleMachine(places)
    try {
      const units = unitsOf(cline, machine, machine.path('.cline/data'))
      const { conversations, skipped, events } = await collectImport(cline, machine, units)
      const said = (name: string) => saidIn(conversations, name)
      expect(said(session)).toEqual([
        'user Grind the corn',
        'thinking assistant stone on stone',
        'assistant I grind.\n\nGround.',
        'tool-call assistant ',
        'tool-result tool corn here\nno rye',
        'user plain words',
        'summary user Corn was ground.',
      ])
      expect(conversations.get(session)?.facts).toEqual({
        id: session,
        title: 'Grind 粉',
        cwd: '/home/ada/mill',
        branch: 'stones',
        model: 'demo/second',
        startedAt: Date.UTC(2026, 5, 1, 8, 3, 20),
        updatedAt: 1780301006000,
      })
      expect(said(`${session}#scout`)).toEqual(['user look for corn', 'assistant Found corn.'])
      expect(conversations.get(`${session}#scout`)?.facts).toMatchObject({
        parent: session,
        kind: 'sub-agent',
      })
      expect(said('1780302000000_copy')).toEqual(['user said here'])
      expect(conversations.size).toBe(3)
      expect(JSON.stringify(events)).not.toContain('decoy')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'copy messages ×1',
        'copy messages ×1',
        'unknown oracle',
      ])
    } finally {
      machine.remove()
    }
  })

  it('reads a title that was changed beside messages that were not', async () => {
    const machine = sampleMachine(places)
    const manifest = machine.path(`.cline/data/sessions/${session}/${session}.json`)
    try {
      const units = () =>
        unitsOf(cline, machine, machine.path('.cline/data')).filter(({ key }) => key.includes(session))
      const first = await collectImport(cline, machine, units())
      fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace('Grind', 'Milling'))
      const again = await collectImport(cline, machine, units(), first.cursors)
      expect(again.conversations.get(session)?.facts.title).toBe('Milling 粉')
    } finally {
      machine.remove()
    }
  })

  it('looks where the environment says', () => {
    const machine = sampleMachine({ data: join(ownSample('cline'), 'data') })
    try {
      expect(cline.roots(machine)).toEqual([])
      expect(cline.claims(machine, join(ownSample('cline'), 'User'))).toBe(true)
      const roots = (environment: Record<string, string>) => cline.roots({ ...machine, environment })
      expect(roots({ CLINE_DIR: machine.folder })).toEqual([machine.path('data')])
      expect(roots({ CLINE_DATA_DIR: machine.path('data') })).toEqual([machine.path('data')])
      expect(roots({ CLINE_SESSION_DATA_DIR: machine.path('data/sessions') })).toEqual([
        machine.path('data/sessions'),
      ])
    } finally {
      machine.remove()
    }
  })

  it('waits for what a task shows while that is written, and does not take what was sent instead', async () => {
    const machine = sampleMachine(places)
    const path = machine.path(`${tasks}/1780300800000/ui_messages.json`)
    try {
      const whole = fs.readFileSync(path)
      fs.writeFileSync(
        machine.path(`${tasks}/1780300800000/api_conversation_history.json`),
        '[{"role":"user","content":"sent"}]',
      )
      for (const torn of ['', '[{"ts": 17']) {
        fs.writeFileSync(path, torn)
        const fresh = { ...machine, now: () => fs.statSync(path).mtimeMs + 1000 }
        const units = () => unitsOf(cline, fresh, machine.path(`${tasks}/1780300800000`))
        const first = await collectImport(cline, fresh, units())
        expect([...first.conversations.keys()]).toEqual([])
        fs.writeFileSync(path, whole)
        const then = await collectImport(cline, fresh, units(), first.cursors)
        expect(saidIn(then.conversations, '1780300800000')[0]).toMatch(/^user Bake bread/)
      }
    } finally {
      machine.remove()
    }
  })

  it.each([
    [`${tasks}/1780300800000/ui_messages.json`, '"make dough"', '1780300800000', 'assistant Sliced.'],
    [`.cline/data/sessions/${session}/${session}.messages.json`, '"I grind."', session, 'user plain words'],
  ])('loses nothing behind a damaged entry of %s', async (name, text, conversation, last) => {
    const machine = sampleMachine(places)
    try {
      const whole = fs.readFileSync(machine.path(name), 'utf8')
      fs.writeFileSync(machine.path(name), whole.replace(text, text.slice(0, -1)))
      const { conversations, skipped } = await collectImport(
        cline,
        machine,
        unitsOf(cline, machine, machine.path(name)),
      )
      expect(saidIn(conversations, conversation)).toContain(last)
      expect(skipped.map(({ reason }) => reason)).toContain('damaged')
    } finally {
      machine.remove()
    }
  })
})

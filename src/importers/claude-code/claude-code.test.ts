import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { ownSample, sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { claudeCode } from './claude-code.ts'

const own = ownSample('claude-code')
const shared = sharedSample('claude-code')
const growing = '.claude/projects/-home-ada-weather/5e550001-0000-4000-8000-000000000001.jsonl'

importerContract(claudeCode, { places: { '.claude': own }, growing: [growing] })

describe.skipIf(shared === undefined)('the shared samples of Claude Code', () => {
  it('gives what they expect, and the rest of a file that grows', async () => {
    const machine = sampleMachine({ '.claude': shared ?? '' })
    try {
      const first = await collectImport(claudeCode, machine)
      expectSample(first, shared ?? '')
      for (const name of fs.readdirSync(join(shared ?? '', 'append'))) {
        const id = name.replace(/\.tail$/, '')
        const to = machine.path(`.claude/projects/-home-dev-tide-pool-app/${id}.jsonl`)
        fs.appendFileSync(to, fs.readFileSync(join(shared ?? '', 'append', name)))
      }
      expectSample(await collectImport(claudeCode, machine), shared ?? '', 'expected.after-append.json')
    } finally {
      machine.remove()
    }
  })
})

describe('Claude Code', () => {
  it('reads a session whole: prompts, replies, tools, a side chain, what was left behind', async () => {
    const machine = sampleMachine({ '.claude': own })
    try {
      const { conversations, skipped } = await collectImport(claudeCode, machine)
      const main = conversations.get('5e550001-0000-4000-8000-000000000001')
      expect(main?.facts).toEqual({
        id: '5e550001-0000-4000-8000-000000000001',
        title: 'Regenmesser 雨',
        cwd: '/home/ada/weather',
        branch: 'main',
        model: 'claude-demo-5',
        startedAt: Date.UTC(2026, 3, 2, 7, 0, 4),
        updatedAt: Date.UTC(2026, 3, 2, 7, 0, 52),
      })
      expect(
        main?.messages.map(({ sort, branch, message }) => [sort, branch, message.role, message.content]),
      ).toEqual([
        ['text', 'active', 'user', 'Warum zählt der Regenmesser doppelt? 雨量計 ☔'],
        ['thinking', 'active', 'assistant', 'Two listeners, perhaps.'],
        ['text', 'active', 'assistant', 'I look at the sensor\u2028code first.'],
        ['tool-call', 'active', 'assistant', ''],
        ['tool-call', 'active', 'assistant', ''],
        ['tool-result', 'active', 'tool', 'export const rain = 1'],
        ['tool-result', 'active', 'tool', '2 failed \ufffd'],
        ['text', 'active', 'assistant', 'The listener is added twice.'],
        ['text', 'active', 'user', 'and keep the log'],
        ['text', 'active', 'assistant', 'Kept.'],
        ['text', 'abandoned', 'user', 'Use a debounce'],
        ['text', 'abandoned', 'assistant', 'Debounced.'],
        ['text', 'active', 'user', 'Use once() instead'],
        ['text', 'active', 'assistant', 'Using once(). ✅'],
        ['text', 'active', 'user', 'Like this picture'],
        ['summary', 'active', 'user', 'Summary: the rain gauge counts twice.'],
        ['text', 'active', 'user', '! git status'],
        ['tool-result', 'active', 'tool', 'clean'],
        ['text', 'active', 'user', 'ok'],
        ['text', 'active', 'assistant', 'Good.'],
        ['text', 'active', 'user', 'ok'],
      ])
      const [call] = main?.messages[3]?.message.tool_calls ?? []
      expect(call).toEqual({
        id: 'toolu_a',
        type: 'function',
        name: 'Read',
        arguments: { file_path: 'rain.ts' },
      })
      expect(main?.messages[6]?.message).toMatchObject({ tool_call_id: 'toolu_b', is_error: true })
      expect(main?.messages[14]?.message.images).toEqual([
        { media_type: 'image/png', file_name: 'image-1.png' },
      ])
      expect(conversations.get('5e550001-0000-4000-8000-000000000001#inline')?.facts.kind).toBe('sub-agent')
      expect(conversations.get('0a0b0c')?.facts).toMatchObject({
        parent: '5e550001-0000-4000-8000-000000000001',
        title: 'calibration',
      })
      const resumed = conversations.get('5e550002-0000-4000-8000-000000000002')
      expect(resumed?.messages.map(({ message }) => message.content)).toEqual([
        'Go on in the copy',
        'Going on.',
      ])
      expect(resumed?.facts.parent).toBe('5e550001-0000-4000-8000-000000000001')
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`).sort()).toEqual([
        'damaged ',
        'probe /usage',
        'unknown weather-balloon',
      ])
      expect(conversations.has('5e550003-0000-4000-8000-000000000003')).toBe(false)
    } finally {
      machine.remove()
    }
  })

  it('takes a last line without its newline once nobody writes any more, though nothing changed', async () => {
    const machine = sampleMachine({ '.claude': own })
    const path = machine.path(growing)
    try {
      fs.writeFileSync(path, fs.readFileSync(path, 'utf8').split('\n').slice(1, 4).join('\n'))
      const { mtimeMs } = fs.statSync(path)
      const units = unitsOf(claudeCode, machine, path)
      const first = await collectImport(claudeCode, { ...machine, now: () => mtimeMs + 1000 }, units)
      const texts = ({ conversations }: typeof first) =>
        [...conversations.values()].flatMap(({ messages }) => messages.map(({ message }) => message.content))
      expect(texts(first)).toEqual(['Warum zählt der Regenmesser doppelt? 雨量計 ☔'])
      expect([...first.cursors.values()]).toMatchObject([{ open: true }])
      const later = await collectImport(claudeCode, machine, units, first.cursors)
      expect(texts(later)).toEqual(['Two listeners, perhaps.'])
      expect([...later.cursors.values()][0]).not.toHaveProperty('open')
    } finally {
      machine.remove()
    }
  })

  it('looks where it is told to, in more than one place', () => {
    const machine = sampleMachine({ one: own, two: own }, { environment: { CLAUDE_CONFIG_DIR: '' } })
    const environment = { CLAUDE_CONFIG_DIR: `${machine.path('one')}:${machine.path('two')}` }
    try {
      expect(claudeCode.roots(machine)).toEqual([])
      expect(claudeCode.roots({ ...machine, environment })).toEqual([
        machine.path('one/projects'),
        machine.path('two/projects'),
      ])
    } finally {
      machine.remove()
    }
  })
})

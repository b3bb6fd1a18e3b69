import * as fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { aichat } from './aichat.ts'

const places = { '.config/aichat': ownSample('aichat') }

importerContract(aichat, { places })

describe('aichat', () => {
  it('reads sessions as the texts they are, without times', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(aichat, machine)
      expect(saidIn(conversations, 'bread')).toEqual([
        'user Which flour? 小麦 🌾\n\n  - rye\n#### or wheat',
        'assistant Rye: 1150.',
        'user no',
        'assistant 12 \ufffd',
        'user Like this?',
        'assistant I heat the oven.',
        'tool-call assistant ',
        'tool-result tool {"ok":"true"}',
        'assistant Hot.',
      ])
      const bread = conversations.get('bread')
      expect(bread?.facts).toMatchObject({ title: 'bread', model: 'demo:loaf' })
      expect(bread?.messages.every(({ at, quality }) => at === undefined && quality === 'none')).toBe(true)
      expect(bread?.messages[4]?.message.images).toEqual([
        { media_type: 'image/png', file_name: 'image-1.png' },
      ])
      expect(bread?.messages[6]?.message.tool_calls).toMatchObject([{ id: 'call_7', name: 'oven' }])
      const dated = '_/20260203T101112-sourdough-starter'
      expect(saidIn(conversations, dated)).toEqual(['user ok', 'assistant ok', 'user ok'])
      expect(conversations.get(dated)?.facts).toMatchObject({
        title: 'sourdough starter',
        startedAt: new Date(2026, 1, 3, 10, 11, 12).getTime(),
      })
      expect(saidIn(conversations, 'agents/baker/dawn')).toEqual(['user Wake me', 'assistant At four.'])
      expect(skipped.map(({ reason, detail }) => `${reason} ${detail ?? ''}`)).toEqual([
        'empty ',
        'unknown role miller',
      ])
      expect(JSON.stringify([...conversations])).not.toContain('invented')
    } finally {
      machine.remove()
    }
  })

  it('reads what was asked without a session, and later only what came', async () => {
    const machine = sampleMachine(places)
    try {
      const path = machine.path('.config/aichat/messages.md')
      const units = unitsOf(aichat, machine, path)
      const { conversations, cursors } = await collectImport(aichat, machine, units)
      const [salt = '', old = '', oven = ''] = [...conversations.keys()]
      expect(saidIn(conversations, salt)).toEqual([
        'user Salt per kilo?',
        'assistant 20 g.\n\n--------\n\n# CHAT: not a chat [2026-01-01T00:00:00Z] in an answer',
      ])
      expect(conversations.get(salt)?.facts.title).toBe('Salt per kilo')
      expect(conversations.get(salt)?.messages[0]?.at).toBe(Date.UTC(2026, 1, 3, 9, 11, 12))
      expect(old).not.toBe('')
      expect(oven).toBe('')
      expect(saidIn(conversations, old)).toEqual([
        'user # CHAT: typed by me [2020-01-01T00:00:00Z]',
        'tool-call assistant ',
        'assistant It is hot.',
      ])
      fs.appendFileSync(path, '# CHAT: More [2026-02-05T11:00:00Z]\nMore?\n--------\nNo.\n--------\n\n')
      const later = await collectImport(aichat, machine, units, cursors)
      expect([...later.conversations.values()].map(({ facts }) => facts.title)).toEqual(['More'])
    } finally {
      machine.remove()
    }
  })

  it('looks where each system keeps settings, and where it is told to', () => {
    const machine = sampleMachine({
      'Library/Application Support/aichat': ownSample('aichat'),
      moved: ownSample('aichat'),
    })
    try {
      expect(aichat.roots(machine)).toEqual([])
      expect(aichat.roots({ ...machine, platform: 'darwin' })).toHaveLength(1)
      const environment = {
        XDG_CONFIG_HOME: machine.path('none'),
        AICHAT_SESSIONS_DIR: machine.path('moved/sessions'),
      }
      expect(aichat.roots({ ...machine, environment })).toEqual([machine.path('moved/sessions')])
      expect(aichat.claims(machine, machine.path('moved/config.yaml'))).toBe(false)
    } finally {
      machine.remove()
    }
  })

  it('knows a session by one id, wherever it is found from', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations } = await collectImport(aichat, machine)
      for (const place of ['sessions', 'agents', 'agents/baker/sessions/dawn.yaml', 'sessions/_']) {
        const units = unitsOf(aichat, machine, machine.path(`.config/aichat/${place}`))
        const found = await collectImport(aichat, machine, units)
        expect(found.conversations.size).toBeGreaterThan(0)
        expect([...conversations.keys()]).toEqual(expect.arrayContaining([...found.conversations.keys()]))
      }
    } finally {
      machine.remove()
    }
  })
})

// A package of the older kind has no names when it is imported lazily out of the one file that is shipped.
it('parses in the program as it is shipped', async () => {
  const machine = sampleMachine({})
  try {
    await build({
      stdin: {
        contents: "export const yaml = () => import('./parse-yaml.ts')",
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      outdir: machine.folder,
      outExtension: { '.js': '.mjs' },
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
      },
    })
    const { yaml } = (await import(pathToFileURL(machine.path('stdin.mjs')).href)) as {
      yaml: () => Promise<typeof import('./parse-yaml.ts')>
    }
    expect((await yaml()).parseYaml('a: no')).toEqual({ a: 'no' })
  } finally {
    machine.remove()
  }
})

import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importers } from './importers.ts'
import { ownSample, sampleMachine, type SampleMachine } from './sample-machine.suite.ts'
import { selectUnits } from './select-units.ts'
import { zipOf } from './shared/zip-of.suite.ts'

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({
    'backup/claude': ownSample('claude-code'),
    'backup/codex': `${ownSample('codex')}/sessions`,
  })
  const zip = (tool: string, name: string): Buffer =>
    Buffer.from(zipOf({ 'conversations.json': fs.readFileSync(`${ownSample(tool)}/${name}`, 'utf8') }))
  fs.mkdirSync(machine.path('Downloads'))
  fs.writeFileSync(machine.path('Downloads/one.zip'), zip('chatgpt', 'conversations-000.json'))
  fs.writeFileSync(machine.path('Downloads/two.zip'), zip('claude-ai', 'conversations.json'))
  fs.writeFileSync(machine.path('Downloads/chat.md'), '## User\n\nHi\n\n## Assistant\n\nHello\n')
  fs.writeFileSync(machine.path('backup/chat.md'), '## User\n\nHi\n\n## Assistant\n\nHello\n')
})
afterEach(() => machine.remove())

const select = (paths: readonly string[], tool?: string) =>
  selectUnits(importers, machine, {
    paths: paths.map((path) => machine.path(path)),
    ...(tool === undefined ? {} : { tool }),
  }).tools.map(({ importer, units }) => [
    importer.tool,
    units.map(({ path }) => path.slice(machine.folder.length + 1)),
  ])

describe('selectUnits', () => {
  it('gives each tool what is its own in a folder that is named, and nothing twice', () => {
    expect(select(['Downloads'])).toEqual([
      ['chatgpt', ['Downloads/one.zip']],
      ['claude-ai', ['Downloads/two.zip']],
      ['plain', ['Downloads/chat.md']],
    ])
    expect(select(['Downloads', 'Downloads/two.zip'])).toEqual(select(['Downloads']))
    expect(select(['Downloads'], 'claude-ai')).toEqual([['claude-ai', ['Downloads/two.zip']]])
  })

  it('takes no text for a conversation that lies in the place of a tool', () => {
    const found = select(['backup'])
    expect(found.map(([tool]) => tool)).toEqual(['claude-code', 'codex'])
    const paths = found.flatMap(([, units]) => units)
    expect(new Set(paths).size).toBe(paths.length)
    expect(found).toEqual([...select(['backup/claude']), ...select(['backup/codex'])])
    expect(select(['backup/chat.md'])).toEqual([['plain', ['backup/chat.md']]])
  })

  it('looks into the folder of a person in a backup as it does here, and beside it', () => {
    const place = (tool: string, name: string): void =>
      fs.cpSync(ownSample(tool), machine.path(`disk/people/ada/${name}`), { recursive: true })
    place('claude-code', '.claude')
    place('gemini-cli', '.gemini')
    place('copilot/vscode/User', 'Library/Application Support/Code/User')
    place('chatgpt', 'Downloads/chatgpt')
    place('plain', 'texts')
    fs.cpSync(machine.path('Downloads/two.zip'), machine.path('disk/two.zip'))
    fs.mkdirSync(machine.path('disk/people/.hidden'))
    const found = new Map(select(['disk']).map(([tool, units]) => [tool, units] as const))
    expect([...found.keys()]).toEqual(['gemini-cli', 'copilot', 'claude-code', 'chatgpt', 'claude-ai'])
    expect(found.get('claude-ai')).toEqual(['disk/two.zip'])
    expect(found.get('claude-code')).toHaveLength(4)
    const own = select(['disk/people/ada'])
    expect(own).toEqual([...found].filter(([tool]) => tool !== 'claude-ai'))
    expect(() => select(['disk/people/ada'], 'codex')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('gives lines of another tool to nobody who only could read them', () => {
    fs.cpSync(ownSample('gemini-cli'), machine.path('mixed/of-gemini'), { recursive: true })
    fs.cpSync(ownSample('claude-code'), machine.path('mixed/of-claude'), { recursive: true })
    fs.writeFileSync(machine.path('mixed/index.jsonl'), '{"id":"x","name":"y"}\n')
    const paths = select(['mixed'], 'claude-code').flatMap(([, units]) => units)
    expect(paths).toHaveLength(4)
    for (const path of paths) expect(path).toContain('mixed/of-claude/')
  })

  it('leaves out what nobody claims among what somebody does', () => {
    fs.writeFileSync(machine.path('README.md'), '# Samples\n')
    const paths = ['README.md', 'Downloads/chat.md'].map((name) => machine.path(name))
    const { tools, unclaimed } = selectUnits(importers, machine, { paths })
    expect(tools.map(({ importer }) => importer.tool)).toEqual(['plain'])
    expect(unclaimed).toEqual([machine.path('README.md')])
  })

  it('says what nobody claims', () => {
    fs.mkdirSync(machine.path('empty'))
    expect(() => select(['empty'])).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => select(['empty', 'empty'])).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => select(['Downloads', 'gone'])).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => select(['Downloads'], 'codex')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})

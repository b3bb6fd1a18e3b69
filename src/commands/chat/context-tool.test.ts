import { describe, expect, it } from 'vitest'
import type { Tool } from '../../agent/tool.ts'
import { putFiles } from '../../contexts/context-world.suite.ts'
import { chatHarness, type ChatHarness } from './chat-harness.suite.ts'
import { contextTool } from './context-tool.ts'

interface World extends ChatHarness {
  readonly tool: Tool
  readonly run: (args: Readonly<Record<string, unknown>>) => Promise<string>
}

async function world(): Promise<World> {
  const harness = await chatHarness({ answers: [] })
  putFiles(harness.disk, {
    '/desk/shop/README.md': '# Shop\n\nThe till closes at nine.\n',
    '/desk/shop/till.ts': 'export const closesAt = 21\n',
  })
  let marks = 0
  const { signal } = new AbortController()
  const { context, chat } = harness
  const tool = contextTool({ context, chat, signal, newMark: () => `mark${++marks}` })
  const run = async (args: Readonly<Record<string, unknown>>): Promise<string> => {
    const { text, isError } = await tool.run(args, { signal })
    return isError ? `error: ${text}` : text
  }
  return { ...harness, tool, run }
}

describe('@context', () => {
  it('does what /context does, for the conversation at hand', async () => {
    const { run, slash } = await world()
    const create = {
      cmd: 'create',
      args: { name: 'shop', paths: ['shop'], mode: 'full', tags: ['till', 'go'] },
    }
    expect(await run(create)).toContain('Context "shop" made in mode full: 2 files')
    expect(await run({ cmd: 'attach', args: { name: 'shop', retrieve: 3, priority: 5 } })).toContain(
      'the 3 passages',
    )
    expect(await run({ cmd: 'attached' })).toMatch(/5 {2}shop {2}the 3 passages/)
    expect(await slash('/context attached')).toMatch(/5 {2}shop {2}the 3 passages/)
    expect(await run({ cmd: 'detach', args: { name: 'shop' } })).toBe('"shop" no longer goes along.')
    expect(await run({ cmd: 'update', args: { name: 'shop', new_name: 'the shop' } })).toContain(
      'was changed',
    )
    expect(await run({ cmd: 'rm', args: { name: 'the shop' } })).toBe('Context "the shop" deleted.')
  })

  it('takes a dash for a file of that name', async () => {
    const { run, disk } = await world()
    await run({ cmd: 'create', args: { name: 'shop', paths: ['shop'] } })
    expect(await run({ cmd: 'export', args: { name: 'shop', path: '-' } })).toBe(
      'Context "shop" written to /desk/-',
    )
    expect(disk.stat('/desk/-')?.kind).toBe('file')
    expect(await run({ cmd: 'import', args: { path: '-', new_name: 'again' } })).toContain('"again" taken in')
  })

  it('fences what stands in files', async () => {
    const { run } = await world()
    await run({ cmd: 'create', args: { name: 'shop', paths: ['shop'] } })
    const text = await run({ cmd: 'inspect', args: { name: 'shop', path: 'README.md' } })
    expect(text).toMatch(/^context-(mark\d+) begin\n# Shop[^]*\ncontext-\1 end$/)
  })

  it('asks before it changes something, with paths whole, and never before it reads', async () => {
    const { tool } = await world()
    const needs = (args: Readonly<Record<string, unknown>>) => tool.needs(args)
    expect(needs({ cmd: 'create', args: { name: 'shop', paths: ['shop', '~/x'] } })).toEqual({
      tool: 'context',
      subject: 'create shop /desk/shop /home/x',
      scope: 'create shop /desk/shop /home/x',
    })
    expect(needs({ cmd: 'delete', args: { name: 'shop', force: true } })?.subject).toBe('delete shop --force')
    expect(needs({ cmd: 'import', args: { path: 'x.json' } })?.subject).toBe('import /desk/x.json')
    for (const cmd of ['attach', 'detach', 'merge', 'export', 'update', 'new', 'rm'])
      expect(needs({ cmd, args: { name: 'shop' } }), cmd).toBeDefined()
    for (const cmd of ['list', 'show', 'inspect', 'attached', 'metrics', 'stats']) {
      expect(needs({ cmd, args: { name: 'shop' } }), cmd).toBeUndefined()
      expect(tool.isReadOnly({ cmd }), cmd).toBe(true)
    }
    expect(tool.isReadOnly({ cmd: 'create' })).toBe(false)
  })

  it.each([
    [{}, 'There is no cmd'],
    [{ cmd: 'constructor' }, 'There is no cmd "constructor"'],
    [{ cmd: 'show' }, 'NAME'],
    [{ cmd: 'show', args: { name: '--help' } }, 'There is no context "--help"'],
    [{ cmd: 'create', args: { name: 'x', paths: 'nowhere' } }, 'cannot be the name of a context'],
    [{ cmd: 'create', args: { name: 'xyz', paths: ['/home/chatcli'] } }, 'holds what ChatCLI itself keeps'],
    [{ cmd: 'create', args: { name: 'xyz', paths: ['shop'], mode: 'sideways' } }, 'sideways'],
    [{ cmd: 'attach', args: { name: 'nothing' } }, 'There is no context "nothing"'],
  ])('tells a model what is wrong with %j', async (args, problem) => {
    const { run } = await world()
    expect(await run(args)).toMatch(/^error: /)
    expect(await run(args)).toContain(problem)
  })

  it('takes arguments in any form that models give them', async () => {
    const { run } = await world()
    expect(await run({ cmd: 'create', name: 'shop', path: 'shop' })).toContain('made in mode full')
    expect(await run({ command: 'info', args: JSON.stringify({ name: 'shop' }) })).toContain('README.md')
    expect(await run({ action: 'LS' })).toContain('shop')
  })
})

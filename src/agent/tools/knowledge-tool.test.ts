import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KnowledgeWorld, knowledgeWorld } from '../../contexts/knowledge/knowledge-world.suite.ts'
import type { Tool, ToolResult } from '../tool.ts'
import { createKnowledgeTool } from './knowledge-tool.ts'

describe('the knowledge tool', () => {
  let world: KnowledgeWorld
  let tool: Tool
  const call = (args: Record<string, unknown>, asked: Tool = tool): Promise<ToolResult> =>
    asked.run(args, { signal: new AbortController().signal })

  beforeAll(async () => {
    world = knowledgeWorld({
      'docs/tides.md':
        '# Tides\n\nThe sill is passable two hours around high water.\n\n## Springs\n\nAfter full moon.\n',
      'log:7': 'A file whose name looks like a citation.\n',
      'src/gate.ts':
        '/** Opens the pontoon gate. */\nexport function openGate(code: string): void {\n  motor.run(code)\n}\n',
    })
    await world.base.refresh()
    tool = createKnowledgeTool({ bases: [world.base], newMark: () => 'mark' })
  })
  afterAll(() => world.end())

  it('finds passages with citations, fenced as data', async () => {
    const { text, isError } = await call({ cmd: 'search', args: { query: 'who opens the gate' } })
    expect(isError).toBe(false)
    expect(text.split('\n')[0]).toBe('context-mark begin')
    expect(text).toContain('[src/gate.ts:1-4] — export function openGate(code: string): void')
    expect(text.trim().endsWith('context-mark end')).toBe(true)
  })

  it.each([
    [{ cmd: 'search', query: 'sill' }],
    [{ query: 'sill' }],
    [{ command: 'FIND', args: '{"query":"sill"}' }],
    [{ cmd: 'search', args: 'sill' }],
    [{ action: 'ask', arguments: { q: 'sill', top_k: '1' } }],
  ])('understands %j', async (args) => {
    expect((await call(args)).text).toContain('[docs/tides.md:1-7] — Tides')
  })

  it('reads a document, from a line or by its citation', async () => {
    expect((await call({ cmd: 'get', args: { source: 'docs/tides.md' } })).text).toContain(
      'docs/tides.md — Tides (bytes 0 to 89 of 89, from line 1)',
    )
    const cited = await call({ cmd: 'get', source: 'docs/tides.md:5-7' })
    expect(cited.text).toContain('from line 5)\n\n## Springs')
    expect((await call({ source: 'src/gate.ts', line: 3 })).text).toContain('  motor.run(code)')
    expect((await call({ cmd: 'get', source: 'docs/tides.md', offset: 60 })).text).toContain('bytes 60 to 89')
    expect((await call({ cmd: 'get', source: 'log:7' })).text).toContain('looks like a citation')
  })

  it('reads from the beginning where 0 is given, as models fill in what they do not need', async () => {
    const zeros = { line: 0, offset: 0 }
    expect((await call({ cmd: 'get', source: 'docs/tides.md', ...zeros })).text).toContain('bytes 0 to 89')
    const further = await call({ cmd: 'get', source: 'docs/tides.md', line: 0, offset: '60' })
    expect(further.text).toContain('bytes 60 to 89')
  })

  it('lists bases, documents and headings', async () => {
    expect((await call({ cmd: 'list' })).text).toContain('Knowledge base "harbour"')
    expect((await call({ cmd: 'toc' })).text).toContain(
      'harbour:\ndocs/tides.md — Tides\nlog:7\nsrc/gate.ts — Opens the pontoon gate',
    )
    expect((await call({ cmd: 'toc', args: { prefix: 'docs/tides.md' } })).text).toContain(
      '1: Tides\n5: Springs',
    )
    expect((await call({ cmd: 'toc', args: { prefix: 'nowhere' } })).text).toContain(
      'has nothing that begins with "nowhere"',
    )
  })

  it.each([
    [{ cmd: 'search' }, '"query" is missing'],
    [{ cmd: 'fly' }, 'There is no command "fly"'],
    [{ cmd: 'get', source: 'tides.md' }, 'Similar ones: docs/tides.md'],
    [{ cmd: 'search', query: 'x', kb: 'other' }, 'Attached are: harbour.'],
  ])('%j is told what is wrong', async (args, message) => {
    const result = await call(args)
    expect(result.isError).toBe(true)
    expect(result.text).toContain(message)
  })

  it('says so when nothing answers, and when it was asked often enough', async () => {
    expect((await call({ query: 'zeppelin' })).text).toContain(
      'Nothing in the knowledge bases answers "zeppelin"',
    )
    const few = createKnowledgeTool({ bases: [world.base], newMark: () => 'm', most: 1 })
    expect((await call({ query: 'sill' }, few)).isError).toBe(false)
    expect(await call({ query: 'sill' }, few)).toMatchObject({
      isError: true,
      text: expect.stringContaining('Answer from what you have') as string,
    })
  })

  it('asks several bases, and says which one a passage is from', async () => {
    const both = createKnowledgeTool({ bases: [world.base, world.another()], newMark: () => 'm' })
    expect((await call({ query: 'sill' }, both)).text).toContain('[docs/tides.md:1-7 (harbour)]')
    expect(
      (await call({ query: 'sill' }, createKnowledgeTool({ bases: [], newMark: () => 'm' }))).text,
    ).toContain('No knowledge base is attached')
  })

  it('only reads', () => {
    expect(tool.isReadOnly({})).toBe(true)
    expect(tool.needs({})).toBeUndefined()
  })
})

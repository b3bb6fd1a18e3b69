import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type KnowledgeWorld, knowledgeWorld } from './knowledge-world.suite.ts'
import { removeKnowledgeBase } from './remove-knowledge-base.ts'

const worlds: KnowledgeWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

const files = {
  'README.md': '# Harbour\n\nBoats are moored at the pontoons.\n',
  'docs/tides.md':
    '# Tides\n\nThe sill is passable two hours around high water.\n\n## Springs\n\nHighest after the full moon.\n',
  'src/berth.ts':
    '/** How long a berth is. */\nexport function berthLength(berth: string): number {\n  return lengths[berth]\n}\n',
  'node_modules/x/index.js': 'moored moored moored',
  'picture.png': Buffer.from([137, 80, 78, 71, 0, 1]),
}

async function world(more: Readonly<Record<string, string>> = {}): Promise<KnowledgeWorld> {
  const made = knowledgeWorld({ ...files, ...more })
  worlds.push(made)
  await made.base.refresh()
  return made
}

describe('a knowledge base', () => {
  it('finds passages with their path, lines and headings', async () => {
    const { base } = await world()
    const [hit] = base.search('when can I pass the sill?')
    expect(hit).toMatchObject({
      base: 'harbour',
      source: 'docs/tides.md',
      startLine: 1,
      endLine: 7,
      headings: ['Tides'],
    })
    expect(hit?.id).toMatch(/^[0-9a-f]{24}$/)
    expect(hit?.text).toContain('two hours around high water')
    expect(hit?.snippet).toContain('sill is passable')
    expect(base.search('berthLength')[0]?.source).toBe('src/berth.ts')
    // A document is found by its path too.
    expect(base.search('tides.md')[0]?.source).toBe('docs/tides.md')
  })

  it('says what was read and what was left out', async () => {
    const made = knowledgeWorld(files)
    worlds.push(made)
    const told: number[] = []
    const report = await made.base.refresh({ onProgress: ({ done }) => told.push(done) })
    expect(report).toEqual({ added: 4, changed: 0, removed: 0, same: 0, skipped: { binary: 1, ignored: 1 } })
    expect(told).toEqual([1, 2, 3, 4])
    expect(made.base.status()).toMatchObject({
      documents: 3,
      passages: 3,
      skipped: { binary: 1, ignored: 1 },
    })
    expect(made.another().status().documents).toBe(3)
  })

  it('reads only what is new, changed or gone', async () => {
    const { base, write, remove } = await world()
    write('docs/tides.md', '# Tides\n\nThe lock opens at noon.\n')
    write('docs/winds.md', '# Winds\n\nForce seven from the west.\n')
    remove('README.md')
    const report = await base.refresh()
    expect(report).toMatchObject({ added: 1, changed: 1, removed: 1, same: 2 })
    expect(base.search('sill').map(({ source }) => source)).toEqual([])
    expect(base.search('lock opens')[0]?.source).toBe('docs/tides.md')
    expect(base.search('force seven')[0]?.source).toBe('docs/winds.md')
    expect(base.search('moored')).toEqual([])
    expect(await base.refresh()).toMatchObject({ added: 0, changed: 0, removed: 0, same: 4 })
  })

  it('reads a document again that a search finds changed', async () => {
    const { base, append, write } = await world()
    append('docs/tides.md', '\n## Neaps\n\nLowest after the half moon.\n')
    write('README.md', 'short')
    base.search('boats moored')
    expect(base.search('boats moored')).toEqual([])
    const [hit] = base.search('springs')
    expect(hit?.text).toContain('half moon')
  })

  it('goes on where it was stopped', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`n/${i}.md`, `# Note ${i}\n\nanchor${i}\n`]),
    )
    const made = knowledgeWorld(many)
    worlds.push(made)
    const stop = new AbortController()
    const stopped = made.base.refresh({
      signal: stop.signal,
      onProgress({ done }) {
        if (done === 10) stop.abort(new Error('enough'))
      },
    })
    await expect(stopped).rejects.toThrow('enough')
    expect(made.another().status()).toMatchObject({ documents: 10, refreshedAt: undefined })
    expect(await made.another().refresh()).toMatchObject({ added: 30, same: 10 })
    expect(made.another().search('anchor39')[0]?.source).toBe('n/39.md')
  })

  it('two at once: the other one is told', async () => {
    const { base, another, write } = await world()
    write('new.md', '# New')
    const first = base.refresh()
    await expect(base.refresh()).rejects.toMatchObject({ code: 'locked' })
    await first
    expect(another().search('new')[0]?.source).toBe('new.md')
  })

  it('reads documents in pages, and names similar ones for one that is not there', async () => {
    const { base, write } = await world()
    const text = Array.from({ length: 1500 }, (_, i) => `line ${i + 1} é`).join('\n')
    write('long.txt', text)
    await base.refresh()
    let read = ''
    let pages = 0
    for (let offset: number | undefined = 0; offset !== undefined; pages++) {
      const page = base.get('long.txt', { offset })
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(12_000)
      read += page.text
      offset = page.nextOffset
    }
    expect(read).toBe(text)
    expect(pages).toBe(2)
    expect(base.get('long.txt', { line: 500 })).toMatchObject({ startLine: 500 })
    expect(base.get('long.txt', { line: 500 }).text.startsWith('line 500 é\n')).toBe(true)
    expect(base.get('./docs/tides.md')).toMatchObject({ title: 'Tides', nextOffset: undefined, startLine: 1 })
    expect(() => base.get('tides.md')).toThrow(
      expect.objectContaining({ code: 'not-found', hint: 'Similar ones: docs/tides.md' }) as Error,
    )
    expect(() => base.get('../home/home.json')).toThrow(
      expect.objectContaining({ code: 'not-found' }) as Error,
    )
    expect(() => base.get('picture.png')).toThrow(expect.objectContaining({ code: 'not-found' }) as Error)
  })

  it('has a table of contents and a card', async () => {
    const { base, folder } = await world()
    expect(base.toc()).toEqual({
      total: 3,
      entries: [
        { source: 'README.md', title: 'Harbour' },
        { source: 'docs/tides.md', title: 'Tides' },
        { source: 'src/berth.ts', title: 'How long a berth is' },
      ],
    })
    expect(base.toc('docs/').entries.map(({ source }) => source)).toEqual(['docs/tides.md'])
    expect(base.toc('docs/tides.md').entries).toEqual([
      { source: 'docs/tides.md', title: 'Tides', line: 1 },
      { source: 'docs/tides.md', title: 'Springs', line: 5 },
    ])
    expect(base.card()).toContain(
      `Knowledge base "harbour"\nAll about the harbour.\nFrom: ${folder}\nHolds: 3 documents, 3 passages,`,
    )
    expect(base.card()).toContain('- docs/tides.md: Tides')
  })

  it('makes what is damaged in its index anew', async () => {
    const { base, home, another } = await world()
    base.search('sill')
    const index = join(home, 'contexts', 'knowledge', 'kb-1', 'index', 'v1')
    const [segment = ''] = readdirSync(index).filter((name) => name.endsWith('.seg'))
    const bytes = readFileSync(join(index, segment))
    writeFileSync(join(index, segment), bytes.fill(0, 0, 600))
    expect(another().search('sill')[0]?.source).toBe('docs/tides.md')
    writeFileSync(join(index, 'manifest.json'), 'nonsense')
    const healed = another()
    await healed.refresh()
    expect(healed.search('sill')[0]?.source).toBe('docs/tides.md')
    expect(healed.status().documents).toBe(3)
  })

  it('tells several folders apart by their names', async () => {
    const { folder, another, write } = await world()
    write('src/docs/tides.md', '# Other tides\n\nNothing of the kind.\n')
    const base = another([join(folder, 'docs'), join(folder, 'src', 'docs'), join(folder, 'README.md')])
    await base.refresh()
    expect(base.toc().entries.map(({ source }) => source)).toEqual([
      'README.md',
      'docs-2/tides.md',
      'docs/tides.md',
    ])
    expect(base.get('docs-2/tides.md').title).toBe('Other tides')
    expect(base.get('README.md').title).toBe('Harbour')
  })

  it('finds nothing for nothing, and for words it has little of when only answers are wanted', async () => {
    const { base } = await world()
    expect(base.search('')).toEqual([])
    expect(base.search('"sill passable" -moored')).toEqual([])
    expect(base.search('"sill is passable"')).toHaveLength(1)
    const vague = 'quantum chromodynamics lattice of the full gauge group'
    expect(base.search(vague).length).toBeGreaterThan(0)
    expect(base.search(vague, { onlyAnswers: true })).toEqual([])
  })

  it('is removed with its index; what it was made from stays', async () => {
    const { base, context, home, folder } = await world()
    base.close()
    removeKnowledgeBase(context, 'kb-1')
    expect(readdirSync(join(home, 'contexts', 'knowledge'))).toEqual([])
    expect(readdirSync(folder)).toContain('README.md')
    expect(() => removeKnowledgeBase(context, '../sessions')).toThrow(
      expect.objectContaining({ code: 'invalid-name' }) as Error,
    )
  })
})

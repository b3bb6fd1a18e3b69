import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type KnowledgeWorld, knowledgeWorld } from './knowledge-world.suite.ts'

const worlds: KnowledgeWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

const line = (value: unknown): string => `${JSON.stringify(value)}\n`
const pieces = [
  line({
    id: '1',
    source: 'guide/moor.md',
    title: 'Mooring',
    content: 'Tie two lines.\n\nThen a spring.',
    repoUrl: 'https://example.org/harbour.git',
    commit: 'abc',
  }),
  line({ id: '2', source: 'guide/moor.md', title: 'Leaving', content: 'Cast off the bow first.' }),
  'no json\n',
  line({ id: '3', title: 'No content' }),
  line({ id: '4', content: 'Channel twelve.' }),
  line({ content: 'Neither source nor id.' }),
  line(['content']),
]

describe('a knowledge base from JSONL', () => {
  const made = (text: string): { world: KnowledgeWorld; base: KnowledgeWorld['base'] } => {
    const world = knowledgeWorld({ 'all.jsonl': text })
    worlds.push(world)
    return { world, base: world.another([join(world.folder, 'all.jsonl')]) }
  }

  it('joins the pieces of a source, and counts the lines that are none', async () => {
    const { base } = made(pieces.join(''))
    expect(await base.refresh()).toMatchObject({ added: 3, skipped: { 'bad-line': 3 } })
    expect(base.toc().entries.map(({ source, title }) => `${source} ${title}`)).toEqual([
      '4 ',
      'all.jsonl#6 ',
      'guide/moor.md Mooring',
    ])
    expect(base.get('guide/moor.md').text).toBe('Tie two lines.\n\nThen a spring.\nCast off the bow first.')
    const [hit] = base.search('bow first')
    expect(hit).toMatchObject({
      source: 'guide/moor.md',
      startLine: 4,
      endLine: 4,
      headings: ['Leaving'],
      text: 'Cast off the bow first.',
    })
    expect(base.card()).toContain('From: https://example.org/harbour.git at abc')
  })

  it('reads the file again when it changed, and then only what is another in it', async () => {
    const { world, base } = made(pieces.join(''))
    await base.refresh()
    world.append('all.jsonl', line({ source: 'new', content: 'Lights at night.' }))
    world.append('all.jsonl', line({ source: 'guide/moor.md', content: 'Fenders out.' }))
    expect(await base.refresh()).toMatchObject({ added: 1, changed: 1, removed: 0, same: 2 })
    expect(base.search('fenders')[0]?.source).toBe('guide/moor.md')
    expect(await base.refresh()).toMatchObject({ added: 0, changed: 0, same: 4 })
    world.write('all.jsonl', line({ source: 'only', content: 'One.' }))
    expect(await base.refresh()).toMatchObject({ added: 1, removed: 4 })
    expect(base.search('fenders')).toEqual([])
  })

  it('cuts a piece as it asks', async () => {
    const content = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} of it.`).join('\n')
    const { base } = made(line({ source: 'a', content, chunkSize: 300 }) + line({ source: 'b', content }))
    await base.refresh()
    expect(base.search('sentence number 7 of it', { topK: 1 })[0]?.text.length).toBeGreaterThan(0)
    const { passages } = base.status()
    expect(passages).toBeGreaterThanOrEqual(5)
  })

  it('refuses a file that is not there', async () => {
    const { world } = made('')
    await expect(world.another([join(world.folder, 'none.jsonl')]).refresh()).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KnowledgeWorld, knowledgeWorld } from './knowledge-world.suite.ts'
import { passagesFor } from './passages-for.ts'

describe('passagesFor', () => {
  let world: KnowledgeWorld
  beforeAll(async () => {
    const long = 'The lock keeper closes the lock gates at dusk. '.repeat(20)
    world = knowledgeWorld({
      'lock.md': `# Lock\n\n${long}\n`,
      'gate.md': '# Gate\n\nThe gate of the lock has a code.\n',
      'tea.md': '# Tea\n\nTwo sugars.\n',
    })
    await world.base.refresh()
  })
  afterAll(() => world.end())

  it('gives the passages that answer, with their citations', () => {
    const { text, hits } = passagesFor('does the gate have a code?', [world.base], 4000)
    expect(hits[0]?.source).toBe('gate.md')
    expect(text.startsWith('[gate.md:1-3] — Gate\n# Gate\n\nThe gate of the lock has a code.')).toBe(true)
    expect(text).not.toContain('sugars')
  })

  it('stays within its budget, and gives part of the best one rather than nothing', () => {
    for (const budget of [250, 400, 1100, 2000]) {
      const { text, hits } = passagesFor(
        'when does the lock keeper close the gates at dusk',
        [world.base],
        budget,
      )
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(budget)
      expect(hits[0]?.source).toBe('lock.md')
    }
    expect(passagesFor('lock keeper', [world.base], 250).text.endsWith('…')).toBe(true)
    expect(passagesFor('lock keeper', [world.base], 100)).toEqual({ text: '', hits: [] })
  })

  it('gives nothing for what the bases know nothing of', () => {
    expect(passagesFor('please write a sonnet about the mitochondria', [world.base], 4000).hits).toEqual([])
    expect(passagesFor('thanks!', [world.base], 4000).text).toBe('')
    expect(passagesFor('lock', [], 4000).text).toBe('')
  })

  it('names the base where there are several', () => {
    expect(passagesFor('gate code', [world.base, world.another()], 4000).text).toContain(
      '[gate.md:1-3 (harbour)]',
    )
  })
})

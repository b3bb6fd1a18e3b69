import { describe, expect, it } from 'vitest'
import { cardBytes, indexCard } from './index-card.ts'

const definition = { id: 'a', name: 'harbour', description: 'All  about\nit.', paths: ['/srv/harbour'] }
const status = { documents: 900, passages: 4000, text: 2_340_000 }

describe('indexCard', () => {
  it('says what a base is about, where it comes from, how large it is and what is in it', () => {
    const toc = {
      total: 3,
      entries: [
        { source: 'a.md', title: 'A' },
        { source: 'b/', title: '', documents: 2 },
      ],
    }
    expect(
      indexCard({
        definition,
        origin: { repoUrl: 'https://example.org/h.git', commit: 'f'.repeat(40) },
        status,
        toc,
      }),
    ).toBe(
      [
        'Knowledge base "harbour"',
        'All about it.',
        'From: https://example.org/h.git at ffffffffffff',
        'Holds: 900 documents, 4000 passages, 2.3 MB of text',
        'Contents:',
        '- a.md: A',
        '- b/ (2 documents)',
      ].join('\n'),
    )
  })

  it('fits, whatever it has to say, and counts what it leaves out', () => {
    const entries = Array.from({ length: 120 }, (_, i) => ({
      source: `docs/päge-${i}-${'x'.repeat(i % 90)}.md`,
      title: 'é'.repeat(72),
    }))
    const long = { ...definition, description: 'ü'.repeat(5000), paths: ['/a'.repeat(3000)] }
    const card = indexCard({ definition: long, origin: {}, status, toc: { total: 900, entries } })
    expect(Buffer.byteLength(card)).toBeLessThanOrEqual(cardBytes)
    const shown = card.split('\n').filter((line) => line.startsWith('- ')).length
    expect(shown).toBeGreaterThan(5)
    expect(card.split('\n').at(-1)).toBe(`… and ${900 - shown} more documents`)
  })
})

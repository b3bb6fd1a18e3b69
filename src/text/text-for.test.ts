import { describe, expect, it } from 'vitest'
import { textFor } from './text-for.ts'

const en = textFor('en')
const pt = textFor('pt-BR')

describe('textFor', () => {
  it('fills every text of the other language with a text of the same parameters', () => {
    const shape = (value: unknown): unknown => {
      if (typeof value === 'function') return value.length
      if (typeof value === 'string') return value.trim() === '' ? 'empty' : 'text'
      if (typeof value !== 'object' || value === null) return typeof value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
    }
    expect(shape(pt)).toEqual(shape(en))
  })

  it('speaks each language', () => {
    expect(en.sessionSaved('tides', 12)).toBe('Session "tides" saved (12 messages).')
    expect(pt.sessionSaved('tides', 12)).toBe('Sessão "tides" salva (12 mensagens).')
    expect(en.sessionsSaved(1, 2)).toBe('1 session saved (2 messages).')
    expect(pt.sessionsSaved(2, 1)).toBe('2 sessões salvas (1 mensagem).')
  })

  it('counts as each language does', () => {
    expect([0, 1, 2, 41].map(en.matchCount)).toEqual(['0 matches', '1 match', '2 matches', '41 matches'])
    expect([0, 1, 2].map(pt.matchCount)).toEqual(['0 ocorrência', '1 ocorrência', '2 ocorrências'])
    for (const count of [0, 1, 2, 5, 11, 21, 100, 1_000]) {
      const one = (language: string): boolean => new Intl.PluralRules(language).select(count) === 'one'
      expect(en.matchCount(count).endsWith('match')).toBe(one('en'))
      expect(pt.matchCount(count).endsWith('ocorrência')).toBe(one('pt-BR'))
    }
  })

  it('says what an export holds and where it came from', () => {
    expect(en.exported(41, 'tides.md', en.sourceJournal)).toBe(
      'Exported 41 entries to tides.md (source: journal)',
    )
    expect(en.exported(1, 'tides.md', en.sourceLiveHistory)).toBe(
      'Exported 1 entry to tides.md (source: live history)',
    )
  })

  it('frames a fork', () => {
    expect(en.sessionForked('my-session', 'experiment-v2', 42).split('\n')).toEqual([
      '╭── ✅ Session forked!',
      '│    From:  my-session',
      '│    To:    experiment-v2',
      '│    Messages: 42',
      '│    Now working on the fork. Original remains intact.',
      `╰${'─'.repeat(46)}`,
    ])
    expect(pt.sessionForked('a', 'b', 1)).toMatch(/^╭.*(\n│ {4}.*){4}\n╰─+$/)
  })

  it('names what a session lacks, and the next page', () => {
    expect(en.missingWords(['cache', 'redis'])).toBe('without: cache, redis')
    expect(en.pageHeading('tides', 20, 39, 41)).toBe('tides: messages 20–39 of 41')
    expect(en.nextPage('tides', 40)).toBe('Next page: chatcli session get tides --offset 40')
  })

  it('proposes one word or several', () => {
    expect(en.didYouMean(['search'])).toBe('Did you mean search?')
    expect(pt.didYouMean(['save', 'search'])).toBe('Você quis dizer um destes: save, search?')
  })
})

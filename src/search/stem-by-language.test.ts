import { describe, expect, it } from 'vitest'
import type { StemLanguage } from './stem-by-language.ts'
import { stemByLanguage } from './stem-by-language.ts'
import { foldCharacters } from './fold-characters.ts'

describe('stemByLanguage', () => {
  it.each<[StemLanguage, string, string]>([
    ['pt', 'decisão', 'decisões'],
    ['pt', 'coração', 'corações'],
    ['pt', 'configuração', 'configurar'],
    ['pt', 'pão', 'pães'],
    ['pt', 'conversa', 'conversamos'],
    ['es', 'decisión', 'decisiones'],
    ['es', 'reservar', 'reservamos'],
    ['fr', 'maison', 'maisons'],
    ['de', 'Haus', 'Häuser'],
    ['de', 'Entscheidung', 'Entscheidungen'],
    ['it', 'decisione', 'decisioni'],
  ])('%s: %s and %s', (language, one, other) => {
    const stem = (word: string): string => stemByLanguage(foldCharacters(word), language)
    expect(stem(one)).toBe(stem(other))
  })

  it('leaves alone what is no word of a language', () => {
    expect(stemByLanguage('e1042', 'pt')).toBe('e1042')
    expect(stemByLanguage('as', 'pt')).toBe('as')
  })
})

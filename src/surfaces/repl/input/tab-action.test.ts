import { describe, expect, it } from 'vitest'
import { tabAction, type TabAction } from './tab-action.ts'

function tab(typed: string, words: readonly string[], isSecond = false): TabAction {
  const candidates = words.map((word) => ({ word, about: '' }))
  return tabAction(typed, { start: 0, end: typed.length, candidates }, isSecond)
}

describe('tabAction', () => {
  it.each<[typed: string, words: string[], text: string]>([
    ['/he', ['/help'], '/help '],
    ['/help', ['/help'], '/help '],
    ['stone', ['proj-stone'], 'proj-stone '],
    ['pr', ['proj-tide', 'proj-stone'], 'proj-'],
    ['PR', ['proj-tide', 'proj-stone'], 'proj-'],
    ['', ['notes', 'nothing'], 'not'],
    ['@s', ['@src/'], '@src/'],
    ['ro', ['role:'], 'role:'],
  ])('writes for %j of %j', (typed, words, text) => {
    expect(tab(typed, words)).toEqual({ kind: 'replace', text })
  })

  it('lists at the second Tab what has no common beginning', () => {
    expect(tab('proj-', ['proj-tide', 'proj-stone'])).toEqual({ kind: 'nothing' })
    expect(tab('proj-', ['proj-tide', 'proj-stone'], true)).toMatchObject({
      kind: 'list',
      candidates: [{}, {}],
    })
    expect(tab('o', ['proj-one', 'stone'], true).kind).toBe('list')
  })

  it('does nothing without candidates', () => {
    expect(tab('x', [], true)).toEqual({ kind: 'nothing' })
  })
})

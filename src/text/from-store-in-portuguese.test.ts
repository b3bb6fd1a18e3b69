import { describe, expect, it } from 'vitest'
import { fromStoreInPortuguese } from './from-store-in-portuguese.ts'

describe('fromStoreInPortuguese', () => {
  it.each([
    ['There is no session "a\nb"', 'Não existe a sessão "a\nb"'],
    ['There is no session "$1 $&"', 'Não existe a sessão "$1 $&"'],
    ['standard input, line 3: it is not JSON', 'standard input, linha 3: não é JSON'],
    ['There is too little to compact', 'Há pouco demais para compactar'],
    ['There is no context "a\nb"', 'Não existe o contexto "a\nb"'],
    [
      '/x/y.json cannot be read as a context: it has no name',
      '/x/y.json não pode ser lido como contexto: não tem nome',
    ],
    ['x.json cannot be read as a session: it is new', 'x.json não pode ser lido como sessão: it is new'],
  ])('translates %j', (english, portuguese) => {
    expect(fromStoreInPortuguese(english)).toBe(portuguese)
  })

  it.each(['', 'Could not use /x: no space is left on the disk (ENOSPC)', 'Não existe a sessão "a".'])(
    'leaves %j as it is',
    (sentence) => {
      expect(fromStoreInPortuguese(sentence)).toBe(sentence)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { wrapWords } from './wrap-words.ts'

describe('wrapWords', () => {
  it.each([
    ['short', 10, 'short'],
    ['one two three', 7, 'one two\nthree'],
    ['unbreakable', 4, 'unbreakable'],
    ['a unbreakable b', 4, 'a\nunbreakable\nb'],
    ['', 5, ''],
    ['  indented words here', 12, '  indented\n  words here'],
    ['  /mode [MODE]   chat, agent or coder', 35, '  /mode [MODE]   chat, agent or\n                 coder'],
    ['  save [NAME]   keep this', 20, '  save [NAME]\n      keep this'],
    ['│    From:  a long name', 16, '│    From:  a\n│    long name'],
    ['╰────────────', 6, '╰─────'],
    ['潮汐 時刻 表', 5, '潮汐\n時刻\n表'],
  ])('%j in %i columns', (line, columns, wrapped) => {
    expect(wrapWords(line, columns)).toBe(wrapped)
  })

  it('does not count colours', () => {
    const dim = '\u001B[2mone two\u001B[22m'
    expect(wrapWords(dim, 7)).toBe(dim)
  })
})

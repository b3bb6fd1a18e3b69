import { describe, expect, it } from 'vitest'
import { firstLetters } from './first-letters.ts'
import { irregularForms } from './irregular-forms.ts'
import { languageWords } from './language-words.ts'
import { stemByLanguage, stemLanguages } from './stem-by-language.ts'
import { stemWord } from './stem-word.ts'
import { wordForms } from './word-forms.ts'

const endings =
  's es ed ing ingly edly er ers ation ational ations ize izing izer ously ousli ness fulness alli entli bilities logies y ' +
  'ies ied ying aux eaux oes ao coes cao aes mente amente idades logia logias encia encias ivas eux euse issement ' +
  'issant erons heit keit ungen lich isch iche azione azioni amento imento'
const beginnings = 'a e i o u y b c ch s st th tr fl ay ey oy ui ab ec io ex un re qu gu'
const middles = 'a at ay ell in on ov ur iz ubl'

const words = [
  ...Object.values(languageWords).flat(),
  ...irregularForms.keys(),
  ...beginnings
    .split(' ')
    .flatMap((a) => middles.split(' ').flatMap((b) => ['', ...endings.split(' ')].map((c) => a + b + c))),
]

describe('firstLetters', () => {
  it('lets every word pass that has the term, in every language', () => {
    for (const word of words) {
      const others = stemLanguages.map((language) => stemByLanguage(word, language))
      for (const stem of [word, stemWord(word)])
        expect([word, stem, firstLetters([stem])(word, 0, word.length)]).toEqual([word, stem, true])
      for (const stem of others)
        expect([word, stem, firstLetters([], [stem])(word, 0, word.length)]).toEqual([word, stem, true])
    }
  })

  it('lets names pass for the whole of them and for each of their parts', () => {
    for (const name of [
      'getCacheTTL',
      'HTTPServer',
      'ERROR',
      'oauth2Token',
      'sha256',
      '000Z',
      'aB',
      'XMLx',
    ]) {
      const { whole, parts } = wordForms(name)
      for (const { stem } of [whole, ...parts])
        expect([name, stem, firstLetters([stem])(name, 0, name.length)]).toEqual([name, stem, true])
    }
    const may = firstLetters(['cache', 'run'])
    const names = ['getUserName', 'INFO', '2024', '20T01', 'macache', 'theCap']
    expect(names.filter((name) => may(name, 0, name.length))).toEqual([])
  })

  it('stops a plain word that begins otherwise, and no name that may hold the term', () => {
    const may = firstLetters(['cache', 'ttl'])
    const passes = (run: string): boolean => may(`(${run})`, 1, 1 + run.length)
    expect(['caching', 'Caches', 'ttls', 'c', 'getCache', 'übercache'].filter(passes)).toEqual([
      'caching',
      'Caches',
      'ttls',
      'c',
      'getCache',
      'übercache',
    ])
    expect(['could', 'Clean', 'x', 'acache', 'cab', 'cat', 'cattle', 'turn', 'ca'].filter(passes)).toEqual([])
  })
})

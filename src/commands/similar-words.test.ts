import { expect, it } from 'vitest'
import { similarWords } from './similar-words.ts'

const known = ['search', 'list', 'get', 'show', 'save', 'rename', 'restore', 'delete', 'tide-notes']

it.each([
  ['serch', ['search']],
  ['saerch', ['search']],
  ['lst', ['list']],
  ['LIST', ['list']],
  ['lits', ['list']],
  ['tide-note', ['tide-notes']],
  ['tdie-nots', ['tide-notes']],
  ['re', ['rename', 'restore']],
  ['ren', ['rename']],
  ['', []],
  ['x', []],
  ['foo', []],
  ['documentation', []],
])('%j may have meant %j', (word, expected) => {
  expect(similarWords(word, known)).toEqual(expected)
})

it('proposes three at most, each once', () => {
  expect(similarWords('note-1', ['note-2', 'note-3', 'note-4', 'note-5', 'note-2'])).toEqual([
    'note-2',
    'note-3',
    'note-4',
  ])
})

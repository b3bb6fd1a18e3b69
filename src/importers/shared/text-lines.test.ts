import { expect, it } from 'vitest'
import { foreignFile } from './foreign-file.suite.ts'
import { textLines } from './text-lines.ts'

it('gives every line of a file, blank ones too, with its place', () => {
  const { disk, fd } = foreignFile('ä\r\n\nb\u2028c\nend')
  expect(
    [...textLines(disk, fd)].map(({ offset, text, isTerminated }) => [offset, text, isTerminated]),
  ).toEqual([
    [0, 'ä', true],
    [4, '', true],
    [5, 'b\u2028c', true],
    [11, 'end', false],
  ])
  expect([...textLines(disk, fd, 5)].map(({ offset, text }) => [offset, text])).toEqual([
    [5, 'b\u2028c'],
    [11, 'end'],
  ])
})

it('cuts a very long line, and goes on behind it', () => {
  const { disk, fd } = foreignFile(`${'x'.repeat(3 * 2 ** 20)}\nb\n`)
  const [long, next] = [...textLines(disk, fd)]
  expect([long?.text.length, long?.cutBytes]).toEqual([2 * 2 ** 20, 2 ** 20])
  expect([next?.text, next?.offset]).toEqual(['b', 3 * 2 ** 20 + 1])
})

it('steps over a byte order mark before the first line, and over no other', () => {
  const { disk, fd } = foreignFile('\ufeff# a\n\ufeffb\n')
  expect([...textLines(disk, fd)].map(({ offset, text }) => [offset, text])).toEqual([
    [0, '# a'],
    [7, '\ufeffb'],
  ])
})

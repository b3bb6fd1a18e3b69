import { describe, expect, it } from 'vitest'
import { foreignFile } from './foreign-file.suite.ts'
import { jsonLines } from './json-lines.ts'

const WRITTEN = 1_700_000_000_000
const LATER = WRITTEN + 60_000

function read(text: string, options: { readonly from?: number; readonly now?: number } = {}) {
  const { disk, fd } = foreignFile(text, WRITTEN)
  return [...jsonLines(disk, fd, { now: LATER, ...options })]
}

describe('jsonLines', () => {
  it('splits on the newline byte alone, and keeps what Unicode calls a line end', () => {
    const lines = read('{"a":"x\u2028y\u0085"}\r\n\n{"b":1}\n')
    expect(lines.map(({ fields }) => fields)).toEqual([{ a: 'x\u2028y\u0085' }, { b: 1 }])
    expect(lines.map(({ offset, end }) => [offset, end])).toEqual([
      [0, 17],
      [18, 26],
    ])
  })

  it('steps over a damaged line and goes on', () => {
    const lines = read('{"a":1}\n{"torn\n[1]\n{"b":2}\n')
    expect(lines.map(({ problem, fields }) => problem ?? fields)).toEqual([
      { a: 1 },
      'damaged',
      'damaged',
      { b: 2 },
    ])
  })

  it('finds a record that was written behind one that was cut off', () => {
    const text = '{"a":{"b":"hél{"c":{"d":1}}\n{"e":{"f":{"g":1}}\n{"h":1}\n'
    expect(read(text).map(({ offset, end, problem, fields }) => [offset, end, problem ?? fields])).toEqual([
      [0, 15, 'damaged'],
      [15, 29, { c: { d: 1 } }],
      [29, 48, 'damaged'],
      [48, 56, { h: 1 }],
    ])
  })

  it('does not consume a last line without a newline that is being written', () => {
    const fresh = read('{"a":1}\n{"b":2}', { now: WRITTEN + 1000 })
    expect(fresh.map(({ problem, end }) => [problem, end])).toEqual([
      [undefined, 8],
      ['unfinished', 8],
    ])
  })

  it('takes it when it is whole and nobody has written for a while', () => {
    expect(read('{"a":1}\n{"b":2}').map(({ fields, end }) => [fields, end])).toEqual([
      [{ a: 1 }, 8],
      [{ b: 2 }, 15],
    ])
    expect(read('{"a":1}\n{"b":').map(({ problem, end }) => [problem, end])).toEqual([
      [undefined, 8],
      ['unfinished', 8],
    ])
  })

  it('goes on from an offset', () => {
    expect(read('{"a":1}\n{"b":2}\n', { from: 8 }).map(({ fields }) => fields)).toEqual([{ b: 2 }])
  })

  it('reads a line that is too long to be read at once, with its long texts cut', () => {
    const long = 'x'.repeat(17 * 2 ** 20)
    const [line, next] = read(`{"id":"1","data":"${long}","end":true}\n{"b":2}\n`)
    expect(line?.fields).toMatchObject({ id: '1', end: true })
    expect(line?.fields?.['data']).toHaveLength(2 * 2 ** 20)
    expect(line?.cutBytes).toBe(15 * 2 ** 20)
    expect(next?.fields).toEqual({ b: 2 })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foreignFile } from './foreign-file.suite.ts'
import { jsonMembers } from './json-members.ts'

function read(text: string) {
  const { disk, fd } = foreignFile(text)
  return [...jsonMembers(disk, fd)]
}

describe('jsonMembers', () => {
  it('gives the entries of a list, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.boolean(), (values, wide) => {
        const text = `\ufeff${JSON.stringify(values, undefined, wide ? 2 : 0)}\n`
        expect(read(text).map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(values)))
      }),
      { seed: 3 },
    )
  })

  it('gives the entries of each list in an object, and its other members whole', () => {
    const elements = read(
      '{"version": 2, "chats": [{"id": [1]}, {"a,]}": ":\\""}], "meta": {"x": [1, 2]}, "none": []}',
    )
    expect(elements.map(({ key, value }) => [key, value])).toEqual([
      ['version', 2],
      ['chats', { id: [1] }],
      ['chats', { 'a,]}': ':"' }],
      ['meta', { x: [1, 2] }],
    ])
  })

  it('says where a file is cut off, within an entry or between two', () => {
    expect(read('[{"a":1},{"b":').map(({ problem, value }) => problem ?? value)).toEqual([
      { a: 1 },
      'unfinished',
    ])
    expect(read('[{"a":1},').map(({ problem, value }) => problem ?? value)).toEqual([{ a: 1 }, 'unfinished'])
  })

  it('says that brackets do not match', () => {
    expect(read('{"a":[1]],"b":2}').map(({ problem, value }) => problem ?? value)).toEqual([1, 'damaged'])
  })

  it('steps over a damaged entry', () => {
    expect(read('[{"a":1},{"b" 2},{"c":3}]').map(({ problem, value }) => problem ?? value)).toEqual([
      { a: 1 },
      'damaged',
      { c: 3 },
    ])
  })

  it('reads entries larger than its pieces, and cuts those that are too long', () => {
    const big = { id: 1, text: 'ü'.repeat(2 ** 20) }
    const huge = { id: 2, text: 'y'.repeat(18 * 2 ** 20), end: 'z' }
    const elements = read(JSON.stringify([big, huge, { id: 3 }]))
    expect(elements[0]?.value).toEqual(big)
    expect(elements[1]).toMatchObject({ value: { id: 2, end: 'z' }, cutBytes: 16 * 2 ** 20 })
    expect(elements[2]?.value).toEqual({ id: 3 })
  })

  const wanted = [{ key: 'said', isEntry: (value: unknown) => 'who' in Object(value) }]
  const turn = (n: number): string => `{"id":"${n}","who":"me","parts":[{"id":"p"}],"words":"text ${n}"}`
  const whole = `{"first":1,"said":[${[1, 2, 3, 4].map(turn).join(',')}],"title":"z"}`
  const ids = (text: string) => {
    const { disk, fd } = foreignFile(text)
    return [...jsonMembers(disk, fd, { wanted })].map(
      ({ key, value, problem }) => problem ?? (key === 'said' ? (value as { id: string }).id : `${key}`),
    )
  }

  it.each([
    ['a quote that is lost', '"text 2"', '"text 2', ['first', '1', 'damaged', '3', '4', 'title']],
    ['an end that is lost', '"text 2"}', '"text 2"', ['first', '1', 'damaged', '3', '4', 'title']],
    [
      'a colon that is lost',
      '"words":"text 2"',
      '"words" "text 2"',
      ['first', '1', 'damaged', '3', '4', 'title'],
    ],
    [
      'one in the last entry',
      '"words":"text 4"',
      '"words" "text 4"',
      ['first', '1', '2', '3', 'damaged', 'title'],
    ],
  ])('loses no entry of a wanted list behind %s', (_, from, to, expected) => {
    expect(ids(whole)).toEqual(['first', '1', '2', '3', '4', 'title'])
    expect(ids(whole.replace(from, to))).toEqual(expected)
  })

  it('reads on behind two damaged entries, up to where a file is cut off', () => {
    const text = whole.replace('"text 1"', '"text 1').replace('"text 3"', '"text 3').slice(0, -18)
    expect(ids(text)).toEqual(['first', 'damaged', '2', 'unfinished'])
  })
})

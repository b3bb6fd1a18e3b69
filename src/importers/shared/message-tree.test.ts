import { expect, it } from 'vitest'
import { activePath, type TreeNode } from './message-tree.ts'

function nodes(
  ...rows: readonly [id: string, parent?: string, at?: number][]
): ReadonlyMap<string, TreeNode> {
  return new Map(rows.map(([id, parent, at]) => [id, { parent, at }]))
}

it('goes from the end that is told up to the beginning', () => {
  const tree = nodes(['root'], ['a', 'root', 1], ['b', 'a', 9], ['c', 'a', 2])
  expect(activePath(tree, 'c')).toEqual(['root', 'a', 'c'])
  expect(activePath(tree, 'a')).toEqual(['root', 'a'])
})

it('finds the newest end itself, of equal ones the last', () => {
  expect(activePath(nodes(['a'], ['b', 'a', 5], ['c', 'b'], ['d', 'a', 4]), 'gone')).toEqual(['a', 'b', 'c'])
  expect(activePath(nodes(['a'], ['b', 'a'], ['c', 'a']))).toEqual(['a', 'c'])
  expect(activePath(nodes(['a', 'gone', 1], ['b', 'gone', 2]))).toEqual(['b'])
  expect(activePath(nodes())).toEqual([])
})

it('ends where parents go round in a ring', () => {
  expect(activePath(nodes(['a', 'b', 1], ['b', 'a', 2]), 'b')).toEqual(['a', 'b'])
  expect(activePath(nodes(['a', 'b', 1], ['b', 'a', 2]))).toEqual(['a', 'b'])
  expect(activePath(nodes(['a', 'b'], ['b', 'a'], ['c', 'a', 3]))).toEqual(['b', 'a', 'c'])
})

it('takes a very long conversation', () => {
  const long = nodes(
    ['0'],
    ...Array.from({ length: 200_000 }, (_, i) => [`${i + 1}`, `${i}`, i] as [string, string, number]),
  )
  expect(activePath(long)).toHaveLength(200_001)
})

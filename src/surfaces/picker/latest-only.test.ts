import { expect, it } from 'vitest'
import { latestOnly } from './latest-only.ts'

it('does one thing at a time, and of what waits only the last', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = latestOnly<string>((asked) => {
    begun.push(asked)
    return new Promise((resolve) => ends.push(resolve))
  })
  work.ask('a')
  work.ask('b')
  work.ask('c')
  expect(begun).toEqual(['a'])
  ends.shift()?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toEqual(['a', 'c'])
  work.ask('d')
  work.drop()
  ends.shift()?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toEqual(['a', 'c'])
  work.ask('e')
  expect(begun).toEqual(['a', 'c', 'e'])
})

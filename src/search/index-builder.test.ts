import { describe, expect, it } from 'vitest'
import { chunkLimits, createIndexBuilder } from './index-builder.ts'
import { makeRecord } from './make-record.suite.ts'

describe('createIndexBuilder', () => {
  it('counts terms by message, ascending inside each group', () => {
    const builder = createIndexBuilder()
    const [chunk] = builder.add(makeRecord('s', ['red fox', 'fox fox', 'red']))
    const group = chunk?.terms.indexOf(builder.terms.indexOf('fox')) ?? -1
    const range = [chunk?.starts[group], chunk?.starts[group + 1]] as const
    expect([...(chunk?.messages.slice(...range) ?? [])]).toEqual([0, 1])
    expect([...(chunk?.frequencies.slice(...range) ?? [])]).toEqual([1, 2])
    expect([...(chunk?.tokens ?? [])]).toEqual([2, 2, 1])
  })

  it('shares term numbers across records and keeps chunks within their limits', () => {
    const builder = createIndexBuilder()
    const long = makeRecord('long', Array<string>(2500).fill('same words'))
    const big = makeRecord('big', Array<string>(3).fill('w '.repeat(100_000)))
    expect(builder.add(long).map((chunk) => chunk.entries.length)).toEqual([chunkLimits.messages, 1000, 500])
    expect(builder.add(big).map((chunk) => chunk.entries.length)).toEqual([1, 1, 1])
    expect(builder.terms.filter((term) => term === 'word')).toHaveLength(1)
  })

  it('keeps removed messages in chunks of their own', () => {
    const chunks = createIndexBuilder().add(makeRecord('s', ['a', { text: 'b', state: 'removed' }, 'c']))
    expect(chunks.map(({ removed, entries }) => [removed, entries.map((entry) => entry.position)])).toEqual([
      [false, [0, 2]],
      [true, [1]],
    ])
  })

  it('gives a session without messages a chunk for its title, where name and title count once', () => {
    const builder = createIndexBuilder()
    const [chunk] = builder.add(makeRecord('blue-whale', [], { title: 'Blue whale blue' }))
    expect(chunk?.title.map(([term, count]) => [builder.terms[term], count])).toEqual(
      expect.arrayContaining([
        ['blue', 2],
        ['whale', 1],
      ]),
    )
  })
})

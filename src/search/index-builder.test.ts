import { describe, expect, it } from 'vitest'
import { chunkLimits, createIndexBuilder } from './index-builder.ts'
import { makeRecord } from './make-record.suite.ts'

describe('createIndexBuilder', () => {
  it('counts terms by message', () => {
    const builder = createIndexBuilder()
    const [chunk] = builder.add(makeRecord('s', ['red fox', 'fox fox', 'red']))
    const said = (from = 0, to?: number): unknown =>
      Array.from(chunk?.terms.slice(from, to) ?? [], (term, i) => [
        builder.terms[term],
        chunk?.frequencies[from + i],
      ])
    expect([...(chunk?.ends ?? [])]).toEqual([2, 3, 4])
    expect(said(0, 2)).toEqual([
      ['red', 1],
      ['fox', 1],
    ])
    expect(said(2)).toEqual([
      ['fox', 2],
      ['red', 1],
    ])
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

  it('finds in text with a letter beyond ASCII what it finds in text without', () => {
    const text = `getUserName ran ${'x'.repeat(65)} 42 twice, twice; ${'a_'.repeat(500)}`
    const builder = createIndexBuilder()
    const [chunk] = builder.add(makeRecord('s', [text, `${text} é`]))
    const half = chunk?.ends[0] ?? 0
    const extra = builder.terms.indexOf('e')
    expect([...(chunk?.terms.slice(half) ?? [])]).toEqual([...(chunk?.terms.slice(0, half) ?? []), extra])
    expect(chunk?.frequencies.slice(half, -1)).toEqual(chunk?.frequencies.slice(0, half))
  })
})

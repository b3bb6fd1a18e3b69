import { describe, expect, it } from 'vitest'
import { groupChunk } from './group-chunk.ts'
import { createIndexBuilder } from './index-builder.ts'
import { makeRecord } from './make-record.suite.ts'

describe('groupChunk', () => {
  it('lists for each term the messages that hold it, ascending, and how often', () => {
    const builder = createIndexBuilder()
    const [chunk] = builder.add(makeRecord('s', ['red fox', 'fox fox', 'red'])).map(groupChunk)
    const group = chunk?.terms.indexOf(builder.terms.indexOf('fox')) ?? -1
    const range = [chunk?.starts[group], chunk?.starts[group + 1]] as const
    expect([...(chunk?.messages.slice(...range) ?? [])]).toEqual([0, 1])
    expect([...(chunk?.frequencies.slice(...range) ?? [])]).toEqual([1, 2])
    expect([...(chunk?.terms ?? [])]).toEqual([...(chunk?.terms ?? [])].toSorted((a, b) => a - b))
  })
})

import { describe, expect, it } from 'vitest'
import type { ConversationRecord } from '../../conversation/record.ts'
import { seededRandom } from '../../disk/seeded-random.ts'
import type { Arena } from '../arena.ts'
import { createArena } from '../arena.ts'
import { memoryIndex } from '../memory-index.ts'
import type { SearchIndex } from '../search-index.ts'
import { searchIndex } from '../search.ts'
import { searchableMessage } from '../searchable-message.ts'
import { blockSize } from './block.ts'
import { createBlockCache } from './block-cache.ts'
import { memorySource } from './byte-source.ts'
import { randomQuery, randomRecord } from './random-corpus.suite.ts'
import { mergeSegments } from './merge-segments.ts'
import { segmentBuilders } from './segment-builder.ts'
import type { LiveSegment } from './live-segment.ts'
import { segmentIndex } from './segment-index.ts'
import { openSegment } from './segment-reader.ts'

const now = Date.UTC(2026, 5, 1)

/** Lays records out over segments at random: cut at chunks, older versions deleted. */
function layOut(records: readonly ConversationRecord[], random: () => number, arena: Arena): SearchIndex {
  // So few blocks that most are read again and again.
  const cache = createBlockCache(3 * blockSize)
  const segments: LiveSegment[] = []
  const texts = new Map(
    records.map((record) => [
      record.name,
      new Map(record.messages.map((message) => [message.position, message.message.content])),
    ]),
  )
  let builder = segmentBuilders(0)()
  let deleted: number[] = []
  const flush = (): void => {
    if (builder.parts === 0) return
    const { name, bytes } = builder.finish()
    segments.push({ reader: openSegment(name, memorySource(bytes), cache), deleted })
    builder = segmentBuilders(0)()
    deleted = []
  }
  for (const record of records) {
    if (random() < 0.2) {
      const old = randomRecord(random, record.name)
      const from = builder.parts
      builder.add(old)
      for (let part = from; part < builder.parts; part++) deleted.push(part)
    }
    // A record may go on in another segment.
    const kept = record.messages.filter((entry) => searchableMessage(entry, false)).length
    if (random() < 0.3 && kept > 2) {
      const cut = 1 + Math.floor(random() * (kept - 1))
      builder.add(firstMessages(record, cut))
      flush()
      builder.add(record, cut)
    } else builder.add(record)
    if (random() < 0.3) flush()
  }
  flush()
  while (segments.length > 1 && random() < 0.6) {
    const at = Math.floor(random() * segments.length)
    const merged = mergeSegments(segments.slice(at, at + 3))
    const opened =
      merged === undefined
        ? []
        : [{ reader: openSegment(merged.name, memorySource(merged.bytes), cache), deleted: [] }]
    segments.splice(at, 3, ...opened)
  }
  return segmentIndex(
    segments,
    (rows, index, { name }) => texts.get(name)?.get(rows.positions[index] ?? -1) ?? '',
    { terms: arena, rows: arena },
  )
}

/** The record as it was when it had so many messages that can be found. */
function firstMessages(record: ConversationRecord, count: number): ConversationRecord {
  let left = count
  return {
    ...record,
    messages: record.messages.filter((entry) => searchableMessage(entry, false) && left-- > 0),
  }
}

describe('an index of segments', () => {
  it('answers exactly like one in memory, whatever lies where', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = seededRandom(seed)
      const records = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, i) =>
        randomRecord(random, `session-${i}`),
      )
      const expected = memoryIndex(records)
      const arena = createArena(2 ** 20)
      const index = layOut(records, random, arena)
      expect({ seed, totals: index.totals }).toEqual({ seed, totals: expected.totals })
      for (let i = 0; i < 12; i++) {
        if (random() < 0.5) arena.recycle()
        const query = randomQuery(random)
        const options = { now, timeZone: 'UTC', removed: random() < 0.2 }
        const wanted = searchIndex(expected, query, options)
        expect({ seed, ...searchIndex(index, query, options) }).toEqual({ seed, ...wanted })
      }
    }
  })
})

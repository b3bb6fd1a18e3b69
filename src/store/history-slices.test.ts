import { describe, expect, it } from 'vitest'
import { seededRandom } from '../disk/seeded-random.ts'
import { historySlices } from './history-slices.ts'

function textsOf(json: string): string[] | undefined {
  const bytes = Buffer.from(json)
  return historySlices(bytes)?.map(({ offset, length }) => bytes.toString('utf8', offset, offset + length))
}

const message = (content: string) => ({
  role: 'user',
  content,
  meta: { list: [1, { a: ']}"' }], none: null },
})

describe('historySlices', () => {
  it('finds the messages of the one history that has any', () => {
    const messages = ['plain', 'quotes " and \\" and \\\\', '{[,]}', 'ação 東京 😀', ''].map(message)
    const file = {
      version: 2,
      title: 'a "b" [c',
      chat_history: messages,
      agent_history: [],
      shared_memory: [],
    }
    const expected = messages.map((one) => JSON.stringify(one))
    expect(textsOf(JSON.stringify(file))).toEqual(expected)
    expect(textsOf(`\uFEFF${JSON.stringify(messages)}`)).toEqual(expected)
    const pretty = textsOf(JSON.stringify(file, undefined, 2))
    expect(pretty?.map((text) => JSON.parse(text) as unknown)).toEqual(messages)
  })

  it('gives nothing where messages are mixed when they are read', () => {
    const both = { chat_history: [message('a')], agent_history: [message('b')] }
    expect(textsOf(JSON.stringify(both))).toBeUndefined()
    expect(textsOf('{"chat_history":[{"content":"a"}],"chat_history":[]}')).toBeUndefined()
    expect(textsOf('{"version":2,"chat_history":[]}')).toEqual([])
  })

  it('follows whatever JSON there is around them', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed)
      const value = (depth: number): unknown => {
        const die = random()
        if (die < 0.2) return Math.floor(random() * 1e9) - 5e8 + random()
        if (die < 0.3) return random() < 0.5
        if (die < 0.35) return null
        if (die < 0.7 || depth > 3)
          return Array.from(
            { length: random() * 6 },
            () => '"\\{}[],:\n é😀x'[Math.floor(random() * 15)],
          ).join('')
        const inner = Array.from({ length: random() * 4 }, () => value(depth + 1))
        return die < 0.85 ? inner : Object.fromEntries(inner.map((one, i) => [`k"${i}`, one]))
      }
      const messages = Array.from({ length: random() * 5 }, () => ({ content: value(0), extra: value(0) }))
      const file = { a: value(0), chat_history: messages, 'b\\"': value(0), agent_history: [], c: value(0) }
      const json = JSON.stringify(file, undefined, Math.floor(random() * 3))
      const found = textsOf(json)?.map((text) => JSON.parse(text) as unknown)
      expect({ seed, found }).toEqual({ seed, found: JSON.parse(JSON.stringify(messages)) })
    }
  })
})

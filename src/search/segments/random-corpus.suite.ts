import type { ConversationRecord } from '../../conversation/record.ts'
import type { TestMessage } from '../make-record.suite.ts'
import { makeRecord } from '../make-record.suite.ts'

const words = [
  ...'cache token bucket limiter retry deploy rollback tide harbor ledger the of and did we run running'.split(
    ' ',
  ),
  ...'getUserName rate_limiter src/main.py ECONNRESET v2.1.3-beta naïve café 東京都 한국어 😀 ไทย ﬁne 𝒜stral Ａwide'.split(
    ' ',
  ),
  '\ud800half',
  'x'.repeat(70),
]

/** Text of words that come again, of some that come seldom, and of some that come once. */
export function randomText(random: () => number, length: number): string {
  return Array.from({ length }, () => {
    const die = random()
    if (die < 0.8) return words[Math.floor(random() * random() * words.length)] ?? ''
    return die < 0.95 ? `w${Math.floor(random() * 60)}` : `id${Math.floor(random() * 1e6).toString(36)}`
  }).join(random() < 0.1 ? '\n' : ' ')
}

/** A conversation with everything an index must keep apart: roles, states, tools, gaps, guessed and unknown times. */
export function randomRecord(random: () => number, name: string): ConversationRecord {
  const count = Math.floor(random() * random() * 30)
  let at = Date.UTC(2026, 0, 1) + Math.floor(random() * 1e10)
  const messages = Array.from({ length: count }, (): TestMessage => {
    at += Math.floor(random() * 1e6)
    const die = random()
    const role =
      die < 0.4 ? 'user' : die < 0.7 ? 'assistant' : die < 0.9 ? 'tool' : die < 0.95 ? 'system' : 'critic'
    const state = random()
    return {
      text: randomText(random, Math.floor(random() * 25)),
      role,
      at: random() < 0.05 ? undefined : random() < 0.05 ? at + 0.5 : at,
      approximate: random() < 0.2,
      derived: random() < 0.05,
      state: state < 0.7 ? 'live' : state < 0.8 ? 'compacted' : state < 0.9 ? 'rewound' : 'removed',
      ...(role === 'tool' && random() < 0.7
        ? { toolName: random() < 0.5 ? 'grep' : 'mcp__files__read' }
        : {}),
    }
  })
  const family = random() < 0.2 ? 'family-1' : name
  return makeRecord(name, messages, {
    title: random() < 0.7 ? randomText(random, 4) : '',
    family,
    machine: random() < 0.2,
    source: random() < 0.3 ? { tool: 'other-tool' } : undefined,
    updatedAt: random() < 0.05 ? NaN : at,
  })
}

/** Queries of every kind over such corpora. */
export function randomQuery(random: () => number): string {
  const die = random()
  const some = randomText(random, 1 + Math.floor(random() * 4))
  if (die < 0.6) return some
  if (die < 0.7) return `"${some}" ${randomText(random, 1)}`
  if (die < 0.8) return `${some} -${randomText(random, 1)}`
  if (die < 0.85) return `${some} role:tool`
  if (die < 0.9) return `${some} tool:grep`
  if (die < 0.95) return `${some} last week`
  return 'what did we discuss?'
}

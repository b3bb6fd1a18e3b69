import { describe, expect, it } from 'vitest'
import type { Message } from '../message.ts'
import { ageInstructions } from './age-instructions.ts'
import { answer, conversationOf, memoryArchive, result, user } from './conversation.suite.ts'
import { dedupReads } from './dedup-reads.ts'
import { type Draft, draftOf } from './draft.ts'
import { emergency } from './emergency.ts'
import { markerOf, recallKeyOf } from './recall-marker.ts'
import { repairPairs } from './repair-pairs.ts'
import { toolGroups } from './tool-groups.ts'
import { trim } from './trim.ts'

const { archive } = memoryArchive()
const draft = (...messages: Message[]): Draft => draftOf(conversationOf(messages).window)
const contents = (of: Draft): string[] => of.map(({ message }) => message.content)
const tokensOf = ({ content }: Message): number => content.length

describe('trim', () => {
  const trimmed = (...messages: Message[]): Draft =>
    trim(draft(...messages), { archive, tokensOf, budget: 0, keepLast: 0 })

  it('takes thoughts and empty lines out of answers, and leaves what a person typed', () => {
    const said = '<thinking>\nhm\n</thinking>\nYes.\n\n\n\nIt is `<think>` in code.'
    expect(contents(trimmed(answer(said), user(said), user('last')))).toEqual([
      'Yes.\n\nIt is `<think>` in code.',
      said,
      'last',
    ])
  })

  it('keeps an answer that was nothing but thoughts', () => {
    expect(contents(trimmed(answer('<think>all of it</think>'), user('last')))).toEqual([
      '<think>all of it</think>',
      'last',
    ])
  })

  it('shortens long texts in arguments, and points to them', () => {
    const long = 'const a = 1\n'.repeat(300)
    const [first] = trimmed(
      answer('', ['c', 'write', { path: 'a.ts', content: long }]),
      result('c', 'done'),
      user('last'),
    )
    const given = first?.message.tool_calls?.[0]?.arguments as { path: string; content: string }
    expect(given.path).toBe('a.ts')
    expect(given.content).toContain(`[3600 characters ${markerOf(recallKeyOf(long))}]`)
    expect(given.content.length).toBeLessThan(300)
  })

  it('stops as soon as the budget is met, oldest first', () => {
    const long = 'x'.repeat(6000)
    const window = draft(
      answer('', ['a', 'read', {}]),
      result('a', long),
      answer('', ['b', 'read', {}]),
      result('b', long),
      user('last'),
    )
    const next = trim(window, { archive, tokensOf, budget: 9000, keepLast: 0 })
    expect(contents(next).map(({ length }) => length > 3000)).toEqual([false, false, false, true, false])
  })
})

describe('dedupReads', () => {
  const text = 'The same again. '.repeat(40)
  const twice = (second: string): Draft =>
    draft(
      answer('', ['a', 'read', { path: 'x', limit: 9 }]),
      result('a', text),
      answer('', ['b', 'read', { limit: 9, path: 'x' }]),
      result('b', second),
      user('last'),
    )

  it('keeps the later of two equal results of the same call', () => {
    const next = contents(dedupReads(twice(text), { archive, keepLast: 1 }))
    expect(next[1]).toBe(`[the same as the later result of read ${markerOf(recallKeyOf(text))}]`)
    expect(next[3]).toBe(text)
  })

  it('keeps both when anything differs', () => {
    const changed = twice(`${text}!`)
    expect(dedupReads(changed, { archive, keepLast: 1 })).toEqual(changed)
  })
})

describe('ageInstructions', () => {
  it('leaves the names of skills that were put in six answers ago', () => {
    const block = user('Do it like this. '.repeat(100), { skill_names: 'deploy,review' })
    const six = Array.from({ length: 6 }, (_, i) => answer(`${i}`))
    const next = ageInstructions(draft(block, ...six), { archive, keepLast: 2 })
    expect(next[0]?.message.content).toMatch(
      /^\[instructions of deploy,review, shown earlier; .*<<ccr:[0-9a-f]{16}>>\]$/,
    )
    expect(next[0]?.message.meta).toMatchObject({ skill_names: 'deploy,review', skill_collapsed: true })
    const five = draft(block, ...six.slice(1))
    expect(ageInstructions(five, { archive, keepLast: 2 })).toEqual(five)
  })
})

describe('repairPairs', () => {
  it('keeps what was said of calls and results that lost each other', () => {
    const next = repairPairs(
      draft(
        answer('Reading.', ['a', 'read', {}], ['b', 'list', {}]),
        result('a', 'A'),
        result('z', 'Z'),
        result('a', 'again'),
      ),
    ).map(({ message }) => message)
    expect(next[0]).toMatchObject({
      content: 'Reading.\n[called list, without a result]',
      tool_calls: [{ id: 'a' }],
    })
    expect(next[1]).toMatchObject({ role: 'tool', content: 'A' })
    expect(next.slice(2)).toMatchObject([
      { role: 'user', content: 'Z', meta: { agent_feedback: true } },
      { role: 'user', content: 'again', meta: { agent_feedback: true } },
    ])
    expect(next[2]).not.toHaveProperty('tool_call_id')
  })

  it('waits for the results of open turns', () => {
    const open = draft(answer('', ['a', 'read', {}]))
    expect(repairPairs(open, { openTurns: new Set(['base0']) })).toEqual(open)
    expect(repairPairs(open)[0]?.message).not.toHaveProperty('tool_calls')
  })
})

describe('toolGroups', () => {
  it('knows results by the nearest answer, since ids come again', () => {
    const call = answer('', ['call_0', 'read', {}])
    const messages = [
      user('q'),
      call,
      result('call_0', '1'),
      call,
      result('call_0', '2'),
      user('ok', { agent_feedback: true }),
    ]
    expect(toolGroups(messages)).toEqual([0, 1, 1, 3, 3, 3])
  })
})

describe('emergency', () => {
  const many = Array.from({ length: 20 }, (_, i) =>
    i % 2 === 0 ? user(`question ${i} `.repeat(9)) : answer(`answer ${i} `.repeat(9)),
  )

  it('puts one line in the place of the middle', () => {
    const next = emergency(draft(...many), { archive, tokensOf, budget: 900, keepLast: 4 })
    expect(next).toHaveLength(5)
    expect(next[0]?.message).toMatchObject({
      role: 'user',
      content: expect.stringMatching(
        /^\[CONTEXT TRUNCATED: 16 messages removed; they can be read with @recall <<ccr:/,
      ) as string,
      meta: { is_summary: true, summary_of: 16 },
    })
  })

  it('shortens the longest of the rest when that is not enough, what a person typed last', () => {
    const long = [
      user('u'.repeat(5000)),
      answer('', ['a', 'read', {}]),
      result('a', 'r'.repeat(4000)),
      answer('so'),
      user('last'),
    ]
    const next = emergency(draft(...long), { archive, tokensOf, budget: 6000, keepLast: 9 })
    expect(contents(next).map(({ length }) => length >= 4000)).toEqual([true, false, false, false, false])
    const less = emergency(draft(...long), { archive, tokensOf, budget: 2000, keepLast: 9 })
    expect(contents(less)[0]?.length).toBeLessThan(500)
  })

  it('does nothing when all fits', () => {
    const fits = draft(...many)
    expect(emergency(fits, { archive, tokensOf, budget: 1e6, keepLast: 1 })).toBe(fits)
  })
})

import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/conversation/message.ts'
import { acknowledgements, turnProblems } from './turn-problems.ts'
import { scriptOf } from './turn-script.ts'

/** Turn `a-1`, with two calls, whole. */
const whole: readonly Message[] = scriptOf('a-1').map(({ role, content, looks }) => ({
  role,
  content,
  ...(looks === undefined
    ? {}
    : { tool_calls: looks.map((say, i) => ({ id: `c${i}`, name: 'look', arguments: { say } })) }),
}))

/** A writer that was told so many messages of the turn are kept. */
function problems(record: readonly Message[], kept: number, isEnded = false): string[] {
  const seen = acknowledgements()
  seen.note({ on: 'begin', tag: 'a-1' })
  const messages = whole.slice(0, kept).map(({ content }) => content)
  seen.note({ on: 'kept', tag: 'a-1', messages })
  if (isEnded) seen.note({ on: 'end', tag: 'a-1' })
  return turnProblems(record, seen)
}

describe('the check of a record', () => {
  const cut: Message = { role: 'assistant', content: 'a-1 con', meta: { partial: true } }

  it('has nothing against what was acknowledged, more of the turn, and a marked part behind it', () => {
    expect(problems(whole, 5, true)).toEqual([])
    expect(problems(whole.slice(0, 3), 2)).toEqual([])
    expect(problems([], 0)).toEqual([])
    expect(problems([...whole.slice(0, 4), cut], 4)).toEqual([])
  })

  it.each<[string, readonly Message[], number]>([
    ['lost', whole.slice(0, 1), 2],
    ['doubled', [...whole.slice(0, 2), ...whole.slice(1)], 2],
    ['in another order', [whole[0], whole[1], whole[3], whole[2]].filter((each) => each !== undefined), 2],
    ['cut off and not marked', [...whole.slice(0, 4), { ...cut, meta: {} }], 4],
    ['a part in the place of what was acknowledged', [...whole.slice(0, 4), cut], 5],
    ['a part of something else', [...whole.slice(0, 4), { ...cut, content: 'a-1 no' }], 4],
    ['without its calls', whole.map(({ role, content }) => ({ role, content })), 2],
  ])('finds a message %s', (_, record, kept) => {
    expect(problems(record, kept)).not.toEqual([])
  })

  it('finds a turn that ended and is not whole, and one that nobody began', () => {
    expect(problems(whole.slice(0, 4), 4, true)).not.toEqual([])
    expect(problems([...whole, { role: 'user', content: 'a-2 asks long' }], 5)).not.toEqual([])
  })
})

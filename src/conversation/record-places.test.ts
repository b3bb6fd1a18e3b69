import { describe, expect, it } from 'vitest'
import { newEntry } from './entry-list.ts'
import { type Place, placeRecord } from './record-places.ts'

/** `a0` is the message 0 of writer a; `!a1` is damage that says it held a1; `?` is damage that says nothing. */
function places(text: string): Place[] {
  return text.split(' ').flatMap((word): Place[] => {
    if (word === '?') return [{ kind: 'damage' }]
    const w = word.at(-2) ?? ''
    const m = Number(word.at(-1))
    if (word.startsWith('!')) return [{ kind: 'damage', ref: [w, m], m }]
    const at = { turn: '', at: '' }
    const entry = newEntry('message', [w, m], at, { hash: '', message: { role: 'user', content: word } })
    return [
      { kind: 'counted', w, m },
      { kind: 'entry', entry },
    ]
  })
}

function shown(text: string): string {
  return placeRecord(places(text))
    .map((entry) => (entry === 'forgotten' ? '-' : (entry?.message.content ?? '_')))
    .join(' ')
}

describe('positions of a record', () => {
  it('follow the file', () => {
    expect(shown('a0 b0 a1 b1')).toBe('a0 b0 a1 b1')
  })

  it('stay when damaged bytes still say which message they held', () => {
    expect(shown('a0 !a1 b0 a2')).toBe('a0 _ b0 a2')
    expect(shown('a0 b0 !a1 b1')).toBe('a0 b0 _ b1')
  })

  it('stay when damaged bytes say nothing but a message is missing', () => {
    expect(shown('a0 ? b0 a2')).toBe('a0 _ b0 a2')
    expect(shown('a0 b0 a2')).toBe('a0 b0 _ a2')
    expect(shown('a0 ? b0 ? a3')).toBe('a0 _ b0 _ a3')
  })

  it('give no place to a torn line that was written again', () => {
    expect(shown('a0 !a1 a1 a2')).toBe('a0 a1 a2')
    expect(shown('a0 ? a1')).toBe('a0 a1')
  })

  it('give a torn end a place once something comes after it, and never renumber', () => {
    expect(shown('a0 !a1')).toBe('a0')
    expect(shown('a0 !a1 b0')).toBe('a0 _ b0')
  })

  it('are not led astray by damage that names the wrong writer or the wrong message', () => {
    expect(shown('a0 !z1 b0 a2')).toBe('a0 _ b0 a2')
    expect(shown('a0 !a9 b0 a2')).toBe('a0 _ b0 a2')
    expect(shown('a0 !a1 !a2 b0')).toBe('a0 _ _ b0')
    expect(shown('a0 !z0 a1')).toBe('a0 _ a1')
  })

  it('do not go on for ever when a line claims to be a message of a very high number', () => {
    const far = { kind: 'counted', w: 'a', m: Number.MAX_SAFE_INTEGER } as const
    expect(placeRecord([...places('a0'), far]).length).toBeLessThan(1_000_000)
  })

  it('leave out what a fork left out', () => {
    const without = new Set(['b:0'])
    const kept = placeRecord(places('a0 b1 a1'), without).map(
      (entry) => entry !== 'forgotten' && entry?.message.content,
    )
    expect(kept).toEqual(['a0', 'b1', 'a1'])
  })

  it('keep the place of what was forgotten, and no gap for it', () => {
    const forgotten = [{ kind: 'counted', w: 'a', m: 1 }, { kind: 'forgotten' }] as const
    const [first, ...rest] = [places('a0'), forgotten, places('a2')].flat()
    if (first === undefined) throw new Error('three places')
    expect(placeRecord([first, ...rest]).map((entry) => entry === 'forgotten')).toEqual([false, true, false])
  })
})

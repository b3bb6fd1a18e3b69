import { describe, expect, it } from 'vitest'
import { answerIn, saidWord, soakWord } from './soak-word.ts'

describe('words of a soak', () => {
  it('are read where a message begins with one', () => {
    const word = soakWord('ann', 12)
    expect(saidWord(`${word} and more`)).toEqual({ word, writer: 'ann', number: 12 })
    expect(saidWord(`Summary: ${word}`)).toBeUndefined()
    expect(saidWord(`${word}x`)).toBeUndefined()
  })

  it('are the newest answer that is shown', () => {
    expect(answerIn(`${soakWord('reply', 3)} old\n${soakWord('reply', 14)} new`)).toBe(soakWord('reply', 14))
    expect(answerIn(soakWord('ann', 1))).toBeUndefined()
  })
})

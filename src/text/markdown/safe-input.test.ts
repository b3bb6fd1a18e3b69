import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitiseForTerminal } from '../sanitise.ts'
import { inChunks, markdownSource } from './markdown-source.suite.ts'
import { SafeInput } from './safe-input.ts'

describe('SafeInput', () => {
  it('makes a text safe wherever it was cut', () => {
    const source = markdownSource({ code: true, controls: true })
    fc.assert(
      fc.property(source, fc.array(fc.integer({ min: 1, max: 9 })), (text, cuts) => {
        const input = new SafeInput()
        const safe = inChunks(text, cuts).map((chunk) => input.push(chunk))
        expect(safe.join('') + input.end()).toBe(sanitiseForTerminal(text))
      }),
    )
  })

  it('gives what is safe at once, and holds what may be half of something', () => {
    const input = new SafeInput()
    expect(input.push('words')).toBe('words')
    expect(input.push(' and\x1b[3')).toBe(' and')
    expect(input.push('1mred')).toBe('')
    expect(input.push(' line\nnext')).toBe('red line\nnext')
    expect(input.push('\uD83D')).toBe('')
    expect(input.push('\uDE00')).toBe('😀')
  })
})

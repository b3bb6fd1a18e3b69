import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ShownTexts } from './shown-texts.ts'

const texts = (): ShownTexts =>
  new ShownTexts(({ lines, characters }, start) => `${lines}/${characters}: ${start}`)

describe('ShownTexts', () => {
  it('shows a few lines as one', () => {
    expect(texts().show('one\n  two\nthree')).toBe('one\u2424  two\u2424three')
    expect(texts().expand('say: one\u2424  two')).toBe('say: one\n  two')
  })

  it('shows many lines by a label with their beginning', () => {
    const shown = texts()
    const text = `Traceback (most recent call last): [x]\n${'line\n'.repeat(9)}end`
    const label = shown.show(text)
    expect(label).toBe('[11/87: Traceback (most recent…]')
    expect(shown.expand(`what is ${label}?`)).toBe(`what is ${text}?`)
    expect(shown.expand(`${label}${label}`)).toBe(text + text)
  })

  it('shows a long line by a label', () => {
    expect(texts().show('x'.repeat(501))).toBe(`[1/501: ${'x'.repeat(23)}…]`)
  })

  it('tells texts apart that look alike', () => {
    const shown = texts()
    const [one, two] = ['a', 'b'].map((end) => `${'same\n'.repeat(8)}${end}`)
    const first = shown.show(one ?? '')
    const second = shown.show(two ?? '')
    expect(second).toBe(first.replace(']', ' #2]'))
    expect(shown.show(one ?? '')).toBe(first)
    expect(shown.expand(`${second}${first}`)).toBe(`${two}${one}`)
  })

  it('leaves alone what only looks like a label', () => {
    expect(texts().expand('[12 lines] a[0] [[x]]')).toBe('[12 lines] a[0] [[x]]')
  })

  it('is one line, and gives every text back', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .map((text) => text.replaceAll(/[\n\u2424]/g, ''))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const shown = texts()
        const text = lines.join('\n')
        fc.pre(!text.includes('['))
        expect(shown.show(text)).not.toContain('\n')
        expect(shown.expand(shown.show(text))).toBe(text)
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCappedJsonParser, type CappedJson, type JsonCaps } from './capped-json.ts'

function parse(text: string | Uint8Array, size: number = 7, caps: JsonCaps = {}): CappedJson {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const parser = createCappedJsonParser(caps)
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size))
  return parser.end()
}

describe('createCappedJsonParser', () => {
  it('reads what JSON.parse reads, in pieces of any size', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (value, size, wide) => {
          const text = JSON.stringify(value, undefined, wide ? 2 : 0)
          expect(parse(text, size)).toEqual({ value: JSON.parse(text) as unknown, cutBytes: 0 })
        },
      ),
      { seed: 11 },
    )
  })

  it('refuses what JSON.parse refuses', () => {
    const bad = [
      '',
      '{',
      '[1',
      '[1,]',
      '{"a":1,}',
      '{"a" 1}',
      '{"a":}',
      '[1 2]',
      '{]',
      '"a',
      '1 2',
      '{1:2}',
      '[,]',
      'tru',
      '"a\nb"',
    ]
    for (const text of bad) expect(() => parse(text), text).toThrow(SyntaxError)
    expect(() => parse('['.repeat(5000))).toThrow(/deeply/)
  })

  it('cuts long strings at a whole character', () => {
    const { value, cutBytes } = parse(
      JSON.stringify({ a: 'é'.repeat(50), b: '\\"\n'.repeat(30), c: 'short' }),
      5,
      {
        stringBytes: 33,
      },
    )
    const { a, b, c } = value as { a: string; b: string; c: string }
    expect(a.replace(/\ufffd$/, '')).toBe('é'.repeat(16))
    expect('\\"\n'.repeat(30).startsWith(b)).toBe(true)
    expect(c).toBe('short')
    expect(cutBytes).toBeGreaterThan(100)
  })

  it('leaves out what comes once it holds enough', () => {
    const { value, cutBytes } = parse(
      JSON.stringify(Array.from({ length: 1000 }, (_, i) => `text ${i}`)),
      64,
      {
        valueBytes: 1000,
      },
    )
    expect((value as string[]).length).toBeLessThan(40)
    expect((value as string[])[3]).toBe('text 3')
    expect(cutBytes).toBeGreaterThan(5000)
  })

  it('keeps a field named like the prototype as a field', () => {
    const { value } = parse('{"__proto__":{"a":1}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as { a?: number }).a).toBeUndefined()
  })
})

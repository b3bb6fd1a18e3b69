import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recoverObjects } from './recover-objects.ts'

const user = '{"role":"user","content":"hello"}'
const reply = '{"role":"assistant","content":"ok"}'
const code = String.raw`{"role":"user","content":"if (x) { return \"{\" } // é 漢 \\","meta":{"x":"y","n":[1,{"k":null}]}}`
const event =
  '{"v":1,"w":"abc","n":3,"kind":"message","message":{"role":"user","content":"hi"},"crc":"00c0ffee"}'

function recover(input: string | Uint8Array): { texts: string[]; reasons: string[] } {
  const bytes = Buffer.from(input)
  const { objects, fragments } = recoverObjects(bytes)
  // Nothing overlaps, everything outside is white space or a byte order mark, and offsets are right.
  const pieces = [...objects, ...fragments].sort((a, b) => a.start - b.start)
  let at = 0
  for (const { start, end } of [...pieces, { start: bytes.length, end: bytes.length }]) {
    expect(start).toBeGreaterThanOrEqual(at)
    expect(bytes.subarray(at, start).toString().replaceAll('\uFEFF', '').trim()).toBe('')
    at = end
  }
  for (const { start, end, text } of objects) {
    expect(bytes.subarray(start, end).toString()).toBe(text)
    expect(JSON.parse(text)).toBeTypeOf('object')
  }
  return { texts: objects.map(({ text }) => text), reasons: fragments.map(({ reason }) => reason) }
}

describe('recoverObjects', () => {
  const corpus: [kind: string, input: string | Uint8Array, texts: string[], reasons: string[]][] = [
    ['an intact record', user, [user], []],
    [
      'a record behind one cut inside a string',
      `{"role":"user","content":"hel${reply}`,
      [reply],
      ['truncated'],
    ],
    ['a record behind one cut after a colon', `{"role":"user","content":${reply}`, [reply], ['truncated']],
    ['a record behind one cut in an array', `{"role":"user","parts":[1,${reply}`, [reply], ['truncated']],
    ['a record behind one cut inside a key', `{"ro${reply}`, [reply], ['text']],
    ['a record behind one cut inside a number', `{"role":"user","n":12${reply}`, [reply], ['truncated']],
    [
      'a record behind one cut inside an escape',
      `{"role":"user","content":"a\\${reply}`,
      [reply],
      ['truncated'],
    ],
    [
      'a record behind one cut inside \\u',
      `{"role":"user","content":"a\\u00${reply}`,
      [reply],
      ['truncated'],
    ],
    [
      'a record with white space, behind a cut one',
      '{"role":"user","content":"a{ "role" : "b" }',
      ['{ "role" : "b" }'],
      ['truncated'],
    ],
    [
      'two cut records and a whole one',
      `{"role":"a","c":"x{"role":"b","c":"y${reply}`,
      [reply],
      ['truncated', 'truncated'],
    ],
    [
      'a cut character and a record',
      Buffer.concat([
        Buffer.from('{"role":"user","content":"'),
        Buffer.from([0xe2, 0x82]),
        Buffer.from(reply),
      ]),
      [reply],
      ['truncated'],
    ],
    ['joined records', user + reply + event, [user, reply, event], []],
    ['a cut record alone', '{"role":"user","content":"if (x) {"', [], ['truncated']],
    [
      'a cut record with a whole one nested in it',
      '{"type":"user","message":{"role":"user","content":"x"},"uu',
      [],
      ['truncated'],
    ],
    [
      'a record cut before its last brace',
      '{"type":"user","message":{"role":"user","content":"x"}',
      [],
      ['truncated'],
    ],
    [
      'a cut record whose last value looks like a record',
      `{"role":"user","meta":${reply}`,
      [reply],
      ['truncated'],
    ],
    ['a NUL tail', `${user}\0\0\0`, [user], ['nul']],
    ['NUL in front and in the middle', `\0\0${user}\0\0\0\0${reply}`, [user, reply], ['nul', 'nul']],
    ['only NUL', '\0'.repeat(4096), [], ['nul']],
    [
      'NUL where the end of a record should be',
      `{"role":"user","content":"he\0\0\0${reply}`,
      [reply],
      ['truncated', 'nul'],
    ],
    ['a byte order mark in front', `\uFEFF${user}`, [user], []],
    ['a byte order mark in the middle', `${user}\uFEFF ${reply}`, [user, reply], []],
    ['a carriage return', `${user}\r`, [user], []],
    ['a raw newline inside a string', '{"role":"user","content":"a\nb"}', [], ['truncated']],
    ['a raw tab inside a string', '{"role":"user","content":"a\tb"}', [], ['truncated']],
    ['foreign JSON', '{"a":{"b":[]}}', ['{"a":{"b":[]}}'], []],
    ['an array', `[${user},${reply}]`, [], ['not-an-object']],
    ['a number', ' 12 ', [], ['not-an-object']],
    ['a string with a brace', '"a { b"', [], ['not-an-object']],
    ['null', 'null', [], ['not-an-object']],
    ['plain text', 'Error: no such thing', [], ['text']],
    ['text with a brace', 'if (x) { y }', [], ['text']],
    ['text around a record', `>>> ${user} <<<`, [user], ['text', 'text']],
    [
      'a whole record that is not UTF-8',
      Buffer.concat([Buffer.from('{"role":"'), Buffer.from([0xff]), Buffer.from(`"}${reply}`)]),
      [reply],
      ['utf-8'],
    ],
    ['closing braces too many', `${user}}}${reply}`, [user, reply], ['text']],
    ['trailing commas and single quotes', `{"a":1,}{'a':1}`, [], ['truncated']],
    ['nothing', '', [], []],
    ['white space', ' \t\r', [], []],
  ]
  for (const [kind, input, texts, reasons] of corpus) {
    it(`finds what there is in ${kind}`, () => {
      expect(recover(input)).toEqual({ texts, reasons })
    })
  }

  it('finds the next record behind every possible cut of every kind of record', () => {
    let cuts = 0
    for (const record of [user, code, event]) {
      const bytes = Buffer.from(record)
      const next = Buffer.from(record === event ? event.replace('"n":3', '"n":4') : reply)
      for (let cut = 0; cut <= bytes.length; cut++) {
        cuts++
        const { texts, reasons } = recover(Buffer.concat([bytes.subarray(0, cut), next]))
        const whole = cut === bytes.length ? [record, next.toString()] : [next.toString()]
        expect([cut, texts]).toEqual([cut, whole])
        expect([cut, reasons.length]).toEqual([cut, cut === 0 || cut === bytes.length ? 0 : 1])
      }
    }
    expect(cuts).toBeGreaterThan(200)
  })

  it('loses only the cut record of a file whose last three lines are cut at any byte', () => {
    const file = Buffer.from([event, user, code, event].join('\n'))
    for (let cut = Buffer.byteLength(event); cut <= file.length; cut++) {
      const lines = file.subarray(0, cut).toString('latin1').split('\n')
      const found = lines.flatMap((line) => recover(Buffer.from(line, 'latin1')).texts)
      const whole = [event, user, code, event].filter(
        (_, index, all) => Buffer.byteLength(all.slice(0, index + 1).join('\n')) <= cut,
      )
      expect([cut, found]).toEqual([cut, whole])
    }
  })

  it('agrees with JSON.parse on what is an object, and never throws', () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value))
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        expect(recover(records.join(''))).toEqual({ texts: records, reasons: [] })
      }),
    )
    const alphabet = fc.constantFrom(
      ...Array.from('{}[]":,\\u0a1-.eEtrufalsn \n\0'),
      '{"',
      '":',
      '"}',
      'true',
      '\uFEFF',
      'é',
    )
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        const { texts, reasons } = recover(text)
        let whole = false
        try {
          const value: unknown = JSON.parse(text)
          whole = typeof value === 'object' && value !== null && !Array.isArray(value)
        } catch {
          // Not JSON: then it is not taken whole.
        }
        expect(texts.length === 1 && texts[0] === text.trim() && reasons.length === 0).toBe(whole)
      }),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { objects, fragments } = recoverObjects(bytes)
        for (const { end } of [...objects, ...fragments]) expect(end).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })

  it('looks at each byte a few times only', () => {
    const hostile: [string, string][] = [
      ['{', ''],
      ['{"a":', ''],
      ['{"a":[', ''],
      ['{"a":"{', ''],
      ['{"a":"{"', ''],
      ['{"', ''],
      ['{ "a" : "{ ', ''],
      ['{"a":{"a":1', '}'],
      ['"', '{"a":1}'],
      ['{"a":1', ''],
      [`{"a":"${' '.repeat(50)}{${' '.repeat(50)}"`, ''],
    ]
    for (const [unit, tail] of hostile) {
      const looks = (count: number): number => {
        let seen = 0
        const bytes = new Proxy(Buffer.from(unit.repeat(count) + tail), {
          get(target, key) {
            if (typeof key === 'string' && /^\d+$/.test(key)) seen++
            const value: unknown = Reflect.get(target, key, target)
            return typeof value === 'function' ? value.bind(target) : value
          },
        })
        recoverObjects(bytes)
        return seen
      }
      expect([unit, looks(400) / looks(100) < 6]).toEqual([unit, true])
    }
  })
})

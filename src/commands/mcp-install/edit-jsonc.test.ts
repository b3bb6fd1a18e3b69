import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editJsonc } from './edit-jsonc.ts'
import { JsoncError, parseJsonc } from './parse-jsonc.ts'

const ours = { command: '/opt/node', args: ['cli.js'] }

describe('parseJsonc', () => {
  it.each([
    ['{"a":1,}', { a: 1 }],
    [
      '// above\n{ /* in */ "a": [1, 2,], // behind\n "b": {"c": "x // y /* z */"} }\n// below',
      { a: [1, 2], b: { c: 'x // y /* z */' } },
    ],
    ['\ufeff{"a":"\\u00e9\\n"}', { a: 'é\n' }],
    ['[true, false, null, -1.5e3]', [true, false, null, -1500]],
    ['"text"', 'text'],
  ])('reads %s', (text, value) => expect(parseJsonc(text)?.value).toEqual(value))

  it.each(['', '  \n', '// nothing\n/* at all */'])('finds nothing in "%s"', (text) =>
    expect(parseJsonc(text)).toBeUndefined(),
  )

  it.each([
    ['{', 1],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{a: 1}', 1],
    ["{'a': 1}", 1],
    ['{"a":1 "b":2}', 7],
    ['{"a":1}}', 7],
    ['{,}', 1],
    ['/* open', 0],
    ['{"a":"\n"}', 5],
    ['[1,,2]', 3],
    ['01', 1],
  ])('does not read %s', (text, at) => {
    try {
      expect(parseJsonc(text)).toBe('never')
    } catch (error) {
      expect(error).toBeInstanceOf(JsoncError)
      expect((error as JsoncError).at).toBe(at)
    }
  })

  it('gives up on what is nested without end', () =>
    expect(() => parseJsonc('['.repeat(100_000))).toThrow(JsoncError))

  it('reads all that JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, space) => {
        expect(parseJsonc(JSON.stringify(value, null, space))?.value).toEqual(
          JSON.parse(JSON.stringify(value)),
        )
      }),
    )
  })
})

describe('editJsonc', () => {
  it('keeps comments, order, indentation and a comma at the end', () => {
    const text = `// settings of ana
{
    "theme": "dark", // as it should be
    /* tools */
    "context_servers": {
        "other": { "command": "x" }, // keep this one
        // and this remark
    },
}
`
    expect(editJsonc(text, ['context_servers', 'chatcli'], ours)).toBe(`// settings of ana
{
    "theme": "dark", // as it should be
    /* tools */
    "context_servers": {
        "other": { "command": "x" }, // keep this one
        "chatcli": {
            "command": "/opt/node",
            "args": [
                "cli.js"
            ]
        },
        // and this remark
    },
}
`)
  })

  it('adds a comma in front of a remark', () => {
    expect(editJsonc('{\n\t"a": 1 // one\n}', ['b'], 2)).toBe('{\n\t"a": 1, // one\n\t"b": 2\n}')
  })

  it.each([
    ['', '{\n  "s": {\n    "n": 1\n  }\n}\n'],
    ['// only a remark\n', '// only a remark\n{\n  "s": {\n    "n": 1\n  }\n}\n'],
    ['{}', '{\n  "s": {\n    "n": 1\n  }\n}'],
    ['{ "s": {} }', '{ "s": {\n  "n": 1\n} }'],
    ['{"s":{"x":0}}', '{"s":{"x":0,"n":1}}'],
    ['{ "s": { "x": 0 } }', '{ "s": { "x": 0, "n": 1 } }'],
    ['{\r\n  "s": {\r\n    "n": 0\r\n  }\r\n}\r\n', '{\r\n  "s": {\r\n    "n": 1\r\n  }\r\n}\r\n'],
    ['{"s":{"n":0,"n":2}}', '{"s":{"n":0,"n":1}}'],
  ])('sets s.n in %j', (text, after) => expect(editJsonc(text, ['s', 'n'], 1)).toBe(after))

  it.each(['[]', '"text"', '{"s": []}', '{"s": null}', '{"s": "x"}'])('leaves %s alone', (text) =>
    expect(editJsonc(text, ['s', 'n'], 1)).toBeUndefined(),
  )

  it.each([
    ['{\n  "a": 1,\n  "b": 2\n}', 'b', '{\n  "a": 1\n}'],
    ['{\n  "a": 1,\n  "b": 2\n}', 'a', '{\n  "b": 2\n}'],
    ['{\n  "a": 1, // one\n  "b": 2\n}', 'b', '{\n  "a": 1 // one\n}'],
    ['{"a":1,"b":2}', 'a', '{"b":2}'],
    ['{"a":1,"b":2}', 'b', '{"a":1}'],
    ['{\n  "a": 1,\n}', 'a', '{\n}'],
    ['{\n  // about a\n  "a": 1\n}', 'a', '{\n  // about a\n}'],
    ['{}', 'a', '{}'],
  ])('takes out of %j what is called %s', (text, name, after) =>
    expect(editJsonc(text, [name], undefined)).toBe(after),
  )

  it('takes out again what it put in, byte for byte', () => {
    const name = fc.stringMatching(/^[a-z_ "\\é]{0,6}$/)
    const json = fc.dictionary(
      name,
      fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue(), { minKeys: 1 })),
      { minKeys: 1 },
    )
    fc.assert(
      fc.property(
        json,
        fc.constantFrom(0, 2, 4, '\t'),
        fc.constantFrom('\n', '\r\n'),
        (values, space, newline) => {
          const sections = Object.entries(values).flatMap(([key, value]) =>
            typeof value === 'object' &&
            value !== null &&
            !Array.isArray(value) &&
            Object.keys(value).length > 0 &&
            !('ours' in value)
              ? [[key, 'ours']]
              : [],
          )
          for (const path of [['ours, of all'], ...sections]) {
            const text = JSON.stringify(values, null, space).replaceAll('\n', newline)
            const put = editJsonc(text, path, ours) ?? ''
            expect(put).not.toBe(text)
            expect(editJsonc(put, path, ours)).toBe(put)
            expect(editJsonc(put, path, undefined)).toBe(text)
          }
        },
      ),
    )
  })

  it('takes "__proto__" for a name like any other', () => {
    const text = editJsonc('{"__proto__": {"a": 1}}', ['b'], 2) ?? ''
    expect(text).toBe('{"__proto__": {"a": 1},"b":2}')
  })
})

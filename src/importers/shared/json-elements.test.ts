import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFields } from './fields.ts'
import { type JsonElement, jsonElements } from './json-elements.ts'

const isEntry = (value: unknown): boolean => isFields(value) && 'id' in value

async function read(text: string | Uint8Array, pieceBytes = 2 ** 20): Promise<JsonElement[]> {
  const bytes = Buffer.from(text)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes))
  const found: JsonElement[] = []
  for await (const element of jsonElements(pieces, { isEntry })) found.push(element)
  return found
}

async function short(text: string, pieceBytes?: number): Promise<unknown[]> {
  return (await read(text, pieceBytes)).map(({ problem, value }) => problem ?? value)
}

describe('jsonElements', () => {
  it('gives the entries of a list, whatever they are and however the bytes come', async () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), fc.integer({ min: 1, max: 40 }), async (list, wide, size) => {
        const text = `\ufeff${JSON.stringify(list, undefined, wide ? 2 : 0)}\n`
        expect(await short(text, size)).toEqual(JSON.parse(JSON.stringify(list)))
      }),
      { seed: 3 },
    )
  })

  it('gives values that stand one after the other, and a single one', async () => {
    expect(await short('{"id":1}\n{"id":2}\r\n\n{"a":"}{"}\n', 3)).toEqual([
      { id: 1 },
      { id: 2 },
      { a: '}{' },
    ])
    expect(await short('{"id": [1, {"x": "\\\\"}]}')).toEqual([{ id: [1, { x: '\\' }] }])
    expect(await short('')).toEqual([])
  })

  it('says where a text is cut off, within an entry or between two', async () => {
    expect(await short('[{"id":1},{"b":')).toEqual([{ id: 1 }, 'unfinished'])
    expect(await short('[{"id":1},')).toEqual([{ id: 1 }, 'unfinished'])
    expect(await short('{"id":1}\n{"id"')).toEqual([{ id: 1 }, 'unfinished'])
    expect((await read('[{"id":1}, {"b":')).at(-1)?.offset).toBe(11)
  })

  it('steps over a damaged entry, wherever it is damaged', async () => {
    const entries = [1, 2, 3, 4, 5].map((id) => ({ id, text: `x "{[${id}`, list: [{ id: 'in' }, { b: [] }] }))
    const text = JSON.stringify(entries)
    const from = text.indexOf('{"id":2')
    const to = text.indexOf('{"id":3')
    for (let at = from; at < to - 1; at++) {
      for (const byte of ['"', '{', '}', '[', ']', ',', '\\', ':', 'z', '\0']) {
        const damaged = `${text.slice(0, at)}${byte}${text.slice(at + 1)}`
        for (const pieceBytes of [7, 1000]) {
          const found = await read(damaged, pieceBytes)
          const ids = found.flatMap(({ value }) => (isFields(value) && 'text' in value ? [value['id']] : []))
          expect(
            ids.filter((id) => id !== 2 && id !== undefined),
            `${byte} at ${at}`,
          ).toEqual([1, 3, 4, 5])
        }
      }
    }
  })

  it('goes on behind a damaged first entry, and behind what is no JSON at all', async () => {
    expect(await short('[{"id":1,"a" 2},{"id":2},{"id":3}]')).toEqual(['damaged', { id: 2 }, { id: 3 }])
    expect(await short('what? {"id":2}\n{"id":3}')).toEqual(['damaged', { id: 2 }, { id: 3 }])
    expect(await short('[{"id":1}] and more')).toEqual([{ id: 1 }, 'damaged'])
    expect(await short('{'.repeat(20_000))).toEqual(['unfinished'])
  })

  it('reads entries larger than its pieces, and cuts those that are too long', async () => {
    const big = { id: 1, text: 'ü'.repeat(2 ** 20) }
    const huge = { id: 2, text: 'y'.repeat(18 * 2 ** 20), end: 'z' }
    const elements = await read(JSON.stringify([big, huge, { id: 3 }]))
    expect(elements[0]?.value).toEqual(big)
    expect(elements[1]).toMatchObject({ value: { id: 2, end: 'z' }, cutBytes: 16 * 2 ** 20 })
    expect(elements[2]?.value).toEqual({ id: 3 })
  })

  it('goes on behind an entry that is found damaged when much of it was read', async () => {
    const huge = `{"id":2,"text":"${'y'.repeat(18 * 2 ** 20)}" oh}`
    expect(await short(`[{"id":1},${huge},{"id":3}]`)).toEqual([{ id: 1 }, 'damaged', { id: 3 }])
  })
})

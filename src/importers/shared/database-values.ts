import { type CappedJson, createCappedJsonParser } from './capped-json.ts'
import type { ForeignValue, LongValue } from './foreign-database.ts'
import { parseJson } from './parse-json.ts'

/** Bytes kept of a very long text. */
const MOST_TEXT = 2 * 2 ** 20

/** A value as a text; undefined for null and for an empty one. */
export function textValue(value: ForeignValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return textValue(Buffer.from(value).toString('utf8'))
  return isLong(value) ? textValue(startOf(value)) : undefined
}

/** A value as a number; undefined for anything else. */
export function numberValue(value: ForeignValue | undefined): number | undefined {
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined
}

/** The JSON that a value holds; of a very long one what is long in it is cut. @throws SyntaxError when it holds none */
export function jsonValue(value: ForeignValue | undefined): CappedJson {
  if (!isLong(value)) return { value: parseJson(textValue(value) ?? 'null'), cutBytes: 0 }
  const parser = createCappedJsonParser()
  let isRead = false
  for (const piece of value.pieces()) {
    isRead = true
    parser.push(piece)
  }
  return isRead ? parser.end() : { value: null, cutBytes: value.bytes }
}

/** The JSON that a value holds; undefined when it holds none. */
export function jsonValueIfAny(value: ForeignValue | undefined): unknown {
  try {
    return jsonValue(value).value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** How many bytes {@link textValue} leaves out. */
export function cutOf(value: ForeignValue | undefined): number {
  return isLong(value) ? value.bytes - Math.min(value.bytes, MOST_TEXT) : 0
}

function isLong(value: ForeignValue | undefined): value is LongValue {
  return typeof value === 'object' && value !== null && 'pieces' in value
}

function startOf(value: LongValue): string {
  for (const piece of value.pieces())
    return new TextDecoder().decode(piece.subarray(0, MOST_TEXT), { stream: true })
  return ''
}

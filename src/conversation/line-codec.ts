import { crc32 } from 'node:zlib'
import type { LineRef, TranscriptEvent } from './event.ts'
import { eventProblem } from './event-shape.ts'

/** Transcript lines of this version are written; a line of a higher one makes a transcript read-only. */
const LINE_VERSION = 1

/** A line that could be read, one of a later version, or why it could not be read and what is known of it all the same. */
export type DecodedLine =
  | { readonly status: 'event'; readonly event: TranscriptEvent }
  | { readonly status: 'newer'; readonly version: number }
  | { readonly status: 'foreign'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly status: 'damaged'; readonly reason: string; readonly ref?: LineRef; readonly m?: number }

const CRC_LENGTH = ',"crc":"00000000"}'.length

/** A line without its newline: the event's JSON, ended by the CRC-32 of all bytes before it. */
export function encodeLine(event: TranscriptEvent): string {
  const json = JSON.stringify(event)
  const open = (UNSAFE.test(json) ? escapeLineEnds(json) : json).slice(0, -1)
  return `${open},"crc":"${hex(crc32(open))}"}`
}

/** U+2028 and U+2029 are legal inside JSON, but line readers of other programs break at them. */
const UNSAFE = /[\u2028\u2029]/

function escapeLineEnds(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Reads the bytes of one line (without its newline). Never throws. */
export function decodeLine(bytes: Uint8Array): DecodedLine {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tail = buffer.length > CRC_LENGTH ? buffer.toString('latin1', buffer.length - CRC_LENGTH) : ''
  const crc = /^,"crc":"([0-9a-f]{8})"\}$/.exec(tail)?.[1]
  if (crc === undefined) return decodeWithoutCrc(buffer)
  if (hex(crc32(buffer.subarray(0, -CRC_LENGTH))) !== crc)
    return damaged(buffer, 'the checksum does not match')
  const value = parseObject(buffer)
  if (value === undefined) return damaged(buffer, 'it is not a JSON object')
  delete value['crc']
  if (typeof value['v'] === 'number' && value['v'] > LINE_VERSION)
    return { status: 'newer', version: value['v'] }
  const problem = eventProblem(value)
  if (problem !== undefined)
    return damaged(buffer, typeof value['c'] === 'string' ? 'it is sealed, and there is no key' : problem)
  return { status: 'event', event: value as unknown as TranscriptEvent }
}

function decodeWithoutCrc(buffer: Buffer): DecodedLine {
  const value = parseObject(buffer)
  if (value === undefined) return damaged(buffer, describe(buffer))
  if ('w' in value && 'n' in value && 'v' in value) return damaged(buffer, 'its checksum is missing')
  return { status: 'foreign', value }
}

function parseObject(buffer: Buffer): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function describe(buffer: Buffer): string {
  if (buffer.every((byte) => byte === 0)) return 'it is a hole (NUL bytes)'
  if (buffer.includes(0)) return 'it holds NUL bytes'
  return 'it is cut off or not JSON'
}

/** The start of a line has a fixed form, so even a torn one usually still says whose it is. */
function damaged(buffer: Buffer, reason: string): DecodedLine {
  const start = buffer.toString('latin1', 0, 400)
  const who = /^\{"v":\d+,"w":"([\w-]{1,64})","n":(\d{1,15}),/.exec(start)
  if (who === null) return { status: 'damaged', reason }
  const ref: LineRef = [who[1] ?? '', Number(who[2])]
  const m = /"kind":"message","m":(\d{1,15}),/.exec(start)?.[1]
  return m === undefined
    ? { status: 'damaged', reason, ref }
    : { status: 'damaged', reason, ref, m: Number(m) }
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}

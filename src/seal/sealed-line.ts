import { createHmac, randomFillSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { deriveKey } from './derive-key.ts'
import { gcmOpen, gcmSeal, nonceBytes, tagBytes } from './gcm.ts'
import { findKey, type Keyring } from './keyring.ts'
import type { MasterKey } from './master-key.ts'

/** What a line is bound to: the file it stands in, and what it says of itself in clear. */
export interface LinePlace {
  /** `transcript`, `history`, … */
  readonly kind: string
  /** Of the transcript or file; it is the salt of the key. */
  readonly id: string
}

export interface LineName {
  /** Its writer, and the writer's counter. */
  readonly w: string
  readonly n: number
  /** Base64 of the tag of the line before, of the same writer in the same file; empty for its first. */
  readonly p: string
}

/** A sealed line as it is in its file. */
export interface SealedLine extends LineName {
  readonly v: number
  /** Id of its key. */
  readonly k: string
  readonly nonce: string
  readonly c: string
}

/** A sealed line in its file, and its tag in base64: the `p` of the writer's next line. */
export interface MadeLine {
  readonly text: string
  readonly tag: string
}

const crcLength = ',"crc":"00000000"}'.length
const head =
  /^\{"v":1,"w":"([\w.-]{1,128})","n":(\d{1,15}),"k":"([0-9a-f]{16})","p":"([\w+/=]{0,24})","nonce":"([\w+/]{16})","c":"/
/** No head is longer. */
const mostHeadBytes = 320
const quote = 0x22

/**
 * Seals one line (without its newline).
 *
 * The nonce is random: 96 bits under a key that only the lines of one file share, far below the 2^32 of NIST SP 800-38D.
 * What is sealed goes into it, so that two copies of one machine whose randomness is the same do not give two lines one
 * nonce.
 */
export function sealLine(
  master: MasterKey,
  place: LinePlace,
  { w, n, p }: LineName,
  plain: Uint8Array,
  random: Uint8Array = nextRandom(),
): MadeLine {
  const { key, nonceKey } = lineKeys(master, place)
  const aad = lineAad(place, { w, n, p })
  const nonce = createHmac('sha256', nonceKey).update(random).update(aad).update(plain).digest()
  const c = gcmSeal(key, nonce.subarray(0, nonceBytes), aad, plain)
  const tag = c.toString('base64', c.length - tagBytes)
  const open = `{"v":1,"w":"${w}","n":${n},"k":"${master.id}","p":"${p}","nonce":"${nonce.toString('base64', 0, nonceBytes)}","c":"${c.toString('base64')}"`
  return { text: `${open},"crc":"${hex(crc32(open))}"}`, tag }
}

/** The parts of a sealed line; undefined when these bytes are none, or their checksum says they changed. */
export function readSealedLine(bytes: Uint8Array): SealedLine | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = head.exec(buffer.toString('latin1', 0, Math.min(buffer.length, mostHeadBytes)))
  const end = buffer.length - crcLength
  if (found === null || end <= found[0].length || buffer[end - 1] !== quote) return undefined
  const [{ length: start }, w = '', n = '', k = '', p = '', nonce = ''] = found
  const crc = `,"crc":"${hex(crc32(buffer.subarray(0, end)))}"}`
  if (buffer.toString('latin1', end) !== crc) return undefined
  return { v: 1, w, n: Number(n), k, p, nonce, c: buffer.toString('latin1', start, end - 1) }
}

/** Whether bytes begin as a sealed line does, damaged or not. */
export function isSealedLine(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 192)).toString('latin1')
  return /^\{"v":\d+,"w":"[\w.-]{1,128}","n":\d{1,15},"k":"/.test(head)
}

/** `missing-key`: it needs a key that is not there. `damaged`: the key is there, the line is not what was sealed here. */
export type OpenedLine =
  | { readonly status: 'open'; readonly bytes: Buffer; readonly tag: string }
  | { readonly status: 'missing-key' }
  | { readonly status: 'damaged' }

export function openLine(keys: Keyring, place: LinePlace, line: SealedLine): OpenedLine {
  const master = findKey(keys, line.k)
  if (master === undefined) return { status: 'missing-key' }
  const c = Buffer.from(line.c, 'base64')
  const nonce = Buffer.from(line.nonce, 'base64')
  const bytes = gcmOpen(lineKeys(master, place).key, nonce, lineAad(place, line), c)
  if (bytes === undefined) return { status: 'damaged' }
  return { status: 'open', bytes, tag: c.toString('base64', c.length - tagBytes) }
}

interface LineKeys {
  readonly of: Uint8Array
  readonly key: Buffer
  readonly nonceKey: Buffer
}

/** Keys of lines, by the master's id, kind and id: each costs more to derive than a line to open. */
const derived = new Map<string, LineKeys>()
const mostDerived = 16_384

function lineKeys({ id: keyId, bytes }: MasterKey, { kind, id }: LinePlace): LineKeys {
  const name = `${keyId} ${kind} ${id}`
  const known = derived.get(name)
  if (known?.of === bytes) return known
  const both = deriveKey(bytes, id, `chatcli/line/1${kind === 'transcript' ? '' : `/${kind}`}`, 64)
  const keys = { of: bytes, key: both.subarray(0, 32), nonceKey: both.subarray(32) }
  if (derived.size >= mostDerived) derived.clear()
  derived.set(name, keys)
  return keys
}

function lineAad({ kind, id }: LinePlace, { w, n, p }: LineName): Buffer {
  return Buffer.from(JSON.stringify([kind, id, w, n, p]))
}

/** Randomness is taken in pieces: asking the system for every line takes longer than sealing it. */
const randomPerLine = 16
const pool = Buffer.alloc(randomPerLine * 256)
let used: number = pool.length

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += randomPerLine
  return pool.subarray(used - randomPerLine, used)
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}

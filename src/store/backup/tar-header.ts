/** One member of a tar archive. */
export interface TarMember {
  /** With `/` between its names. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch; whole seconds are kept. */
  readonly mtimeMs: number
}

/** Everything in a tar archive comes in blocks of this size. */
export const tarBlock = 512
const longestName = 100
/** Eleven octal digits. */
const largestSize = 8 ** 11 - 1

/**
 * The header of a regular file, mode 0600, as POSIX.1-1988 (ustar) has it, with a record of POSIX.1-2001 (pax) in front
 * where its name or size does not fit.
 */
export function tarHeader({ path, size, mtimeMs }: TarMember): Buffer {
  const name = Buffer.from(path)
  const isLong = name.length > longestName || size > largestSize
  const own = header({ name, size: Math.min(size, largestSize), mtimeMs, type: '0' })
  if (!isLong) return own
  const records = Buffer.concat([paxRecord('path', path), paxRecord('size', String(size))])
  const pax = header({ name: Buffer.from('PaxHeader'), size: records.length, mtimeMs, type: 'x' })
  return Buffer.concat([pax, records, padding(records.length), own])
}

/** What fills the last block of so many bytes. */
export function padding(size: number): Buffer {
  return Buffer.alloc((tarBlock - (size % tarBlock)) % tarBlock)
}

/** What a header says; undefined for the empty block that ends an archive, and for one that is none. */
export function readTarHeader(
  block: Uint8Array,
):
  | { readonly name: string; readonly size: number; readonly mtimeMs: number; readonly type: string }
  | undefined {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  if (bytes.length < tarBlock || octal(bytes, 148, 8) !== checksum(bytes)) return undefined
  const text = (from: number, length: number): string =>
    bytes.toString('utf8', from, from + length).replace(/\0[^]*$/, '')
  const isUstar = text(257, 5) === 'ustar'
  const prefix = isUstar ? text(345, 155) : ''
  const name = prefix === '' ? text(0, longestName) : `${prefix}/${text(0, longestName)}`
  return {
    name,
    size: octal(bytes, 124, 12),
    mtimeMs: octal(bytes, 136, 12) * 1000,
    type: bytes[156] === 0 ? '0' : text(156, 1),
  }
}

/** The records of a pax header: `<length> <key>=<value>\n`, each. */
export function readPaxRecords(bytes: Uint8Array): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const buffer = Buffer.from(bytes)
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(' ', at)
    const length = Number(buffer.toString('latin1', at, space))
    if (space < 0 || !Number.isSafeInteger(length) || length < 5) break
    const record = buffer.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    found.set(record.slice(0, equals), record.slice(equals + 1))
    at += length
  }
  return found
}

interface Header {
  readonly name: Buffer
  readonly size: number
  readonly mtimeMs: number
  readonly type: string
}

function header({ name, size, mtimeMs, type }: Header): Buffer {
  const block = Buffer.alloc(tarBlock)
  name.subarray(0, longestName).copy(block)
  const put = (at: number, text: string): void => void block.write(text, at, 'latin1')
  const number = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  put(100, number(0o600, 7))
  put(108, number(0, 7))
  put(116, number(0, 7))
  put(124, number(size, 11))
  put(136, number(Math.min(largestSize, Math.max(0, Math.floor(mtimeMs / 1000))), 11))
  put(156, type)
  put(257, 'ustar\x0000')
  put(148, `${checksum(block).toString(8).padStart(6, '0')}\0 `)
  return block
}

/** The sum of all bytes of a header, its own field counted as spaces. */
function checksum(block: Buffer): number {
  let sum = 0
  for (let i = 0; i < tarBlock; i++) sum += i >= 148 && i < 156 ? 0x20 : (block[i] ?? 0)
  return sum
}

function octal(block: Buffer, at: number, length: number): number {
  const text = block.toString('latin1', at, at + length).replace(/[\0 ]+/g, '')
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
}

/** A record names its own length, the digits of that included. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (String(length).length > String(rest).length) length++
  return Buffer.from(`${length} ${key}=${value}\n`)
}

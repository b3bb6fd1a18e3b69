import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFileOfTest {
  readonly text: string | Uint8Array
  /** Not packed. */
  readonly isStored?: boolean
  /** Says that it is encrypted. */
  readonly isEncrypted?: boolean
  readonly method?: number
  readonly crc?: number
  /** Says that it unpacks to so many bytes. */
  readonly bytes?: number
}

/** A zip archive of some files, by name. */
export function zipOf(files: Readonly<Record<string, string | ZipFileOfTest>>): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, given] of Object.entries(files)) {
    const file = typeof given === 'string' ? { text: given } : given
    const plain = Buffer.from(file.text)
    const packed = file.isStored === true ? plain : deflateRawSync(plain)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (file.isEncrypted === true ? 1 : 0), 2)
    common.writeUInt16LE(file.method ?? (file.isStored === true ? 0 : 8), 4)
    common.writeUInt32LE(file.crc ?? crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(file.bytes ?? plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, rest, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end])
}

import type { DiskSeal } from '../../disk/disk.ts'
import type { MasterKey } from '../../seal/master-key.ts'
import { type LinePlace, sealLine } from '../../seal/sealed-line.ts'
import { nameIn } from './line-seal.ts'

/** What lines are to be: sealed under a key, or not sealed. */
export type SealTarget = MasterKey | 'plain'

export interface ResealedLines {
  readonly bytes: Buffer
  /** Lines that are other than before. */
  readonly changed: number
  /** Sealed lines that could not be opened; they stand there as before. */
  readonly unopened: number
}

const newline = 0x0a

/**
 * Seals the lines of one file anew, piece by piece: nothing but the lines changes, so that opening all of them again gives
 * the very bytes of before. Lines that are as they are to be stay, and so do those that cannot be opened.
 */
export class LineResealer {
  readonly #seal: Pick<DiskSeal, 'openLine'>
  readonly #path: string
  readonly #place: LinePlace
  readonly #target: SealTarget
  readonly #tags = new Map<string, string>()
  readonly #ownWriter: string

  /** @param ownWriter random letters and digits: names lines that no writer named */
  constructor(
    seal: Pick<DiskSeal, 'openLine'>,
    path: string,
    place: LinePlace,
    target: SealTarget,
    ownWriter: string,
  ) {
    this.#seal = seal
    this.#path = path
    this.#place = place
    this.#target = target
    this.#ownWriter = ownWriter
  }

  /** @param offset of these bytes in the file */
  next(bytes: Buffer, offset: number): ResealedLines {
    const parts: Uint8Array[] = []
    let changed = 0
    let unopened = 0
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(newline, at)
      const stop = end < 0 ? bytes.length : end
      if (stop > at) {
        const line = bytes.subarray(at, stop)
        const made = this.#one(line, offset + at)
        if (made === 'unopened') unopened++
        else if (made !== 'same') changed++
        parts.push(typeof made === 'string' ? line : made)
      }
      if (end >= 0) parts.push(bytes.subarray(end, end + 1))
      at = stop + 1
    }
    return { bytes: Buffer.concat(parts), changed, unopened }
  }

  #one(line: Uint8Array, offset: number): Uint8Array | 'same' | 'unopened' {
    const found = this.#seal.openLine(this.#path, line)
    if (found.status === 'damaged') return 'unopened'
    if (this.#target === 'plain') return found.status === 'open' ? found.bytes : 'same'
    const isSealed = found.status === 'open' && found.key !== ''
    if (isSealed && found.key === this.#target.id) {
      this.#tags.set(found.w, found.tag)
      return 'same'
    }
    const plain = found.status === 'open' ? found.bytes : line
    const named = isSealed ? found : (this.#nameOf(plain) ?? { w: this.#unnamed(plain), n: offset })
    const made = sealLine(this.#target, this.#place, { ...named, p: this.#tags.get(named.w) ?? '' }, plain)
    this.#tags.set(named.w, made.tag)
    return Buffer.from(made.text, 'latin1')
  }

  #nameOf(line: Uint8Array): { readonly w: string; readonly n: number } | undefined {
    return this.#place.kind === 'transcript' ? nameIn(line) : undefined
  }

  /** Lines of the Go program are known by where they stand. */
  #unnamed(line: Uint8Array): string {
    return this.#place.kind === 'transcript' && line[0] === 0x7b ? 'go' : this.#ownWriter
  }
}

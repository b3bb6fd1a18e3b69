import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { readLines } from '../../disk/lines.ts'
import { jsonlPiece } from './jsonl-line.ts'
import { knowledgeLimits } from './knowledge-limits.ts'

/** What was found in a JSONL file, so that nobody reads it again while it stays as it is. */
export interface JsonlRegister {
  readonly path: string
  /** As of `fileStamp`. */
  readonly stamp: string
  readonly documents: readonly JsonlDocument[]
  readonly badLines: number
  /** Lines beyond the limit. */
  readonly overLimit: number
  readonly repoUrl?: string | undefined
  readonly commit?: string | undefined
}

export interface JsonlDocument {
  readonly source: string
  /** Changes whenever one of its lines does. */
  readonly stamp: string
  /** Byte offset and length of each of its lines. */
  readonly lines: readonly (readonly [offset: number, length: number])[]
}

/** Lines of one step. */
const atOnce = 64

/** Reads a JSONL file once, in steps. Throws the disk's own errors. */
export function* readJsonl(
  disk: Disk,
  path: string,
  stamp: string,
): Generator<undefined, JsonlRegister, undefined> {
  const documents = new Map<string, { digests: string[]; lines: [number, number][] }>()
  let badLines = 0
  let overLimit = 0
  let taken = 0
  let origin: Pick<JsonlRegister, 'repoUrl' | 'commit'> = {}
  let number = 0
  const fd = disk.openRead(path)
  try {
    for (const line of readLines(disk, fd, {
      maxLineBytes: knowledgeLimits.lineBytes,
      chunkBytes: 2 ** 20,
    })) {
      if (number++ % atOnce === 0) yield undefined
      if (taken >= knowledgeLimits.lines) {
        overLimit++
        continue
      }
      const piece = line.bytes === undefined ? undefined : jsonlPiece(line.bytes)
      if (piece === undefined || line.bytes === undefined) {
        badLines++
        continue
      }
      taken++
      if (origin.repoUrl === undefined && piece.repoUrl !== undefined) {
        origin = { repoUrl: piece.repoUrl, commit: piece.commit }
      }
      const source = piece.source === '' ? `${basename(path)}#${number}` : piece.source
      const known = documents.get(source) ?? { digests: [], lines: [] }
      known.digests.push(digestOfLine(line.bytes))
      known.lines.push([line.offset, line.length])
      documents.set(source, known)
    }
  } finally {
    disk.close(fd)
  }
  const found = Array.from(documents, ([source, { digests, lines }]): JsonlDocument => {
    return { source, stamp: stampOfLines(digests), lines }
  })
  return { path, stamp, documents: found, badLines, overLimit, ...origin }
}

/** What a stamp is made of. */
export function digestOfLine(line: Uint8Array): string {
  return hash('sha256', line, 'hex')
}

/** The stamp of a document with these lines. */
export function stampOfLines(digests: readonly string[]): string {
  return hash('sha256', digests.join(), 'hex').slice(0, 32)
}

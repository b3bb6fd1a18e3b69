import type { ProjectFiles } from '../../disk/project-files.ts'

export interface LinesRead {
  readonly lines: readonly string[]
  /** Whole lines of the file, also those that were not asked for. */
  readonly total: number
}

export interface ReadLinesOptions {
  /** 1 is the first. */
  readonly first: number
  readonly limit: number
  /** Characters of all lines; the line that goes beyond is the last. */
  readonly most: number
}

const chunkBytes = 1 << 18
const mostOfLine = 2000
const newline = 10

/** Lines of a text file, read in pieces. Ends of lines are left out, and what a line has beyond 2,000 characters. */
export function readLines(files: ProjectFiles, path: string, options: ReadLinesOptions): LinesRead {
  const { first, limit, most } = options
  const lines: string[] = []
  let number = 1
  let characters = 0
  let kept = Buffer.alloc(0)
  let bytes = 0
  const take = (piece: Buffer): void => {
    bytes += piece.length
    // A character has four bytes at most.
    if (isWanted() && kept.length <= mostOfLine * 4)
      kept = Buffer.concat([kept, piece.subarray(0, mostOfLine * 4)])
  }
  const isWanted = (): boolean => number >= first && lines.length < limit && characters < most
  const end = (): void => {
    if (isWanted()) {
      const line = lineText(kept, bytes, number === 1)
      characters += line.length
      lines.push(line)
    }
    number++
    kept = Buffer.alloc(0)
    bytes = 0
  }
  for (let at = 0; ; at += chunkBytes) {
    const chunk = Buffer.from(files.read(path, at, chunkBytes))
    let start = 0
    for (let stop = chunk.indexOf(newline); stop !== -1; stop = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, stop))
      end()
      start = stop + 1
    }
    if (start < chunk.length) take(chunk.subarray(start))
    if (chunk.length < chunkBytes) break
  }
  if (bytes > 0) end()
  return { lines, total: number - 1 }
}

function lineText(kept: Buffer, bytes: number, isFirst: boolean): string {
  const text = kept.toString().replace(/\r$/, '')
  const line = isFirst ? text.replace(/^\uFEFF/, '') : text
  if (line.length <= mostOfLine) return line
  const shown = line.slice(0, mostOfLine).replace(/[\uD800-\uDBFF]$/, '')
  return `${shown}[… of ${bytes} bytes in this line]`
}

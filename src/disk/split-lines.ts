const NEWLINE = 10
const CARRIAGE_RETURN = 13

/** One line of a file, framed on byte 0x0A alone. */
export interface Line {
  /** Byte offset of its first byte in the file. */
  readonly offset: number
  /** Bytes, without the newline. */
  readonly length: number
  /** Undefined when the line is longer than the limit. */
  readonly bytes: Uint8Array | undefined
  /** False for the last piece of a file that does not end with a newline. */
  readonly terminated: boolean
}

export interface LineSplitter {
  /** The lines that end in this piece of the file. They may be views of it: it must not change any more. */
  push(chunk: Uint8Array): Line[]
  /** The unterminated rest, if there is one. */
  end(): Line | undefined
  /** Bytes of the unfinished line that are kept in memory. */
  readonly held: number
}

/**
 * Splits a file that comes in pieces into lines. Blank lines (empty, or a lone carriage return) are left out.
 * `offset` is where the first piece starts in the file; a line longer than `maxLineBytes` is counted, not kept.
 */
export function createLineSplitter(offset: number, maxLineBytes: number): LineSplitter {
  let start = offset
  let length = 0
  let pieces: Uint8Array[] = []
  let held = 0

  const add = (piece: Uint8Array): void => {
    length += piece.length
    if (length > maxLineBytes) {
      pieces = []
      held = 0
    } else {
      pieces.push(piece)
      held += piece.length
    }
  }
  const take = (terminated: boolean): Line | undefined => {
    const first = pieces[0]
    const blank = length === 0 || (length === 1 && first?.[0] === CARRIAGE_RETURN)
    const bytes = length > maxLineBytes ? undefined : pieces.length === 1 ? first : Buffer.concat(pieces)
    const line: Line = { offset: start, length, bytes, terminated }
    start += length + (terminated ? 1 : 0)
    length = 0
    pieces = []
    held = 0
    return blank ? undefined : line
  }

  return {
    push(chunk) {
      const lines: Line[] = []
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, at))
        const line = take(true)
        if (line !== undefined) lines.push(line)
        from = at + 1
      }
      if (from < chunk.length) add(chunk.subarray(from))
      return lines
    },
    end: () => take(false),
    get held() {
      return held
    },
  }
}

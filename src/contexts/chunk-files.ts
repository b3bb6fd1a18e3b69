import { dirname } from 'node:path'
import { estimateTokens } from '../models/token-count/estimate-tokens.ts'
import { commonFolder } from './common-folder.ts'
import type { ContextFile } from './context.ts'

/** A file, or a part of one that is too large for a chunk. */
export interface ChunkPart {
  readonly path: string
  readonly text: string
  readonly tokens: number
  /** 1-based, of a part. */
  readonly fromLine?: number
}

/** As much as is given to a model at once. */
export interface Chunk {
  /** From 1. */
  readonly number: number
  /** What its files have in common. */
  readonly folder: string
  readonly parts: readonly ChunkPart[]
  readonly tokens: number
}

/** A chunk is closed when it has this many tokens, */
const WANTED = 30_000
/** and never has more, unless a single line does. */
const MOST = 50_000

/**
 * Cuts files into chunks that are much alike in size. Files of a folder stay together where they can, and small folders
 * share a chunk; a file that is too large for one is cut between lines.
 */
export function chunkFiles(files: readonly ContextFile[]): readonly Chunk[] {
  const chunks: Chunk[] = []
  let parts: ChunkPart[] = []
  let tokens = 0
  const close = (): void => {
    if (parts.length === 0) return
    const folder = commonFolder(parts.map(({ path }) => path))
    chunks.push({ number: chunks.length + 1, folder, parts, tokens })
    parts = []
    tokens = 0
  }
  for (const group of groupsOf(files)) {
    const whole = group.reduce((sum, part) => sum + part.tokens, 0)
    // A folder that fits into a chunk of its own is not torn for the sake of a half-full one.
    if (tokens > 0 && tokens + whole > WANTED && whole <= MOST && tokens >= WANTED / 3) close()
    for (const part of group) {
      if (tokens > 0 && tokens + part.tokens > (tokens + whole <= MOST ? MOST : WANTED)) close()
      parts.push(part)
      tokens += part.tokens
    }
    if (tokens >= WANTED) close()
  }
  close()
  return chunks
}

/** The parts of each folder, in order of their paths. */
function groupsOf(files: readonly ContextFile[]): readonly (readonly ChunkPart[])[] {
  const groups = new Map<string, ChunkPart[]>()
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { path, content = '', tokens } of sorted) {
    const folder = dirname(path)
    const group = groups.get(folder) ?? []
    if (tokens <= MOST) group.push({ path, text: content, tokens })
    else group.push(...cut(path, content))
    groups.set(folder, group)
  }
  return [...groups.values()]
}

function cut(path: string, content: string): ChunkPart[] {
  const parts: ChunkPart[] = []
  let lines: string[] = []
  let tokens = 0
  let fromLine = 1
  const close = (): void => {
    if (lines.length > 0) parts.push({ path, text: lines.join('\n'), tokens, fromLine })
    fromLine += lines.length
    lines = []
    tokens = 0
  }
  for (const line of content.split('\n')) {
    const own = estimateTokens(line) + 1
    if (tokens > 0 && tokens + own > WANTED) close()
    lines.push(line)
    tokens += own
  }
  close()
  return parts
}

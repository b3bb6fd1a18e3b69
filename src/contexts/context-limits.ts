import type { ContextMode } from './context.ts'

export interface ModeLimits {
  /** Bytes of all files together. */
  readonly bytes: number
  readonly files: number
}

const megabyte = 1_048_576

/** What a context of each mode may hold. */
export const modeLimits: Readonly<Record<ContextMode, ModeLimits>> = {
  full: { bytes: 50 * megabyte, files: 500 },
  summary: { bytes: 5 * megabyte, files: 1000 },
  chunked: { bytes: 100 * megabyte, files: 1000 },
  smart: { bytes: 20 * megabyte, files: 200 },
  // Its files are read where they are, and only its index is kept.
  knowledge: { bytes: 2048 * megabyte, files: 100_000 },
}

export const nameLength = { least: 3, most: 64 } as const
export const mostDescription = 500
export const mostTags = 10
export const tagLength = { least: 2, most: 20 } as const
export const mostPriority = 1000
export const defaultPriority = 100
/** Passages of a turn from a context that is searched. */
export const defaultPassages = 8
export const mostPassages = 30
/** A context of this many bytes and more is searched rather than given whole, when the person chose nothing. */
export const retrievalBytes = 32_768

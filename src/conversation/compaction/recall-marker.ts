import { sha256 } from '../message-hash.ts'

const marker = /<<ccr:([0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{64})>>/gi

/** Puts a text into the archive and gives its recall key; undefined when it cannot be kept there, so nothing may point to it. */
export type Archiver = (text: string) => string | undefined

/**
 * A recall key of a text: the first 16 hex digits of the SHA-256 of its UTF-8 bytes, as published; 32 or 64 of them where
 * another text has those 16 already.
 */
export function recallKeyOf(text: string, digits: 16 | 32 | 64 = 16): string {
  return sha256(text).slice(0, digits)
}

/** How a text points to what it was made of. */
export function markerOf(key: string): string {
  return `<<ccr:${key}>>`
}

/** The recall keys a text points to, in lower case, each once. */
export function markedKeys(text: string): readonly string[] {
  return [...new Set([...text.matchAll(marker)].map(([, key = '']) => key.toLowerCase()))]
}

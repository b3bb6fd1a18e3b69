import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Message, MessageImage } from './message.ts'

/**
 * Hex SHA-256 of what a message says: the RFC 8785 JSON of
 * `[role, content, tool calls [id, name, arguments], tool_call_id, images (SHA-256 of their bytes, or the url)]`.
 * Two messages that say the same have the same hash, so a hash is never an identity.
 * Absent, `null` and empty fields count as equal, since other programs write any of the three.
 */
export function messageHash(message: Message): string {
  const calls = (message.tool_calls ?? []).map((call) => [
    call.id,
    call.name,
    canonicalText(call.arguments ?? null),
  ])
  const images = (message.images ?? []).map(imageIdentity)
  return sha256(JSON.stringify([message.role, message.content, calls, message.tool_call_id ?? '', images]))
}

/** Hex SHA-256 over the ordered hashes of a window. */
export function windowDigest(hashes: readonly string[]): string {
  return sha256(hashes.join('\n'))
}

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

function canonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null'
  } catch {
    // RFC 8785 has no form for a lone surrogate; the plain JSON text is still the same for the same value.
    return JSON.stringify(value)
  }
}

function imageIdentity(image: MessageImage): string {
  return image.data === undefined ? (image.url ?? '') : sha256(Buffer.from(image.data, 'base64'))
}

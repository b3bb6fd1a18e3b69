import { createHash } from 'node:crypto'
import { ChatCliError } from '../errors.ts'
import { deriveKey } from './derive-key.ts'
import { startsWith } from './file-header.ts'
import { gcmOpen, nonceBytes } from './gcm.ts'
import type { Keyring } from './keyring.ts'

/** What data sealed by the Go program begins with. */
const legacyMagic = 'CHATCLI_ENC_v1\n'
/** What its sealed lines begin with; base64 of such data follows. */
const legacyLine = 'enc:'
const nothing = new Uint8Array()

export function isLegacyData(start: Uint8Array): boolean {
  return startsWith(start, legacyMagic)
}

/**
 * Opens data of the Go program: magic, 12-byte nonce, ciphertext with its tag; the key is HKDF-SHA256 of the SHA-256 of a
 * secret, without salt. Every secret is tried.
 *
 * @throws ChatCliError `key`; a wrong key and damage look alike in that format
 */
export function openLegacyData({ secrets }: Keyring, sealed: Uint8Array, where: string): Buffer {
  const nonceEnd = legacyMagic.length + nonceBytes
  const nonce = sealed.subarray(legacyMagic.length, nonceEnd)
  for (const secret of secrets) {
    const plain = gcmOpen(legacyKey(secret), nonce, nothing, sealed.subarray(nonceEnd))
    if (plain !== undefined) return plain
  }
  const text =
    secrets.length === 0
      ? `${where} was sealed by the Go program, and this process has no key`
      : `${where} was sealed by the Go program with another key, or it is damaged: its format does not tell which`
  throw new ChatCliError('key', text, {
    hint: 'Put the text its CHATCLI_ENCRYPTION_KEY had into CHATCLI_ENCRYPTION_KEY_PREVIOUS; the file is left as it is.',
  })
}

/** The bytes of a sealed line of the Go program (`enc:` and base64); undefined for any other line, or without its key. */
export function openLegacyLine(keys: Keyring, line: Uint8Array): Buffer | undefined {
  if (!startsWith(line, legacyLine)) return undefined
  const sealed = Buffer.from(Buffer.from(line).toString('latin1', legacyLine.length), 'base64')
  if (!isLegacyData(sealed)) return undefined
  try {
    return openLegacyData(keys, sealed, 'The line')
  } catch {
    return undefined
  }
}

function legacyKey(secret: string): Buffer {
  return deriveKey(createHash('sha256').update(secret).digest(), '', 'chatcli-session-encryption', 32)
}

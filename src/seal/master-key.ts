import { ChatCliError } from '../errors.ts'
import { deriveKey } from './derive-key.ts'

/** A key that everything in a home is sealed under. */
export interface MasterKey {
  /** 16 hex digits that tell keys apart and say nothing of the key. */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Uint8Array
}

/** What makes a key, in every error about one. */
const makeKeyLine = 'openssl rand -base64 32'

const canonical = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/**
 * The key that a text is: exactly 32 bytes in base64, white space around it aside.
 *
 * @param where what held the text, for the error
 * @throws ChatCliError `key` for anything else; the text itself is never in the message
 */
export function parseMasterKey(text: string, where: string): MasterKey {
  const given = text.trim()
  if (!canonical.test(given)) {
    throw new ChatCliError('key', `${where} is not a key: ${reason(given)}`, {
      hint: `A key is 32 bytes in base64. Make one with: ${makeKeyLine}`,
    })
  }
  return masterKeyOf(Buffer.from(given, 'base64'))
}

/** Whether a text, without white space around it, is a key. */
export function isKeyText(text: string): boolean {
  return canonical.test(text)
}

/** @param bytes 32 bytes */
export function masterKeyOf(bytes: Uint8Array): MasterKey {
  const id = deriveKey(bytes, '', 'chatcli/key-id/1', 8).toString('hex')
  return { id, bytes }
}

function reason(given: string): string {
  if (given === '') return 'it is empty'
  if (/\s/.test(given)) return 'it has white space inside'
  if (/[-_]/.test(given) && /^[\w-]+=*$/.test(given)) return 'it uses the URL form of base64 (- and _)'
  if (!/^[A-Za-z0-9+/]+=*$/.test(given)) return 'it is not base64'
  const { length } = Buffer.from(given, 'base64')
  return length === 32 ? 'its base64 is not in the one form that 32 bytes have' : `it holds ${length} bytes`
}

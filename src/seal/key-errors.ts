import { ChatCliError } from '../errors.ts'
import type { Keyring } from './keyring.ts'

/**
 * No key that this process has opens something: either it has none, or others.
 *
 * @param where what is sealed, as the start of a sentence
 * @param id of the key it needs
 */
export function keyError(where: string, id: string, keys: Keyring): ChatCliError {
  const own = keys.current?.id
  if (own === undefined && keys.previous.length === 0) {
    return new ChatCliError('key', `${where} is sealed, and this process has no key (it needs key ${id})`, {
      hint: 'Set CHATCLI_ENCRYPTION_KEY, CHATCLI_ENCRYPTION_KEY_FILE or CHATCLI_ENCRYPTION_KEY_COMMAND to that key; nothing was changed.',
    })
  }
  const given = own ?? keys.previous.map((key) => key.id).join(', ')
  return new ChatCliError(
    'key',
    `${where} is sealed with another key: it needs key ${id}, given is ${given}`,
    {
      hint: 'Set CHATCLI_ENCRYPTION_KEY to that key, or add it to CHATCLI_ENCRYPTION_KEY_PREVIOUS if it was replaced; nothing was changed.',
    },
  )
}

/** The key is right and the bytes are not what was sealed. @param why the end of a sentence */
export function sealDamage(where: string, why: string): ChatCliError {
  return new ChatCliError('damaged', `${where} is damaged: ${why}`, {
    hint: 'The key is the right one, and the file is left as it is. Put back a backup of it, or look closer with: chatcli verify',
  })
}

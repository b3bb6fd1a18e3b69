import { ChatCliError } from '../../errors.ts'
import type { BaseContext } from '../command.ts'
import type { Vault } from './vault.ts'

const leastCharacters = 12

/**
 * A passphrase that a person chooses: asked for twice at a terminal, else one line of standard input.
 *
 * @param lines lines of standard input that are left, when it was read already
 * @throws ChatCliError `refused` for a short one, and for two that differ; `interrupted`
 */
export async function newPassphrase(
  { text, readInput }: BaseContext,
  { askSecret }: Vault,
  lines?: readonly string[],
): Promise<string> {
  const { key } = text
  const given =
    askSecret === undefined || lines !== undefined
      ? ((lines ?? (await readInput()).split(/\r?\n/))[0] ?? '')
      : await askSecret(key.askNewPassphrase)
  if (Array.from(given).length < leastCharacters)
    throw new ChatCliError('refused', key.passphraseTooShort(leastCharacters), { hint: key.passphraseHint })
  if (askSecret !== undefined && lines === undefined && (await askSecret(key.askAgain)) !== given)
    throw new ChatCliError('refused', key.passphrasesDiffer, { hint: key.passphraseHint })
  return given
}

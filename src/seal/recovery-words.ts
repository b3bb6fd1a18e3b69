import { ChatCliError } from '../errors.ts'
import { type MasterKey, masterKeyOf } from './master-key.ts'

/** A key as 24 English words, the last of which checks the others (BIP-39). */
export async function recoveryWords({ bytes }: MasterKey): Promise<readonly string[]> {
  const { entropyToMnemonic } = await import('@scure/bip39')
  const { wordlist } = await import('@scure/bip39/wordlists/english.js')
  return entropyToMnemonic(Uint8Array.from(bytes), wordlist).split(' ')
}

/**
 * The key that words stand for; case, numbers before words and white space do not matter.
 *
 * @throws ChatCliError `key`
 */
export async function keyOfWords(text: string): Promise<MasterKey> {
  const { mnemonicToEntropy } = await import('@scure/bip39')
  const { wordlist } = await import('@scure/bip39/wordlists/english.js')
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const unknown = words.filter((word) => !wordlist.includes(word))
  if (words.length === 24 && unknown.length === 0) {
    try {
      return masterKeyOf(mnemonicToEntropy(words.join(' '), wordlist))
    } catch {
      // The check in the last word does not hold.
    }
  }
  const why =
    words.length !== 24
      ? `there are ${words.length} words, a recovery sheet has 24`
      : unknown.length > 0
        ? `no sheet has ${unknown.map((word) => `"${word}"`).join(', ')}`
        : 'a word is wrong, or two are swapped'
  throw new ChatCliError('key', `These words are no key: ${why}`, {
    hint: 'Type the 24 words of the recovery sheet in their order.',
  })
}

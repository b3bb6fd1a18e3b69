import { randomBytes } from 'node:crypto'
import { keyError } from '../../seal/key-errors.ts'
import { makeSlot } from '../../seal/key-slot.ts'
import { type MasterKey, masterKeyOf } from '../../seal/master-key.ts'
import { recoveryWords } from '../../seal/recovery-words.ts'
import { type KeyFile, readKeyFile, writeKeyFile } from '../../store/sealed/key-file.ts'
import { markSealed } from '../../store/sealed/home-seal.ts'
import { homeSealOf } from '../../store/sealed/home-seal-of.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { newPassphrase } from './new-passphrase.ts'
import { randomName, vaultOf } from './vault-of.ts'

const wordsInRow = 6

/**
 * Makes a passphrase for the key of this process, and a new key when there is none.
 *
 * @throws ChatCliError `key` when the home is sealed with a key that is not there, `refused`, `storage`
 */
export async function keyInit(context: BaseContext): Promise<CommandResult> {
  const vault = await vaultOf(context)
  const { home, bare, found, paths } = vault
  const { current } = found.keyring
  const { key: words } = context.text
  const seal = homeSealOf(bare, home)
  const file: KeyFile = readKeyFile(bare, paths) ?? { slots: [], older: [] }
  const needed = seal?.key ?? file.slots[0]?.key
  if (needed !== undefined && current?.id !== needed)
    throw keyError(`The home ${home}`, needed, found.keyring)
  const master = current ?? masterKeyOf(randomBytes(32))
  const passphrase = await newPassphrase(context, vault)
  const slot = makeSlot(master, passphrase, new Date(context.now()).toISOString(), vault.slotCost)
  writeKeyFile(bare, paths, { ...file, slots: [...file.slots, slot] }, randomName)
  if (seal === undefined) {
    const marks = { disk: bare, home: paths, keys: found.keyring, now: context.now, randomName }
    markSealed(marks, { key: master.id })
  }
  const said = current === undefined ? words.initNew(master.id) : words.initAdded(master.id)
  return sheetResult(context, master, [said, ...(seal === undefined ? [words.statusWillSeal] : [])])
}

/** The recovery sheet of a key, below what was done. */
export async function sheetResult(
  { text }: Pick<BaseContext, 'text'>,
  master: MasterKey,
  lines: readonly string[],
): Promise<CommandResult> {
  const words = await recoveryWords(master)
  const rows = Array.from({ length: Math.ceil(words.length / wordsInRow) }, (_, row) =>
    words
      .slice(row * wordsInRow, (row + 1) * wordsInRow)
      .map((word, i) => `${String(row * wordsInRow + i + 1).padStart(2)} ${word.padEnd(9)}`)
      .join(' ')
      .trimEnd(),
  )
  return {
    text: [...lines, '', text.key.recoverySheet, '', ...rows, '', text.key.recoveryWarning].join('\n'),
    json: { key: master.id, words },
  }
}

import { ChatCliError } from '../../errors.ts'
import { makeSlot } from '../../seal/key-slot.ts'
import { keyOfWords } from '../../seal/recovery-words.ts'
import { keyFilePath, readKeyFile, writeKeyFile } from '../../store/sealed/key-file.ts'
import { homeSealOf } from '../../store/sealed/home-seal-of.ts'
import type { BaseContext, CommandInput, CommandResult } from '../command.ts'
import { isOn } from '../input-values.ts'
import { sheetResult } from './key-init.ts'
import { newPassphrase } from './new-passphrase.ts'
import { randomName, vaultOf } from './vault-of.ts'

/**
 * Shows the recovery sheet of the key; with `--restore`, makes a passphrase for the key that its words are.
 *
 * @throws ChatCliError `key` without a key, or for words that are none, or are another home's
 */
export async function keyRecovery(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  // Whoever has only the words cannot be asked for the passphrase first.
  if (isOn(input, 'restore')) return restore(context)
  const { found } = await vaultOf(context)
  const { current } = found.keyring
  const { key: words } = context.text
  if (current === undefined) throw new ChatCliError('key', words.noKey, { hint: words.noKeyHint })
  return sheetResult(context, current, [])
}

async function restore(context: BaseContext): Promise<CommandResult> {
  const { text, ask, readInput } = context
  const vault = await vaultOf({ ...context, vault: context.vaultWithoutKey ?? context.vault })
  const { home, bare, paths } = vault
  const lines =
    vault.askSecret === undefined || ask === undefined ? (await readInput()).split(/\r?\n/) : undefined
  const sheet = lines === undefined ? ((await ask?.(text.key.askWords)) ?? '') : (lines[0] ?? '')
  const master = await keyOfWords(sheet)
  const seal = homeSealOf(bare, home)
  if (seal !== undefined && seal.key !== master.id) {
    throw new ChatCliError('key', text.key.notThisHome(master.id, seal.key), { hint: text.key.notAllHint })
  }
  const passphrase = await newPassphrase(context, vault, lines?.slice(1))
  const slot = makeSlot(master, passphrase, new Date(context.now()).toISOString(), vault.slotCost)
  // What was damaged, or belongs to forgotten passphrases, is of no use any more.
  const older =
    bare.stat(keyFilePath(paths)) === undefined ? [] : (readKeyFileIfAny(bare, paths)?.older ?? [])
  writeKeyFile(bare, paths, { slots: [slot], older }, randomName)
  return { text: text.key.recoveryRestored(master.id), json: { key: master.id } }
}

function readKeyFileIfAny(...given: Parameters<typeof readKeyFile>): ReturnType<typeof readKeyFile> {
  try {
    return readKeyFile(...given)
  } catch {
    return undefined
  }
}

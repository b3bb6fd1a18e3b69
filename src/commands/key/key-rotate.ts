import type { Disk } from '../../disk/disk.ts'
import { randomBytes } from 'node:crypto'
import { ChatCliError } from '../../errors.ts'
import { makeSlot, wrapOlder } from '../../seal/key-slot.ts'
import { findKey, type Keyring, parseKeyring } from '../../seal/keyring.ts'
import { type MasterKey, masterKeyOf } from '../../seal/master-key.ts'
import type { HomeSeal } from '../../store/sealed/home-seal.ts'
import { readKeyFile, writeKeyFile } from '../../store/sealed/key-file.ts'
import { homeSealOf } from '../../store/sealed/home-seal-of.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { changeSeals, sealsResult } from './change-seals.ts'
import { newPassphrase } from './new-passphrase.ts'
import { randomName, vaultOf } from './vault-of.ts'

/**
 * Seals everything in the home with the new key: that of the environment, or one that is made now when the key is behind a
 * passphrase. Goes on when it was cut short.
 *
 * @throws ChatCliError `key` without the new key or the old one, `refused` when they are the same, `storage`
 */
export async function keyRotate(context: BaseContext): Promise<CommandResult> {
  const vault = await vaultOf(context)
  const { home, bare, found } = vault
  const { key: words } = context.text
  const { current } = found.keyring
  if (current === undefined) throw new ChatCliError('key', words.noKey, { hint: words.noKeyHint })
  const seal = homeSealOf(bare, home)
  if (seal === undefined) {
    throw new ChatCliError('refused', words.statusPlain(home), { hint: words.statusWillSeal })
  }
  if (seal.key === current.id && seal.also === undefined) {
    if (found.source?.kind === 'passphrase')
      return finish(context, home, bare, await newKeys(context, vault, current), seal)
    const [older] = found.keyring.previous.filter(({ id }) => id !== current.id)
    if (older === undefined)
      throw new ChatCliError('refused', words.rotateSame(seal.key), { hint: words.rotateSameHint })
    // It may have been cut short in its last look, for what others wrote with the old key meanwhile.
    return finish(context, home, bare, { keys: found.keyring, current }, seal)
  }
  for (const id of [seal.key, ...(seal.also ?? [])]) {
    if (findKey(found.keyring, id) === undefined)
      throw new ChatCliError('key', words.rotateOldMissing(id), { hint: words.rotateOldMissingHint })
  }
  return finish(context, home, bare, { keys: found.keyring, current }, seal)
}

interface NewKeys {
  readonly keys: Keyring
  readonly current: MasterKey
}

/** A new key behind a passphrase, which keeps the older ones: the file is safe before anything is sealed with it. */
async function newKeys(
  context: BaseContext,
  vault: Awaited<ReturnType<typeof vaultOf>>,
  old: MasterKey,
): Promise<NewKeys> {
  const { bare, paths, found } = vault
  const current = masterKeyOf(randomBytes(32))
  const passphrase = await newPassphrase(context, vault)
  const file = readKeyFile(bare, paths) ?? { slots: [], older: [] }
  const slot = makeSlot(current, passphrase, new Date(context.now()).toISOString(), vault.slotCost)
  writeKeyFile(
    bare,
    paths,
    { slots: [slot, ...file.slots], older: [...file.older, wrapOlder(old, current)] },
    randomName,
  )
  const text = (key: MasterKey): string => Buffer.from(key.bytes).toString('base64')
  const { previous } = found.keyring
  return { current, keys: parseKeyring({ key: text(current), previous: [text(old), ...previous.map(text)] }) }
}

async function finish(
  context: BaseContext,
  home: string,
  bare: Disk,
  { keys, current }: NewKeys,
  { key, also = [] }: HomeSeal,
): Promise<CommandResult> {
  const older = [...new Set([key, ...also])].filter((id) => id !== current.id)
  const during = { key: current.id, also: older }
  const after = { key: current.id }
  const report = await changeSeals(context, { home, bare, keys, target: current, during, after })
  const { key: words } = context.text
  const line =
    report.changed === 0 ? words.nothingToRotate(current.id) : words.sealed(report.changed, current.id)
  const result = sealsResult(context, { home, report, lines: [line] })
  const isAsBefore = report.changed === 0 && older.length === 0
  return isAsBefore ? { ...result, notes: [words.rotateSameHint] } : result
}

import { ChatCliError } from '../../errors.ts'
import { keyError } from '../../seal/key-errors.ts'
import { findKey } from '../../seal/keyring.ts'
import { homeSealOf } from '../../store/sealed/home-seal-of.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { changeSeals, sealsResult } from './change-seals.ts'
import { vaultOf } from './vault-of.ts'

/** Seals everything in the home. @throws ChatCliError `key`, `storage` */
export async function runSeal(context: BaseContext): Promise<CommandResult> {
  const { home, bare, found } = await vaultOf(context)
  const { text } = context
  const { current } = found.keyring
  if (current === undefined) throw new ChatCliError('key', text.key.noKey, { hint: text.key.noKeyHint })
  const seal = homeSealOf(bare, home)
  if (seal !== undefined && seal.key !== current.id)
    throw keyError(`The home ${home}`, seal.key, found.keyring)
  const during = { key: current.id, ...(seal?.also === undefined ? {} : { also: seal.also }) }
  const after = { key: current.id }
  const report = await changeSeals(context, {
    home,
    bare,
    keys: found.keyring,
    target: current,
    during,
    after,
  })
  const lines = [text.key.sealed(report.changed, current.id), text.key.sealedFrom]
  return sealsResult(context, { home, report, lines })
}

/** Takes the seal off everything in the home. @throws ChatCliError `key`, `storage` */
export async function runUnseal(context: BaseContext): Promise<CommandResult> {
  const { home, bare, found } = await vaultOf(context)
  const { text } = context
  const { keyring } = found
  const seal = homeSealOf(bare, home)
  if (seal === undefined) {
    const report = { changed: 0, same: 0, swept: 0, left: [] }
    return sealsResult(context, { home, report, lines: [text.key.statusPlain(home)] })
  }
  const { key, also } = seal
  if (findKey(keyring, key) === undefined) throw keyError(`The home ${home}`, key, keyring)
  const during = { key, ...(also === undefined ? {} : { also }) }
  const options = { home, bare, keys: keyring, target: 'plain', during, after: undefined } as const
  const report = await changeSeals(context, options)
  const result = sealsResult(context, { home, report, lines: [text.key.unsealed(report.changed)] })
  return found.source?.kind === 'passphrase' || report.left.length > 0
    ? result
    : { ...result, notes: [...(result.notes ?? []), text.key.unsealedHint] }
}

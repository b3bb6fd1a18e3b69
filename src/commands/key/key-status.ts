import { findKey } from '../../seal/keyring.ts'
import { keyError } from '../../seal/key-errors.ts'
import { readKeyFile } from '../../store/sealed/key-file.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { homeSealOf } from '../../store/sealed/home-seal-of.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { vaultOf } from './vault-of.ts'

/** Which key there is, from where, and which one the home needs; never a key itself. */
export async function keyStatus(context: BaseContext): Promise<CommandResult> {
  const { home, bare, found, paths } = await vaultOf(context)
  const { keyring, source } = found
  const { key: words } = context.text
  const seal = homeSealOf(bare, home)
  const slots = readKeyFile(bare, paths)?.slots.length ?? 0
  const { current, previous } = keyring
  const isMissing = seal !== undefined && findKey(keyring, seal.key) === undefined
  const lines = [
    current === undefined || source === undefined
      ? words.statusNoKey
      : words.statusKey(current.id, words.sources[source.kind](source.name)),
    ...(previous.length === 0 ? [] : [words.statusPrevious(previous.map(({ id }) => id))]),
    seal === undefined ? words.statusPlain(home) : words.statusSealed(home, seal.key),
    ...(seal === undefined && current !== undefined ? [words.statusWillSeal] : []),
    ...(seal?.also === undefined ? [] : [words.statusRotating(seal.also)]),
    ...(slots === 0 ? [] : [words.statusSlots(slots)]),
    ...(isMissing ? [words.statusMissing(seal.key)] : []),
  ]
  return {
    text: lines.map((line) => sanitiseLine(line)).join('\n'),
    json: {
      key: current?.id ?? null,
      source: source === undefined ? null : { kind: source.kind, name: source.name },
      previous: previous.map(({ id }) => id),
      sealed: seal === undefined ? null : { key: seal.key, also: seal.also ?? [] },
      passphrases: slots,
    },
    ...(isMissing ? { problem: keyError(`The home ${home}`, seal.key, keyring) } : {}),
  }
}

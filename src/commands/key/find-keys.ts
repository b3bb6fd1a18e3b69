import type { Disk } from '../../disk/disk.ts'
import { followLink } from '../../disk/follow-link.ts'
import { readText } from '../../disk/read-text.ts'
import { ChatCliError } from '../../errors.ts'
import { type KeySlot, openSlot, unwrapOlder } from '../../seal/key-slot.ts'
import { type Keyring, noKeys, parseKeyring } from '../../seal/keyring.ts'
import { isKeyText, type MasterKey } from '../../seal/master-key.ts'
import type { Settings } from '../../settings.ts'
import { homeSealOf } from '../../store/sealed/home-seal-of.ts'
import { type KeyFile, readKeyFile } from '../../store/sealed/key-file.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** Where the key of a process came from. */
export interface KeySource {
  readonly kind: 'environment' | 'file' | 'command' | 'passphrase'
  /** The variable, the path, the command. */
  readonly name: string
}

export interface FoundKeys {
  readonly keyring: Keyring
  /** Undefined when there is no key. */
  readonly source: KeySource | undefined
}

export interface FindKeysOptions {
  readonly settings: Pick<
    Settings,
    'home' | 'encryptionKey' | 'encryptionKeyFile' | 'encryptionKeyCommand' | 'previousEncryptionKey'
  >
  /** The machine's disk, without a seal. */
  readonly disk: Disk
  /** Runs the command that prints the key. @throws ChatCliError `key` */
  readonly run: (command: string) => Promise<string>
  /** Asks for a passphrase, which is not shown; undefined when nobody is there to answer. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined
  readonly text: Catalogue
  /** Id of this user, where the system has one. */
  readonly uid: number | undefined
}

const variable = 'CHATCLI_ENCRYPTION_KEY'
const mostTries = 3

/**
 * The keys this process has: of the variable, else of the file, else of the command, else of a passphrase when the home
 * was made to have one.
 *
 * @throws ChatCliError `key` when what should be a key is none, or no passphrase fits
 */
export async function findKeys(options: FindKeysOptions): Promise<FoundKeys> {
  const { settings, disk, run, askSecret, text } = options
  const { encryptionKey, encryptionKeyFile, encryptionKeyCommand, previousEncryptionKey: previous } = settings
  if (encryptionKey !== undefined) {
    const keyring = parseKeyring({ key: encryptionKey, where: variable, previous })
    return { keyring, source: { kind: 'environment', name: variable } }
  }
  const fromText = (given: string, source: KeySource): FoundKeys => {
    const key = given.trim()
    const file = isKeyText(key) ? undefined : readKeyFile(disk, { root: settings.home })
    if (file === undefined) return { keyring: parseKeyring({ key, where: source.name, previous }), source }
    const master = openAny(file.slots, key)
    if (master !== undefined) return { keyring: withOlder(file, master, previous), source }
    throw new ChatCliError('key', `${source.name} gives neither a key nor a passphrase of this home`, {
      hint: `Check what it gives, or set ${variable}.`,
    })
  }
  if (encryptionKeyFile !== undefined) {
    const name = withoutKeys(encryptionKeyFile)
    return fromText(keyFileText(options, encryptionKeyFile), { kind: 'file', name })
  }
  if (encryptionKeyCommand !== undefined) {
    const name = withoutKeys(encryptionKeyCommand)
    return fromText(await run(encryptionKeyCommand), { kind: 'command', name })
  }
  // A home that was unsealed keeps its passphrases, and needs none.
  const isSealed = homeSealOf(disk, settings.home) !== undefined
  const file = isSealed ? readKeyFile(disk, { root: settings.home }) : undefined
  if (file !== undefined && file.slots.length > 0 && askSecret !== undefined) {
    for (let tries = 0; tries < mostTries; tries++) {
      const typed = await askSecret(text.key.askPassphrase)
      const master = typed === '' ? undefined : openAny(file.slots, typed)
      if (master === undefined) continue
      return { keyring: withOlder(file, master, previous), source: { kind: 'passphrase', name: 'keys.json' } }
    }
    throw new ChatCliError('key', text.key.wrongPassphrase, { hint: text.key.wrongPassphraseHint })
  }
  return { keyring: previous.length === 0 ? noKeys : parseKeyring({ previous }), source: undefined }
}

/** A path or command to show: a key may have been put where its file or command belongs. */
function withoutKeys(name: string): string {
  return name.replace(/[A-Za-z0-9+/]{40,43}=/g, '…')
}

function openAny(slots: readonly KeySlot[], passphrase: string): MasterKey | undefined {
  for (const slot of slots) {
    const master = openSlot(slot, passphrase)
    if (master !== undefined) return master
  }
  return undefined
}

/** Keys that a rotation replaced are wrapped with the next one each. */
function withOlder({ older }: KeyFile, master: MasterKey, previous: readonly string[]): Keyring {
  const text = (key: MasterKey): string => Buffer.from(key.bytes).toString('base64')
  const found: MasterKey[] = [master]
  for (const wrapped of [...older].reverse()) {
    const key = found.map((under) => unwrapOlder(wrapped, under)).find((opened) => opened !== undefined)
    if (key !== undefined) found.push(key)
  }
  return parseKeyring({ key: text(master), previous: [...found.slice(1).map(text), ...previous] })
}

function keyFileText({ disk, uid }: FindKeysOptions, path: string): string {
  const hint = `Set CHATCLI_ENCRYPTION_KEY_FILE to a file that holds the key, or set ${variable}.`
  const shown = withoutKeys(path)
  let text: string
  try {
    const target = followLink(path)
    const stat = disk.stat(target)
    text = readText(disk, target)
    if (uid !== undefined && stat !== undefined) {
      if (stat.uid !== uid && stat.uid !== 0)
        throw new ChatCliError('key', `The key file ${shown} belongs to another user`, { hint })
      if ((stat.mode & 0o077) !== 0) {
        throw new ChatCliError('key', `The key file ${shown} can be read by other users`, {
          hint: `Make it yours alone: chmod 600 ${shown}`,
        })
      }
    }
  } catch (cause) {
    if (cause instanceof ChatCliError) throw cause
    // A setting that is a path was made absolute before.
    if (shown !== path)
      throw new ChatCliError('key', 'CHATCLI_ENCRYPTION_KEY_FILE is a key, not the path of a file', { hint })
    throw new ChatCliError('key', `The key file ${shown} cannot be read`, { hint, cause })
  }
  return text
}

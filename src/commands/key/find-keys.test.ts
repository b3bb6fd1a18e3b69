import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { ChatCliError } from '../../errors.ts'
import { keysOf, keyText, root } from '../../store/sealed/sealed-home.suite.ts'
import { textFor } from '../../text/text-for.ts'
import { findKeys, type FindKeysOptions, type FoundKeys } from './find-keys.ts'

interface World {
  readonly files?: Readonly<Record<string, string>>
  readonly printed?: string
  readonly mode?: number
  readonly uid?: number | undefined
}

function find(
  settings: Partial<FindKeysOptions['settings']>,
  { files = {}, printed = '', mode = 0o600, uid }: World,
): Promise<FoundKeys> {
  const disk = createSimulatedDisk()
  for (const folder of ['/home', root]) disk.makeFolder(folder)
  for (const [path, text] of Object.entries(files)) {
    const fd = disk.createExclusive(path)
    disk.write(fd, Buffer.from(text))
    disk.close(fd)
    disk.setMode(path, mode)
  }
  return findKeys({
    settings: {
      home: root,
      encryptionKey: undefined,
      encryptionKeyFile: undefined,
      encryptionKeyCommand: undefined,
      previousEncryptionKey: [],
      ...settings,
    },
    disk,
    run: async () => printed,
    askSecret: undefined,
    text: textFor('en'),
    uid,
  })
}

async function errorOf(found: Promise<FoundKeys>): Promise<string> {
  try {
    await found
    return 'none'
  } catch (error) {
    return error instanceof ChatCliError ? `${error.message} ${error.hint}` : String(error)
  }
}

describe('the keys of a process', () => {
  it('are found although the passphrases of the home are damaged', async () => {
    const files = { [`${root}/keys.json`]: '{"slots":', [`${root}/my-key`]: `${keyText(7)}\n` }
    const ofFile = await find({ encryptionKeyFile: `${root}/my-key` }, { files })
    const ofCommand = await find({ encryptionKeyCommand: 'show it' }, { files, printed: keyText(7) })
    expect(ofFile.keyring.current?.id).toBe(keysOf(7).current?.id)
    expect(ofCommand.keyring.current?.id).toBe(keysOf(7).current?.id)
  })

  it('are not taken of a file that others can read, or that is theirs', async () => {
    const path = `${root}/my-key`
    const files = { [path]: keyText(7) }
    const of = (mode: number, uid: number | undefined) =>
      find({ encryptionKeyFile: path }, { files, mode, uid })
    expect((await of(0o600, 1000)).keyring.current?.id).toBe(keysOf(7).current?.id)
    expect((await of(0o644, undefined)).keyring.current?.id).toBe(keysOf(7).current?.id)
    for (const mode of [0o640, 0o604, 0o644])
      expect(await errorOf(of(mode, 1000))).toMatch(/can be read by other users.*chmod 600/)
    expect(await errorOf(of(0o600, 1001))).toMatch(/belongs to another user/)
  })

  it('are never shown, also when they stand where their file or command belongs', async () => {
    const key = keyText(7)
    const said = [
      await errorOf(find({ encryptionKeyFile: key }, {})),
      await errorOf(find({ encryptionKeyFile: ` ${key}\n` }, {})),
      await errorOf(find({ encryptionKeyFile: `/keys/${key}` }, {})),
      await errorOf(find({ encryptionKeyCommand: `echo -n ${key}` }, { printed: `-n ${key}` })),
      JSON.stringify((await find({ encryptionKeyCommand: `echo ${key}` }, { printed: key })).source),
    ]
    expect(said[0]).toMatch(/is a key, not the path/)
    for (const text of said) {
      expect(text).not.toBe('none')
      expect(text).not.toContain(key.slice(0, 20))
    }
  })
})

import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { recoveryWords } from '../../seal/recovery-words.ts'
import { filesIn, filesWith, keyText, keysOf, root } from '../../store/sealed/sealed-home.suite.ts'
import { textFor } from '../../text/text-for.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { runHead } from './run-head.ts'
import { runKey } from './run-key.ts'
import { runSeal, runUnseal } from './run-seal.ts'
import { runVerify } from './run-verify.ts'
import { openVault } from './vault.ts'

const now = (): number => Date.UTC(2026, 5, 1)
const text = textFor('en')

interface Given {
  readonly key?: number
  readonly previous?: readonly number[]
  readonly file?: string
  readonly passphrases?: readonly string[]
  readonly input?: string
}

/** A command line on a home: what is in the environment, and what a person types. */
function contextOn(
  disk: SimulatedDisk,
  { key, previous = [], file, passphrases, input = '' }: Given,
): BaseContext {
  const typed = [...(passphrases ?? [])]
  const vault = async (withoutKey: boolean) =>
    openVault({
      settings: {
        home: root,
        historyFile: undefined,
        encryptionKey: key === undefined ? undefined : keyText(key),
        encryptionKeyFile: file,
        encryptionKeyCommand: undefined,
        previousEncryptionKey: previous.map(keyText),
      },
      disk,
      now,
      text,
      uid: undefined,
      run: async () => '',
      askSecret: passphrases === undefined ? undefined : async () => typed.shift() ?? '',
      withoutKey,
      slotCost: { n: 1024, r: 8, p: 1 },
    })
  const context: Partial<BaseContext> = {
    text,
    now,
    cwd: '/desk',
    disk,
    ask: undefined,
    readInput: async () => input,
    vault: async () => vault(false),
    vaultWithoutKey: async () => vault(true),
  }
  return context as BaseContext
}

function plainHome(): SimulatedDisk {
  const disk = createSimulatedDisk({ nowMs: now() })
  openChatCli({ home: root, disk, now }).sessions.save('tides', [{ role: 'user', content: 'of the walrus' }])
  return disk
}

function search(disk: SimulatedDisk, key: number): string[] {
  const chatcli = openChatCli({ home: root, disk, now, encryptionKey: keyText(key) })
  return chatcli.sessions.load('tides').messages.map(({ content }) => content)
}

async function codeOf(work: Promise<CommandResult>): Promise<string> {
  try {
    return (await work).problem?.code ?? 'done'
  } catch (error) {
    if (error instanceof ChatCliError) return `${error.code}: ${error.message}`
    throw error
  }
}

const input = (...words: readonly string[]) => ({ words, options: {} })
const id = (byte: number): string => keysOf(byte).current?.id ?? ''

describe('sealing from the command line', () => {
  it('seals, and takes the seal off again, told with counts', async () => {
    const disk = plainHome()
    expect(await codeOf(runSeal(contextOn(disk, {})))).toMatch(/^key: This process has no key/)
    expect((await runSeal(contextOn(disk, { key: 7 }))).json).toMatchObject({ changed: 2, left: [] })
    expect(filesWith(disk, 'walrus')).toEqual([])
    expect(search(disk, 7)).toEqual(['of the walrus'])
    const sealed = filesIn(disk)
    for (const given of [{}, { key: 9 }]) {
      expect(await codeOf(runUnseal(contextOn(disk, given)))).toMatch(/^key: .*needs key/)
      if ('key' in given) expect(await codeOf(runSeal(contextOn(disk, given)))).toMatch(/^key: .*another key/)
      expect(await codeOf(runVerify(contextOn(disk, given), input()))).toMatch(/^key: /)
      expect(await codeOf(runHead(contextOn(disk, given)))).toMatch(/^key: /)
    }
    expect(filesIn(disk)).toEqual(sealed)
    expect((await runUnseal(contextOn(disk, { key: 7 }))).json).toMatchObject({ changed: 2, left: [] })
    expect(JSON.parse(filesIn(disk).get('home.json')?.toString() ?? '')).toMatchObject({ format: 1 })
  })

  it('replaces the key, and goes on where it was cut short', async () => {
    const disk = plainHome()
    await runSeal(contextOn(disk, { key: 7 }))
    expect(await codeOf(runKey(contextOn(disk, { key: 7 }), input('rotate')))).toMatch(/^refused: /)
    expect(await codeOf(runKey(contextOn(disk, { key: 9 }), input('rotate')))).toMatch(
      /^key: The key this home/,
    )
    const rotate = contextOn(disk, { key: 9, previous: [7] })
    const dying = disk.anotherProcess()
    dying.crashAt(40)
    await expect(runKey(contextOn(dying, { key: 9, previous: [7] }), input('rotate'))).rejects.toThrow()
    expect((await runKey(rotate, input('status'))).json).toMatchObject({
      sealed: { key: id(9), also: [id(7)] },
    })
    expect((await runKey(rotate, input('rotate'))).problem).toBeUndefined()
    expect((await runKey(contextOn(disk, { key: 9 }), input('status'))).json).toMatchObject({
      key: id(9),
      sealed: { key: id(9), also: [] },
    })
    expect(filesWith(disk, id(7))).toEqual([])
    expect(search(disk, 9)).toEqual(['of the walrus'])
  })

  it('finishes a rotation that was cut short in its last look', async () => {
    const disk = plainHome()
    await runSeal(contextOn(disk, { key: 7 }))
    const old = filesIn(disk)
    const rotate = contextOn(disk, { key: 9, previous: [7] })
    await runKey(rotate, input('rotate'))
    // As somebody with the old key wrote them in that moment.
    for (const [path, bytes] of old)
      if (path !== 'home.json')
        writeDurably(disk, `${root}/${path}`, bytes, { replace: true, randomName: () => 'put-back' })
    const again = await runKey(rotate, input('rotate'))
    expect(again.problem).toBeUndefined()
    expect(filesWith(disk, id(7))).toEqual([])
    expect(search(disk, 9)).toEqual(['of the walrus'])
    const { json, notes } = await runKey(rotate, input('rotate'))
    expect(json).toMatchObject({ changed: 0, left: [] })
    expect(notes).toEqual([text.key.rotateSameHint])
  })

  it('never shows a key', async () => {
    const disk = plainHome()
    const { text: said, json } = await runKey(contextOn(disk, { key: 7, previous: [9] }), input('status'))
    expect(`${said}${JSON.stringify(json)}`).toContain(id(7))
    for (const byte of [7, 9]) expect(`${said}${JSON.stringify(json)}`).not.toContain(keyText(byte))
    expect(await codeOf(runKey(contextOn(disk, {}), input('paint')))).toMatch(/^usage: /)
  })
})

describe('a passphrase', () => {
  it('is made, opens the home, is replaced with its key, and is made again from the words', async () => {
    const disk = plainHome()
    const first = 'six words that nobody says'
    const second = 'other words for another key'
    expect(await codeOf(runKey(contextOn(disk, { passphrases: ['short'] }), input('init')))).toMatch(
      /^refused/,
    )
    expect(await codeOf(runKey(contextOn(disk, { passphrases: [first, second] }), input('init')))).toMatch(
      /^refused/,
    )
    const made = await runKey(contextOn(disk, { passphrases: [first, first] }), input('init'))
    expect(made.json['words']).toHaveLength(24)
    expect(made.json['key']).not.toBe('')
    expect(await codeOf(runSeal(contextOn(disk, { passphrases: ['', '', 'wrong'] })))).toMatch(/^key: /)
    expect((await runSeal(contextOn(disk, { passphrases: [first] }))).problem).toBeUndefined()
    expect(filesWith(disk, 'walrus')).toEqual([])

    const rotated = contextOn(disk, { passphrases: [first, second, second] })
    expect((await runKey(rotated, input('rotate'))).problem).toBeUndefined()
    const status = await runKey(contextOn(disk, { passphrases: [second] }), input('status'))
    expect(status.json).toMatchObject({ source: { kind: 'passphrase' }, previous: [made.json['key']] })
    expect(status.json['key']).not.toBe(made.json['key'])

    const words = await runKey(contextOn(disk, { passphrases: [second] }), input('recovery'))
    const sheet = (words.json['words'] as readonly string[]).join(' ')
    disk.unlink(`${root}/keys.json`)
    const restore = { words: ['recovery'], options: { restore: true } } as const
    const foreign = (await recoveryWords(keysOf(3).current ?? { id: '', bytes: new Uint8Array(32) })).join(
      ' ',
    )
    expect(await codeOf(runKey(contextOn(disk, { input: `${foreign}\n${first}\n` }), restore))).toMatch(
      /^key: /,
    )
    await runKey(contextOn(disk, { input: `${sheet}\n${first}\n` }), restore)
    expect((await runVerify(contextOn(disk, { passphrases: [first] }), input())).problem).toBeUndefined()
  })
})

describe('a head', () => {
  it('holds while a home grows, and tells what is gone', async () => {
    const disk = plainHome()
    const context = contextOn(disk, { key: 7 })
    await runSeal(context)
    const { text: head } = await runHead(context)
    disk.makeFolder('/desk')
    const fd = disk.createExclusive('/desk/head.json')
    disk.write(fd, Buffer.from(head))
    disk.close(fd)
    const verify = { words: [], options: { 'expect-head': 'head.json' } } as const
    const live = openChatCli({ home: root, disk, now, encryptionKey: keyText(7) }).sessions.open('tides')
    live.append([{ role: 'user', content: 'more' }])
    live.save()
    live.close()
    expect((await runVerify(context, verify)).problem).toBeUndefined()
    const [transcript = ''] = disk.list(`${root}/transcripts`)
    disk.unlink(`${root}/transcripts/${transcript}`)
    const found = await runVerify(context, verify)
    expect(found.problem?.code).toBe('damaged')
    expect(found.json['findings']).toMatchObject([
      { path: 'sessions/tides.json', problem: 'no-transcript' },
      { path: `transcripts/${transcript}`, problem: 'head-missing' },
    ])
    const other = { words: [], options: { 'expect-head': `${root}/home.json` } } as const
    expect(await codeOf(runVerify(context, other))).toMatch(/^usage: /)
  })
})

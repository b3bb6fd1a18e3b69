import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { sha256 } from '../conversation/message-hash.ts'
import { ChatCliError } from '../errors.ts'
import { type Archive, type ArchiveOptions, openArchive } from './archive.ts'
import { type StoreContext, testContext } from './store-context.ts'

const folder = '/home/chatcli/ccr'
const text = 'What a long log.\n'.repeat(300)
const key = sha256(text).slice(0, 16)

function open(options: ArchiveOptions = {}): {
  disk: SimulatedDisk
  archive: Archive
  context: StoreContext
  tick: (ms: number) => void
} {
  let now = 1_700_000_000_000
  const disk = createSimulatedDisk({ nowMs: now })
  const context = testContext(disk, { now: () => now })
  return { disk, context, archive: openArchive(context, options), tick: (ms) => (now += ms) }
}

/** A hash under which all texts of one length share their short keys. */
const clashing = (bytes: Uint8Array): string => 'ab'.repeat(8) + sha256(bytes).slice(16)

function overwrite(disk: SimulatedDisk, path: string, content: string): void {
  disk.unlink(path)
  const fd = disk.createExclusive(path)
  disk.write(fd, Buffer.from(content))
  disk.close(fd)
}

describe('the archive', () => {
  it('gives back every byte of a text, in the published place and form', () => {
    const { disk, archive, context } = open()
    const odd = '\uFEFFtabs\t\r\n字 👨‍👩‍👧 end'
    expect(archive.put(text)).toBe(key)
    expect(disk.list(folder)).toEqual([`${key}.ccr`])
    expect(archive.get(key.toUpperCase())).toBe(text)
    expect(archive.get(archive.put(odd) ?? '')).toBe(odd)
    expect(openArchive({ ...context, disk: disk.anotherProcess() }).get(key)).toBe(text)
    expect(disk.openFiles).toBe(0)
  })

  it('tells the key of a text beforehand, and writes nothing for that', () => {
    const { disk, archive } = open({ hash: clashing })
    const key = archive.keyOf(text)
    expect(disk.list(folder)).toEqual([])
    expect(archive.put(text)).toBe(key)
    const other = archive.keyOf(`${text}.`)
    expect(other).not.toBe(key)
    expect(archive.put(`${text}.`)).toBe(other)
  })

  it('is on the disk when it is acknowledged', () => {
    const { disk, archive, context } = open()
    archive.put(text)
    for (const { disk: later } of disk.crashStates())
      expect(openArchive({ ...context, disk: later }).get(key)).toBe(text)
  })

  it('takes nothing for a key that is none, and never leaves its folder', () => {
    const { disk, archive } = open()
    for (const bad of ['', '../home', `${key}0`, key.slice(1), 'z'.repeat(16), `../${key}`]) {
      expect(archive.get(bad)).toBeUndefined()
      expect(archive.has(bad)).toBe(false)
    }
    expect(disk.log).toEqual([])
  })

  it('writes again what another process removed', () => {
    const { disk, archive } = open()
    archive.put(text)
    disk.anotherProcess().unlink(`${folder}/${key}.ccr`)
    expect(archive.has(key)).toBe(false)
    expect(archive.put(text)).toBe(key)
    expect(archive.get(key)).toBe(text)
  })

  it('gives a longer key to a text whose short one is taken', () => {
    const { archive } = open({ hash: clashing })
    const one = archive.put('one') ?? ''
    const two = archive.put('two') ?? ''
    expect([one, two].map(({ length }) => length)).toEqual([16, 32])
    expect([one, two, archive.put('one'), archive.put('two')].map((each) => archive.get(each ?? ''))).toEqual(
      ['one', 'two', 'one', 'two'],
    )
  })

  it('notices damage, and mends it with the next text of the same key', () => {
    const { disk, archive } = open()
    archive.put(text)
    overwrite(disk, `${folder}/${key}.ccr`, `${text}!`)
    expect(archive.get(key)).toBeUndefined()
    expect(archive.has(key)).toBe(false)
    expect(archive.put(text)).toBe(key)
    expect(archive.get(key)).toBe(text)
  })

  it('makes again what is gone, and nothing else in its place', () => {
    const kept = new Map([[key, text]])
    const { archive } = open({ recreate: (wanted) => kept.get(wanted) })
    expect(archive.get(key)).toBe(text)
    kept.set(key, 'something else')
    expect(archive.get(key)).toBeUndefined()
  })

  it('refuses a text that would push out a quarter of the others', () => {
    const { disk, archive } = open({ maxBytes: 4000 })
    expect(archive.put('x'.repeat(1001))).toBeUndefined()
    expect(archive.put('x'.repeat(1000))).toBeDefined()
    expect(disk.list(folder)).toHaveLength(1)
    expect(open({ maxBytes: 0 }).archive.put('x'.repeat(10_000))).toBeDefined()
  })

  it('says why it could not keep a text', () => {
    const { disk, archive } = open()
    disk.setCapacity(10)
    expect(() => archive.put(text)).toThrow(ChatCliError)
    expect(disk.list(folder)).toEqual([])
  })
})

describe('pruning the archive', () => {
  const day = 86_400_000

  it('forgets what nobody asked for in a week, and keeps what somebody did', () => {
    const { disk, archive, tick } = open()
    const old = archive.put('old') ?? ''
    const used = archive.put('used') ?? ''
    tick(5 * day)
    disk.touch(`${folder}/${old}.ccr`, 1_700_000_000_000)
    expect(archive.get(used)).toBe('used')
    disk.touch(`${folder}/${used}.ccr`, 1_700_000_000_000 + 5 * day)
    tick(3 * day)
    expect(archive.prune()).toEqual({ expired: 1, evicted: 0, bytes: 4 })
    expect([archive.has(old), archive.has(used)]).toEqual([false, true])
  })

  it('notes that something was asked for, at most once an hour', () => {
    const { disk, archive, tick } = open()
    archive.put(text)
    const before = disk.stat(`${folder}/${key}.ccr`)?.ino
    archive.get(key)
    expect(disk.stat(`${folder}/${key}.ccr`)?.ino).toBe(before)
    tick(2 * 3_600_000)
    archive.get(key)
    expect(disk.stat(`${folder}/${key}.ccr`)?.ino).not.toBe(before)
    expect(archive.get(key)).toBe(text)
  })

  it('lets go of the longest unused when there is too much, by itself and once an hour', () => {
    const { disk, archive, tick } = open({ maxBytes: 100, ttlMs: 0 })
    for (let i = 0; i < 6; i++) {
      const each = archive.put(`${i}`.repeat(20)) ?? ''
      disk.touch(`${folder}/${each}.ccr`, 1_700_000_000_000 + i)
    }
    expect(disk.list(folder)).toHaveLength(6)
    tick(2 * 3_600_000)
    archive.put('x'.repeat(20))
    expect(disk.list(folder)).toHaveLength(5)
    expect(archive.has(sha256('0'.repeat(20)).slice(0, 16))).toBe(false)
    expect(archive.has(sha256('5'.repeat(20)).slice(0, 16))).toBe(true)
  })

  it('leaves files that are not its own', () => {
    const { disk, archive, tick } = open({ maxBytes: 10, ttlMs: 1 })
    archive.put('a')
    overwriteNew(disk, `${folder}/notes.txt`)
    tick(day)
    archive.prune()
    expect(disk.list(folder)).toEqual(['notes.txt'])
  })

  it('has nothing to do where there is no archive', () => {
    expect(open().archive.prune()).toEqual({ expired: 0, evicted: 0, bytes: 0 })
  })
})

function overwriteNew(disk: SimulatedDisk, path: string): void {
  disk.close(disk.createExclusive(path))
}

import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openForAppend } from './append-durably.ts'
import type { Disk } from './disk.ts'
import { makeFolderDurably } from './make-folder-durably.ts'
import { readWholeFile } from './read-file.ts'
import { createRealDisk } from './real-disk.ts'
import { SimulatedCrash } from './simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts'

const PATH = '/t/x.jsonl'
const get = (disk: Disk, path: string = PATH): string => Buffer.from(readWholeFile(disk, path)).toString()
const line = (n: number): Buffer => Buffer.from(`\n{"n":${n}}\n`)

function world(capacity = Infinity): SimulatedDisk {
  const disk = createSimulatedDisk({ capacity })
  makeFolderDurably(disk, '/t')
  return disk
}

function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}

describe('openForAppend', () => {
  it('acknowledges with the offset, after one write and one sync of the file', () => {
    const disk = world()
    const handle = openForAppend(disk, PATH, { create: true })
    const before = { ...disk.counters }
    expect(handle.append(line(0))).toEqual({ status: 'acknowledged', offset: 0, size: 9 })
    expect(handle.append(line(1))).toEqual({ status: 'acknowledged', offset: 9, size: 18 })
    expect(disk.counters.syncs - before.syncs).toBe(2)
    expect(disk.log.filter(({ name }) => name === 'write')).toHaveLength(2)
    handle.close()
    handle.close()
    expect(disk.openFiles).toBe(0)
    expect(thrownBy(() => handle.append(line(2)))).toMatchObject({ code: 'storage' })
  })

  it('creates only a new file and opens only an existing one', () => {
    const disk = world()
    expect(thrownBy(() => openForAppend(disk, PATH))).toMatchObject({ code: 'storage' })
    openForAppend(disk, PATH, { create: true }).close()
    expect(thrownBy(() => openForAppend(disk, PATH, { create: true }))).toMatchObject({ code: 'exists' })
    openForAppend(disk, PATH).close()
    expect(disk.openFiles).toBe(0)
  })

  it('keeps every acknowledged line through a kill or a power cut at every call', () => {
    let states = 0
    for (let k = 1; ; k++) {
      const disk = world()
      disk.crashAt(k)
      let acknowledged = 0
      const error = thrownBy(() => {
        makeFolderDurably(disk, '/t/deep/er')
        const handle = openForAppend(disk, '/t/deep/er/x.jsonl', { create: true })
        for (let n = 0; n < 3; n++) {
          handle.append(line(n))
          acknowledged++
        }
        handle.close()
      })
      for (const after of [disk.killed(), ...[...disk.crashStates()].map((cut) => cut.disk)]) {
        states++
        const text = after.stat('/t/deep/er/x.jsonl') === undefined ? '' : get(after, '/t/deep/er/x.jsonl')
        for (let n = 0; n < acknowledged; n++) expect(text).toContain(line(n).toString())
      }
      if (error === undefined) break
      expect(error).toBeInstanceOf(SimulatedCrash)
    }
    expect(states).toBeGreaterThan(40)
  })

  it('makes the name certain even when the writer that created the file had not got so far', () => {
    const disk = world()
    disk.close(disk.createExclusive(PATH))
    const handle = openForAppend(disk, PATH)
    handle.append(line(0))
    for (const { disk: after } of disk.crashStates()) expect(get(after)).toBe(line(0).toString())
    handle.close()
  })

  it('finds its offset when another writer gets in between, before or after', () => {
    for (const at of ['write', 'sync']) {
      const disk = world()
      const handle = openForAppend(disk, PATH, { create: true })
      const other = disk.anotherProcess()
      disk.beforeCall((name) => {
        if (name !== at) return
        const theirs = openForAppend(other, PATH)
        theirs.append(line(77))
        theirs.close()
      })
      const result = handle.append(line(5))
      const offset = at === 'write' ? 10 : 0
      expect(result).toEqual({ status: 'acknowledged', offset, size: 19 })
      expect(get(disk).slice(offset, offset + 9)).toBe(line(5).toString())
      handle.close()
    }
  })

  it('says so when the file was moved, removed or replaced, at any moment before', () => {
    const changes: ((disk: SimulatedDisk) => void)[] = [
      (disk) => disk.unlink(PATH),
      (disk) => disk.rename(PATH, '/t/elsewhere'),
      (disk) => {
        disk.close(disk.createExclusive('/t/new'))
        disk.rename('/t/new', PATH)
      },
    ]
    for (const change of changes) {
      for (const at of ['statOpen', 'write', 'sync', 'stat']) {
        const disk = world()
        const handle = openForAppend(disk, PATH, { create: true })
        const other = disk.anotherProcess()
        let done = false
        disk.beforeCall((name) => {
          if (name !== at || done) return
          done = true
          change(other)
        })
        expect(handle.append(line(0))).toEqual({ status: 'moved' })
        const writes = disk.counters.bytesWritten
        expect(handle.append(line(0))).toEqual({ status: 'moved' })
        expect(disk.counters.bytesWritten).toBe(writes)
        handle.close()
      }
    }
  })

  it('reports any failing call in plain words, and writes no more on that descriptor', () => {
    const plain: [string, string][] = [
      ['ENOSPC', 'no space is left'],
      ['EDQUOT', 'quota'],
      ['EIO', 'input/output error'],
      ['EROFS', 'read-only'],
    ]
    const calm = world()
    const first = openForAppend(calm, PATH, { create: true })
    const before = calm.log.length
    first.append(line(0))
    const calls = calm.log.length - before
    expect(calls).toBeGreaterThanOrEqual(4)
    for (const [code, words] of plain) {
      for (let k = 1; k <= calls; k++) {
        const disk = world()
        const handle = openForAppend(disk, PATH, { create: true })
        disk.failAt(k, code)
        const error = thrownBy(() => handle.append(line(0)))
        expect(error).toMatchObject({ code: 'storage', hint: expect.any(String), cause: { code } })
        expect((error as Error).message).toContain(words)
        expect((error as Error).message).toContain(code)
        const { syncs, bytesWritten } = disk.counters
        expect(thrownBy(() => handle.append(line(1)))).toMatchObject({ code: 'storage' })
        expect(disk.counters).toMatchObject({ syncs, bytesWritten })
        handle.close()
      }
    }
  })

  it('does not acknowledge a short write; the next handle starts on a fresh line', () => {
    const disk = world()
    const handle = openForAppend(disk, PATH, { create: true })
    handle.append(line(0))
    disk.setCapacity(13)
    const error = thrownBy(() => handle.append(line(1)))
    expect(error).toMatchObject({ code: 'storage' })
    expect((error as Error).message).toContain('4 of 9 bytes')
    handle.close()
    disk.setCapacity(100)
    const next = openForAppend(disk, PATH)
    expect(next.append(line(1))).toEqual({ status: 'acknowledged', offset: 13, size: 22 })
    next.close()
    expect(get(disk).split('\n').filter(Boolean)).toEqual(['{"n":0}', '{"n', '{"n":1}'])
  })

  it('works on the real disk, two handles on one file', () => {
    const root = fs.mkdtempSync(join(tmpdir(), 'chatcli-append-'))
    const disk = createRealDisk()
    const path = join(root, 'a', 'b', 'x.jsonl')
    makeFolderDurably(disk, join(root, 'a', 'b'))
    const first = openForAppend(disk, path, { create: true })
    const second = openForAppend(disk, path)
    expect(first.append(line(1))).toEqual({ status: 'acknowledged', offset: 0, size: 9 })
    expect(second.append(line(2))).toEqual({ status: 'acknowledged', offset: 9, size: 18 })
    expect(first.append(line(3))).toEqual({ status: 'acknowledged', offset: 18, size: 27 })
    disk.rename(path, join(root, 'moved'))
    expect(first.append(line(4))).toEqual({ status: 'moved' })
    first.close()
    second.close()
    fs.rmSync(root, { recursive: true })
  })
})

import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import type { Disk } from './disk.ts'
import { readWholeFile } from './read-file.ts'
import { createRealDisk } from './real-disk.ts'
import { SimulatedCrash } from './simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk, type SimulatedDiskOptions } from './simulated-disk.ts'
import { isTempFileName } from './stale-temp-files.ts'
import { writeDurably, type WriteDurablyOptions } from './write-durably.ts'

const PATH = '/s/x.json'
const OLD = Buffer.from('{"old":true}')
const NEW = Buffer.from('{"new":"longer than the old one"}')

function names(): () => string {
  let next = 0
  return () => `random-${String(next++).padStart(4, '0')}`
}
const randomName = names()

function world(old: Uint8Array | undefined, options: SimulatedDiskOptions = {}): SimulatedDisk {
  const disk = createSimulatedDisk(options)
  disk.makeFolder('/s')
  disk.syncFolder('/')
  if (old !== undefined) writeDurably(disk, PATH, old, { replace: false, randomName })
  return disk
}

function get(disk: Disk): string | undefined {
  return disk.stat(PATH) === undefined ? undefined : Buffer.from(readWholeFile(disk, PATH)).toString()
}

function thrownBy(call: () => void): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}

const write = (disk: Disk, replace: boolean, extra: Partial<WriteDurablyOptions> = {}): void =>
  writeDurably(disk, PATH, NEW, { replace, randomName, ...extra })

describe('writeDurably', () => {
  for (const replace of [true, false]) {
    const old = replace ? OLD : undefined
    const before = old?.toString()
    const kind = replace ? 'replacing' : 'under a new name'

    it(`${kind}: survives a power cut right after it returns`, () => {
      const disk = world(old)
      write(disk, replace)
      expect([...disk.crashStates()].map((cut) => get(cut.disk))).toEqual([NEW.toString()])
      expect(disk.list('/s')).toEqual(['x.json'])
      expect(disk.stat(PATH)).toMatchObject({ mode: 0o600, links: 1 })
      expect(disk.openFiles).toBe(0)
    })

    it(`${kind}: is old or new, never half, at every call and after every power cut`, () => {
      let states = 0
      for (let k = 1; ; k++) {
        const disk = world(old, { maxWrite: 10 })
        disk.crashAt(k)
        const error = thrownBy(() => write(disk, replace))
        for (const after of [disk.killed(), ...[...disk.crashStates()].map((cut) => cut.disk)]) {
          states++
          expect([before, NEW.toString()]).toContain(get(after))
          for (const name of after.list('/s')) expect(name === 'x.json' || isTempFileName(name)).toBe(true)
          // What the crash left does not stand in the way of doing it again.
          if (get(after) === before) write(after, replace)
          expect(get(after)).toBe(NEW.toString())
        }
        if (error === undefined) break
        expect(error).toBeInstanceOf(SimulatedCrash)
      }
      expect(states).toBeGreaterThan(50)
    })

    it(`${kind}: leaves the old bytes and no temp file when any call before the swap fails`, () => {
      for (let k = 1; ; k++) {
        const disk = world(old)
        const swap = replace ? 'rename' : 'link'
        const earlier = disk.log.length
        disk.failAt(k, 'EIO')
        const error = thrownBy(() => write(disk, replace))
        if (error === undefined) break
        expect(error).toMatchObject({ code: 'storage', hint: expect.any(String) })
        expect((error as Error).message).toContain(
          `Could not write ${PATH}: the disk reported an input/output error`,
        )
        expect(disk.openFiles).toBe(0)
        const calls = disk.log.slice(earlier)
        const swapped = calls.findIndex(({ name }) => name === swap)
        // The swap itself, or a call before it, was the one that failed.
        if (swapped < 0 || swapped === k - 1) expect(get(disk)).toBe(before)
        else expect(get(disk)).toBe(NEW.toString())
        expect(disk.list('/s').filter(isTempFileName)).toEqual([])
      }
    })

    it(`${kind}: loops over short writes, and keeps the old file when the disk is full`, () => {
      for (let room = 0; room < NEW.length; room++) {
        const disk = world(old, { maxWrite: 7 })
        disk.setCapacity((old?.length ?? 0) + room)
        expect(thrownBy(() => write(disk, replace))).toMatchObject({ code: 'storage' })
        expect(get(disk)).toBe(before)
        expect(disk.list('/s').filter(isTempFileName)).toEqual([])
        disk.setCapacity((old?.length ?? 0) + NEW.length)
        write(disk, replace)
        expect(get(disk)).toBe(NEW.toString())
      }
    })

    it(`${kind}: never syncs a descriptor again after a failed sync`, () => {
      const disk = world(old)
      const before = disk.counters.syncs
      disk.failAt(1, 'EIO', { names: ['sync'] })
      expect(thrownBy(() => write(disk, replace))).toMatchObject({ code: 'storage' })
      expect(disk.counters.syncs - before).toBe(1)
    })

    it(`${kind}: a refusal by beforeSwap reaches the caller and leaves everything as it was`, () => {
      const disk = world(old)
      const refusal = new ChatCliError('conflict', 'another session')
      const beforeSwap = (): void => {
        expect(get(disk)).toBe(before)
        throw refusal
      }
      expect(thrownBy(() => write(disk, replace, { beforeSwap }))).toBe(refusal)
      expect(get(disk)).toBe(before)
      expect(disk.list('/s').filter(isTempFileName)).toEqual([])
    })
  }

  it('does not trust a disk that took fewer bytes than it said', () => {
    const disk = world(OLD)
    const lying: Disk = { ...disk, write: (fd, bytes) => disk.write(fd, bytes.subarray(1)) + 1 }
    expect(thrownBy(() => write(lying, true))).toMatchObject({ code: 'storage' })
    expect(get(disk)).toBe(OLD.toString())
    expect(disk.list('/s')).toEqual(['x.json'])
  })

  it('does not touch a new name that somebody took, even at the last moment', () => {
    const disk = world(undefined)
    const beforeSwap = (): void => {
      const fd = disk.createExclusive(PATH)
      disk.write(fd, OLD)
      disk.close(fd)
    }
    expect(thrownBy(() => write(disk, false, { beforeSwap }))).toMatchObject({
      code: 'exists',
      cause: { code: 'EEXIST' },
    })
    expect(get(disk)).toBe(OLD.toString())
    expect(disk.list('/s')).toEqual(['x.json'])
  })

  it('leaves a temp file of somebody else alone', () => {
    const disk = world(OLD)
    disk.close(disk.createExclusive('/s/.same-name.tmp'))
    const error = thrownBy(() => write(disk, true, { randomName: () => 'same-name' }))
    expect(error).toMatchObject({ code: 'storage' })
    expect(disk.list('/s')).toEqual(['.same-name.tmp', 'x.json'])
  })

  it('writes an empty file, and a large one in full, on the real disk', () => {
    const root = fs.mkdtempSync(join(tmpdir(), 'chatcli-write-'))
    const disk = createRealDisk()
    const path = join(root, 'x.json')
    const large = new Uint8Array(3_000_001).fill(65)
    writeDurably(disk, path, new Uint8Array(0), { replace: false, randomName })
    expect(disk.stat(path)?.size).toBe(0)
    writeDurably(disk, path, large, { replace: true, randomName })
    expect(Buffer.compare(readWholeFile(disk, path), large)).toBe(0)
    expect(disk.stat(path)?.mode).toBe(0o600)
    expect(thrownBy(() => writeDurably(disk, path, large, { replace: false, randomName }))).toMatchObject({
      code: 'exists',
    })
    expect(disk.list(root)).toEqual(['x.json'])
    fs.rmSync(root, { recursive: true })
  })
})

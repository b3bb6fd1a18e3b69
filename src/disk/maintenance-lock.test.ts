import { describe, expect, it } from 'vitest'
import { type MaintenanceLock, tryMaintenanceLock } from './maintenance-lock.ts'
import type { ProcessIdentity, ProcessProbe } from './process-identity.ts'
import { SimulatedCrash } from './simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts'
import { isTempFileName } from './stale-temp-files.ts'

const PATH = '/state/index.lock'
let names = 0
const randomName = (): string => `lock-test-${names++}`

function processes(pid: number, dead: readonly number[] = [], unknown: readonly number[] = []): ProcessProbe {
  const self: ProcessIdentity = { pid, host: 'box', boot: 'boot', started: `${pid}00` }
  return {
    self,
    liveness: (other) =>
      dead.includes(other.pid) ? 'dead' : unknown.includes(other.pid) ? 'unknown' : 'alive',
  }
}

function world(): SimulatedDisk {
  const disk = createSimulatedDisk()
  disk.makeFolder('/state')
  disk.syncFolder('/')
  return disk
}

const take = (disk: SimulatedDisk, probe: ProcessProbe): MaintenanceLock | undefined =>
  tryMaintenanceLock(disk, PATH, { processes: probe, randomName }).lock

describe('tryMaintenanceLock', () => {
  it('gives the lock to one, names the holder to the others, and can be given back', () => {
    const disk = world()
    const lock = take(disk, processes(1))!
    expect(lock.isHeld()).toBe(true)
    expect(tryMaintenanceLock(disk, PATH, { processes: processes(2), randomName })).toMatchObject({
      lock: undefined,
      holder: { pid: 1, host: 'box', started: '100' },
    })
    lock.close()
    lock.close()
    expect(disk.list('/state')).toEqual([])
    expect(take(disk, processes(2))?.isHeld()).toBe(true)
    expect(lock.isHeld()).toBe(false)
    lock.close()
    expect(disk.list('/state')).toEqual(['index.lock'])
    expect(disk.openFiles).toBe(0)
  })

  it('P31: takes over from a dead process at once, whatever the times of the file say', () => {
    const disk = world()
    const old = take(disk, processes(1))!
    disk.touch(PATH, 9e15)
    expect(take(disk, processes(2, [1]))?.isHeld()).toBe(true)
    expect(old.isHeld()).toBe(false)
    expect(disk.list('/state')).toEqual(['index.lock'])
  })

  it('never takes over from a process that may be alive, however old the file', () => {
    const disk = world()
    take(disk, processes(1))
    disk.touch(PATH, 0)
    expect(take(disk, processes(2, [], [1]))).toBeUndefined()
    expect(take(disk, processes(3))).toBeUndefined()
  })

  it('takes over what a power cut left of a lock', () => {
    const disk = world()
    take(disk, processes(1))
    let states = 0
    for (const { label, disk: after } of disk.crashStates()) {
      states++
      expect([label, take(after, processes(2, [1]))?.isHeld()]).toEqual([label, true])
    }
    expect(states).toBeGreaterThan(5)
  })

  it('lets one of two win when both see a dead holder, wherever the other gets in between', () => {
    let tried = 0
    for (let k = 1; ; k++) {
      const disk = world()
      take(disk, processes(1))
      const second = disk.anotherProcess()
      const first = disk.anotherProcess()
      let theirs: MaintenanceLock | undefined
      let calls = 0
      second.beforeCall(() => {
        calls++
        if (calls === k) theirs = take(first, processes(3, [1]))
      })
      const ours = take(second, processes(2, [1]))
      if (calls < k) break
      tried++
      const holders = [ours, theirs].filter((lock) => lock?.isHeld())
      expect([k, holders.length]).toEqual([k, 1])
      // Whoever was told that it has the lock has it still.
      expect([ours, theirs].filter(Boolean)).toHaveLength(1)
      expect(disk.list('/state')).toEqual(['index.lock'])
    }
    expect(tried).toBeGreaterThan(10)
  })

  it('can be taken after a kill at any call of a take-over', () => {
    for (let k = 1; ; k++) {
      const disk = world()
      take(disk, processes(1))
      const victim = disk.anotherProcess()
      victim.crashAt(k)
      let died = false
      try {
        take(victim, processes(2, [1]))
      } catch (error) {
        expect(error).toBeInstanceOf(SimulatedCrash)
        died = true
      }
      expect(take(disk.anotherProcess(), processes(3, [1, 2]))?.isHeld()).toBe(true)
      for (const name of disk.list('/state')) expect(name === 'index.lock' || isTempFileName(name)).toBe(true)
      if (!died) break
    }
  })

  it('says in plain words when the lock cannot be written', () => {
    const disk = world()
    disk.failAt(1, 'EROFS', { names: ['createExclusive'] })
    expect(() => take(disk, processes(1))).toThrow('the disk is read-only')
    disk.failAt(1, 'EIO', { names: ['write'] })
    expect(() => take(disk, processes(1))).toThrow('input/output error')
    expect(disk.list('/state')).toEqual([])
    expect(disk.openFiles).toBe(0)
  })
})

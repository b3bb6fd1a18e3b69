import { describe, expect, it } from 'vitest'
import type { Disk } from './disk.ts'
import { describeDiskContract } from './disk-contract.suite.ts'
import { SimulatedCrash } from './simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts'

describeDiskContract('simulated disk', () => {
  const disk = createSimulatedDisk()
  disk.makeFolder('/home')
  return {
    disk,
    root: '/home',
    makeLink: (path) => disk.plant(path, 'link'),
    makePipe: (path) => disk.plant(path, 'other'),
    cleanUp: () => expect(disk.openFiles).toBe(0),
  }
})

function put(disk: Disk, path: string, text: string, sync = false): void {
  const fd = disk.createExclusive(path)
  if (text !== '') disk.write(fd, Buffer.from(text))
  if (sync) disk.sync(fd)
  disk.close(fd)
}

function append(disk: Disk, path: string, ...texts: string[]): void {
  const fd = disk.openAppend(path)
  for (const text of texts) disk.write(fd, Buffer.from(text))
  disk.close(fd)
}

function get(disk: Disk, path: string): string | undefined {
  if (disk.stat(path) === undefined) return undefined
  const fd = disk.openRead(path)
  const into = new Uint8Array(disk.statOpen(fd).size)
  disk.read(fd, into, 0)
  disk.close(fd)
  return Buffer.from(into).toString()
}

/** What each possible disk after a power cut holds under the path, distinct values only, sorted. */
function outcomes(disk: SimulatedDisk, path: string): string[] {
  const found = new Set<string>()
  for (const cut of disk.crashStates({ limit: 10_000 })) found.add(get(cut.disk, path) ?? '(none)')
  return [...found].sort()
}

function settled(): SimulatedDisk {
  const disk = createSimulatedDisk()
  disk.makeFolder('/a')
  disk.makeFolder('/b')
  disk.syncFolder('/')
  return disk
}

describe('simulated power cut', () => {
  it('keeps what was synced, and only that for certain', () => {
    const disk = settled()
    put(disk, '/a/f', 'abcd', true)
    disk.syncFolder('/a')
    expect(outcomes(disk, '/a/f')).toEqual(['abcd'])
    append(disk, '/a/f', 'EFGH')
    expect(outcomes(disk, '/a/f')).toEqual(['abcd', 'abcd\0\0\0\0', 'abcdEF', 'abcdEF\0\0', 'abcdEFGH'])
    expect(get(disk, '/a/f')).toBe('abcdEFGH')
  })

  it('keeps, drops, tears or blanks each of several writes', () => {
    const disk = settled()
    put(disk, '/a/f', '', true)
    disk.syncFolder('/a')
    append(disk, '/a/f', '11', '22')
    const found = outcomes(disk, '/a/f')
    for (const text of ['', '1', '11', '112', '1122', '\0\x0022', '11\0\0', '\0\0\0\0'])
      expect(found).toContain(text)
  })

  it('loses a name whose folder was not synced, and a folder whose parent was not', () => {
    const disk = settled()
    put(disk, '/a/f', 'x', true)
    expect(outcomes(disk, '/a/f')).toEqual(['(none)', 'x'])
    disk.makeFolder('/new')
    put(disk, '/new/f', 'x', true)
    disk.syncFolder('/new')
    expect(outcomes(disk, '/new/f')).toEqual(['(none)', 'x'])
    disk.syncFolder('/')
    expect(outcomes(disk, '/new/f')).toEqual(['x'])
  })

  it('may persist a rename without the data', () => {
    const disk = settled()
    put(disk, '/a/f', 'old', true)
    disk.syncFolder('/a')
    put(disk, '/a/t', 'new!')
    disk.rename('/a/t', '/a/f')
    expect(outcomes(disk, '/a/f')).toEqual(['', '\0\0\0\0', 'ne', 'ne\0\0', 'new!', 'old'])
    disk.syncFolder('/a')
    expect(outcomes(disk, '/a/f')).not.toContain('old')
  })

  it('keeps name changes of one folder in order, and a rename whole, also between folders', () => {
    const disk = settled()
    put(disk, '/a/f', 'x', true)
    disk.syncFolder('/a')
    disk.rename('/a/f', '/b/f')
    put(disk, '/b/g', '', true)
    const seen = new Set<string>()
    for (const { disk: after } of disk.crashStates())
      seen.add(JSON.stringify([after.list('/a'), after.list('/b')]))
    expect([...seen].sort()).toEqual(['[["f"],[]]', '[[],["f","g"]]', '[[],["f"]]'])
    disk.syncFolder('/b')
    expect([...disk.crashStates()].map(({ disk: after }) => after.list('/a'))).toEqual([[]])
  })

  it('lets changes of unrelated folders survive independently', () => {
    const disk = settled()
    put(disk, '/a/f', '', true)
    put(disk, '/b/f', '', true)
    const seen = [...disk.crashStates()].map(
      ({ disk: after }) => after.list('/a').length + 2 * after.list('/b').length,
    )
    expect(seen.sort((a, b) => a - b)).toEqual([0, 1, 2, 3])
  })

  it('brings a removed name back when its folder was not synced', () => {
    const disk = settled()
    put(disk, '/a/f', 'x', true)
    disk.syncFolder('/a')
    disk.unlink('/a/f')
    expect(outcomes(disk, '/a/f')).toEqual(['(none)', 'x'])
  })

  it('draws a repeatable sample with both extremes when there are many states', () => {
    const disk = settled()
    for (let i = 0; i < 8; i++) put(disk, `/a/${i}`, 'abcdef')
    const labels = (seed: number): string[] =>
      [...disk.crashStates({ limit: 40, seed })].map(({ label }) => label)
    expect(labels(1)).toHaveLength(40)
    expect(labels(1)).toEqual(labels(1))
    expect(labels(1)).not.toEqual(labels(2))
    expect(labels(1)[0]).toBe('names 0/8')
    expect(labels(1).at(-1)).toMatch(/^names 8\/8(; \/a\/\d everything kept){8}$/)
  })

  it('gives disks that have settled and do not touch each other', () => {
    const disk = settled()
    put(disk, '/a/f', 'x', true)
    disk.syncFolder('/a')
    append(disk, '/a/f', 'yz')
    const [first, ...others] = [...disk.crashStates()].map((cut) => cut.disk)
    append(first!, '/a/f', 'first')
    put(first!, '/a/g', '')
    expect(get(disk, '/a/f')).toBe('xyz')
    for (const other of others) expect(get(other, '/a/f')).not.toContain('first')
    expect(others.map((other) => [...other.crashStates()].length)).toEqual(others.map(() => 1))
  })
})

describe('simulated kill', () => {
  it('keeps what the system took, and leaves it unsynced', () => {
    const disk = settled()
    put(disk, '/a/f', 'x')
    const after = disk.killed()
    expect(get(after, '/a/f')).toBe('x')
    expect(outcomes(after, '/a/f')).toEqual(['', '\0', '(none)', 'x'])
    append(after, '/a/f', 'y')
    expect(get(disk, '/a/f')).toBe('x')
  })

  it('stops a process at a call for good, but not the others', () => {
    const disk = settled()
    disk.crashAt(2)
    const other = disk.anotherProcess()
    expect(() => put(disk, '/a/f', 'x')).toThrow(SimulatedCrash)
    expect(() => disk.unlink('/a/f')).toThrow(SimulatedCrash)
    expect(get(other, '/a/f')).toBe('')
  })

  it('asks the hook before each call, which may step another process or crash', () => {
    const disk = settled()
    const other = disk.anotherProcess()
    const seen: string[] = []
    disk.beforeCall((name, path) => {
      seen.push(`${name} ${path}`)
      if (name === 'write') append(other, '/a/f', 'other ')
      if (name === 'sync') throw new SimulatedCrash()
    })
    expect(() => put(disk, '/a/f', 'mine', true)).toThrow(SimulatedCrash)
    expect(seen).toEqual(['createExclusive /a/f', 'write /a/f', 'sync /a/f'])
    expect(get(other, '/a/f')).toBe('other mine')
  })
})

describe('simulated faults', () => {
  it('fails the k-th call, of a kind when asked, once or for ever', () => {
    const disk = settled()
    disk.failAt(2, 'EACCES', { names: ['createExclusive'], path: '/a/' })
    put(disk, '/a/1', '')
    put(disk, '/b/2', '')
    expect(() => put(disk, '/a/3', '')).toThrow('EACCES')
    put(disk, '/a/4', '')
    disk.failAt(1, 'EROFS', { names: ['createExclusive'], forever: true })
    expect(() => put(disk, '/a/5', '')).toThrow('EROFS')
    expect(() => put(disk, '/a/5', '')).toThrow('EROFS')
    disk.clearFaults()
    put(disk, '/a/5', '')
    expect(disk.list('/a')).toEqual(['1', '4', '5'])
  })

  it('forgets bytes whose sync failed, and reports the next sync as well', () => {
    const disk = settled()
    put(disk, '/a/f', 'good', true)
    disk.syncFolder('/a')
    const fd = disk.openAppend('/a/f')
    disk.write(fd, Buffer.from('bad!'))
    disk.failAt(1, 'EIO', { names: ['sync'] })
    expect(() => disk.sync(fd)).toThrow('EIO')
    disk.sync(fd)
    disk.write(fd, Buffer.from('more'))
    disk.sync(fd)
    disk.close(fd)
    expect(get(disk, '/a/f')).toBe('goodbad!more')
    expect(outcomes(disk, '/a/f')).toEqual(['good\0\0\0\0more'])
    expect(outcomes(disk.killed(), '/a/f')).toEqual(['good\0\0\0\0more'])
  })

  it('takes what fits, then says that the disk is full; removing a file makes room', () => {
    const disk = createSimulatedDisk({ capacity: 10 })
    put(disk, '/old', '1234')
    const fd = disk.createExclusive('/f')
    expect(disk.write(fd, Buffer.from('abcdefgh'))).toBe(6)
    expect(() => disk.write(fd, Buffer.from('gh'))).toThrow('ENOSPC')
    const old = disk.openRead('/old')
    disk.unlink('/old')
    expect(() => disk.write(fd, Buffer.from('gh'))).toThrow('ENOSPC')
    disk.close(old)
    expect(disk.write(fd, Buffer.from('gh'))).toBe(2)
    disk.setCapacity(100)
    expect(disk.killed().stat('/f')?.size).toBe(8)
  })

  it('shortens one write, or all reads and writes', () => {
    const disk = createSimulatedDisk({ maxRead: 3, maxWrite: 5 })
    const fd = disk.createExclusive('/f')
    disk.shortenAt(1, 1)
    expect([disk.write(fd, Buffer.from('abcdefgh')), disk.write(fd, Buffer.from('bcdefgh'))]).toEqual([1, 5])
    expect(disk.read(fd, new Uint8Array(10), 0)).toBe(3)
    disk.close(fd)
  })

  it('counts and logs the calls', () => {
    const disk = createSimulatedDisk()
    put(disk, '/f', 'abc', true)
    disk.syncFolder('/')
    get(disk, '/f')
    expect(disk.counters).toEqual({
      calls: 10,
      bytesRead: 3,
      bytesWritten: 3,
      opens: 2,
      syncs: 1,
      folderSyncs: 1,
      stats: 2,
      lists: 0,
    })
    expect(disk.log.map(({ name }) => name).join(' ')).toBe(
      'createExclusive write sync close syncFolder stat openRead statOpen read close',
    )
  })

  it('has a logical clock, and times that can be set', () => {
    const disk = createSimulatedDisk({ nowMs: 1000 })
    put(disk, '/f', 'x')
    const before = disk.stat('/f')!
    append(disk, '/f', 'y')
    expect(disk.stat('/f')!.mtimeMs).toBeGreaterThan(before.mtimeMs)
    disk.touch('/f', 5)
    expect(disk.stat('/f')).toMatchObject({ mtimeMs: 5, size: 2, ino: before.ino })
    disk.setMode('/f', 0o644)
    expect(disk.stat('/f')?.mode).toBe(0o644)
  })
})

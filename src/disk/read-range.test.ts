import { describe, expect, it } from 'vitest'
import { readWholeFile } from './read-file.ts'
import { readRange } from './read-range.ts'
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts'

function world(): SimulatedDisk {
  const disk = createSimulatedDisk({ maxRead: 3 })
  const fd = disk.createExclusive('/f')
  disk.write(fd, Buffer.from('0123456789'))
  disk.close(fd)
  return disk
}

describe('readWholeFile and readRange', () => {
  it('loop over short reads', () => {
    const disk = world()
    expect(Buffer.from(readWholeFile(disk, '/f')).toString()).toBe('0123456789')
    expect(Buffer.from(readRange(disk, '/f', 2, 7)).toString()).toBe('2345678')
    expect(disk.openFiles).toBe(0)
  })

  it('give fewer bytes at the end, and allocate no more than there is', () => {
    const disk = world()
    expect(Buffer.from(readRange(disk, '/f', 8, 2 ** 40)).toString()).toBe('89')
    expect(readRange(disk, '/f', 10, 5)).toHaveLength(0)
    expect(readRange(disk, '/f', 50, 5)).toHaveLength(0)
  })

  it('throw the errors of the disk and leave nothing open', () => {
    const disk = world()
    disk.failAt(2, 'EIO', { names: ['read'] })
    expect(() => readWholeFile(disk, '/f')).toThrow('EIO')
    expect(() => readWholeFile(disk, '/none')).toThrow('ENOENT')
    expect(disk.openFiles).toBe(0)
  })
})

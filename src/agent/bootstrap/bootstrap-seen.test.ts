import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { changedSinceSeen } from './bootstrap-seen.ts'
import type { BootstrapFile } from './read-bootstrap.ts'

let count = 0
const randomName = (): string => `random-name-${++count}`
const path = '/home/state/bootstrap.json'
const file = (at: string, text: string, from: BootstrapFile['from'] = 'workspace'): BootstrapFile => {
  return { name: 'AGENTS.md', path: at, from, stamp: '', size: text.length, text, isCut: false }
}
const changed = (disk: SimulatedDisk, ...files: readonly BootstrapFile[]): string[] => [
  ...changedSinceSeen(files, { disk, home: '/home', randomName }),
]

describe('changedSinceSeen', () => {
  it('names a file of a project that says something else than an earlier chat was told, once', () => {
    const disk = createSimulatedDisk()
    expect(changed(disk, file('/a', 'one'), file('/b', 'one'))).toEqual([])
    const later = disk.anotherProcess()
    expect(changed(later, file('/a', 'two'), file('/b', 'one'))).toEqual(['/a'])
    expect(changed(later, file('/a', 'two'), file('/b', 'one'))).toEqual([])
    expect(disk.stat(path)?.mode).toBe(0o600)
  })

  it('does not care for the files of the person', () => {
    const disk = createSimulatedDisk()
    changed(disk, file('/a', 'one', 'home'))
    expect(changed(disk, file('/a', 'two', 'home'))).toEqual([])
    expect(disk.stat(path)).toBeUndefined()
  })

  it.each(['', 'null', '{"version":2,"seen":{"/a":"x"}}', '{"version":1}'])(
    'begins anew after %j',
    (text) => {
      const disk = createSimulatedDisk()
      disk.makeFolder('/home')
      disk.makeFolder('/home/state')
      writeDurably(disk, path, Buffer.from(text), { replace: false, randomName })
      expect(changed(disk, file('/a', 'one'))).toEqual([])
      expect(changed(disk, file('/a', 'two'))).toEqual(['/a'])
    },
  )

  it('stops nothing when the disk refuses', () => {
    const disk = createSimulatedDisk()
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(changed(disk, file('/a', 'one'))).toEqual([])
    disk.clearFaults()
    disk.failAt(1, 'EIO', { names: ['openRead'], forever: true })
    expect(changed(disk, file('/a', 'one'))).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { Disk } from '../disk/disk.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import { storageDisk } from './storage-disk.ts'

const failure = (call: () => unknown): unknown => {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}

describe('storageDisk', () => {
  it('tells what is wrong with a look or a read, and where', () => {
    const view = createSimulatedDisk()
    const disk = storageDisk(view)
    disk.close(disk.createExclusive('/plan'))
    const looks: readonly (readonly [string, (disk: Disk) => unknown])[] = [
      ['look at', (disk) => disk.stat('/plan')],
      ['list', (disk) => disk.list('/plan')],
      ['read', (disk) => disk.openRead('/plan')],
    ]
    for (const [action, look] of looks) {
      view.failAt(1, 'EIO')
      const error = failure(() => look(disk))
      expect(error).toBeInstanceOf(ChatCliError)
      expect(error).toMatchObject({
        code: 'storage',
        message: `Could not ${action} /plan: the disk reported an input/output error (EIO)`,
      })
    }
    const fd = disk.openRead('/plan')
    view.failAt(1, 'EIO', { names: ['read'] })
    expect(failure(() => disk.read(fd, new Uint8Array(1), 0))).toMatchObject({
      message: 'Could not read /plan: the disk reported an input/output error (EIO)',
    })
  })

  it('leaves alone what callers branch on', () => {
    const disk = storageDisk(createSimulatedDisk())
    disk.close(disk.createExclusive('/plan'))
    expect(failure(() => disk.openRead('/nothing'))).toMatchObject({ code: 'ENOENT' })
    expect(failure(() => disk.createExclusive('/plan'))).toMatchObject({ code: 'EEXIST' })
  })
})

import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { testContext } from './store-context.ts'
import { addTombstone, readTombstones } from './tombstones.ts'

describe('addTombstone', () => {
  it('keeps ids for good', () => {
    const context = testContext(createSimulatedDisk())
    addTombstone(context, ['a'])
    addTombstone(context, ['b', 'c'])
    expect([...readTombstones(context)]).toEqual(['a', 'b', 'c'])
  })

  it('does not call it done when the file was moved away under it', () => {
    const disk = createSimulatedDisk()
    const context = testContext(disk)
    addTombstone(context, ['a'])
    const other = disk.anotherProcess()
    disk.beforeCall((name) => {
      if (name !== 'write') return
      disk.beforeCall(undefined)
      other.rename('/home/chatcli/state/tombstones.jsonl', '/home/chatcli/state/elsewhere.jsonl')
    })
    expect(() => addTombstone(context, ['b'])).toThrow('moved away')
  })
})

import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { noteChange } from './changed-log.ts'
import { prepareHome } from './prepare-home.ts'
import { testContext } from './store-context.ts'

describe('noteChange', () => {
  it.each(['createExclusive', 'write', 'close'] as const)('stops nothing when %s fails', (name) => {
    const disk = createSimulatedDisk()
    const context = testContext(disk)
    prepareHome(context)
    disk.failAt(1, 'EIO', { names: [name] })
    expect(() => noteChange(context, { id: 'a', what: 'deleted' })).not.toThrow()
    const calls = disk.log.filter((call) => call.name === name)
    expect(calls.length).toBeGreaterThan(0)
  })
})

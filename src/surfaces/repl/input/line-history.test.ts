import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../../../disk/simulated-disk.ts'
import type { ChatCliError } from '../../../errors.ts'
import { readHistory } from './history-file.ts'
import { type LineHistory, lineHistory } from './line-history.ts'

const path = '/home/state/history'

function history(disk: SimulatedDisk | undefined, troubles: ChatCliError[] = []): LineHistory {
  const file =
    disk === undefined
      ? {}
      : {
          file: {
            disk,
            path,
            maxBytes: 2 ** 20,
            processes: { self: { pid: 1, host: 'box' }, liveness: () => 'alive' as const },
            randomName: () => 'line-history-test',
          },
        }
  return lineHistory({ ...file, onTrouble: (error) => troubles.push(error) })
}

describe('lineHistory', () => {
  it('goes on from chat to chat', () => {
    const disk = createSimulatedDisk()
    history(disk).add('one')
    const next = history(disk)
    next.add('two')
    expect(next.entries).toEqual(['two', 'one'])
    expect(readHistory({ disk, path })).toEqual(['two', 'one'])
  })

  it('does not keep what begins with a space, says nothing or is there again', () => {
    const disk = createSimulatedDisk()
    const kept = history(disk)
    for (const entry of ['one', ' secret', '', '\t', 'one', 'two', 'one']) kept.add(entry)
    expect(kept.entries).toEqual(['one', 'two', 'one'])
    expect(readHistory({ disk, path })).toEqual(['one', 'two', 'one'])
  })

  it('knows secrets in this chat, and forgets them with it', () => {
    const disk = createSimulatedDisk()
    const kept = history(disk)
    kept.add('password=hunter2')
    expect(kept.entries).toEqual(['password=hunter2'])
    expect(history(disk).entries).toEqual(['password=[REDACTED:password]'])
  })

  it('works without a file', () => {
    const kept = history(undefined)
    kept.add('one')
    expect(kept.entries).toEqual(['one'])
  })

  it('tells once of a file that cannot be written, and goes on', () => {
    const disk = createSimulatedDisk()
    const troubles: ChatCliError[] = []
    const kept = history(disk, troubles)
    disk.failAt(1, 'EACCES', { names: ['createExclusive'] })
    kept.add('one')
    kept.add('two')
    expect(kept.entries).toEqual(['two', 'one'])
    expect(troubles.map(({ code }) => code)).toEqual(['storage'])
    expect(readHistory({ disk, path })).toEqual([])
  })

  it('does not write to a file that it could not read', () => {
    const disk = createSimulatedDisk()
    history(disk).add('one')
    const troubles: ChatCliError[] = []
    disk.failAt(1, 'EIO', { names: ['read'] })
    const kept = history(disk, troubles)
    kept.add('two')
    expect(kept.entries).toEqual(['two'])
    expect(troubles).toHaveLength(1)
    expect(readHistory({ disk, path })).toEqual(['one'])
  })
})

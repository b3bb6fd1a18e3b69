import { describe, expect, it } from 'vitest'
import { readText } from '../../../disk/read-text.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../../disk/simulated-disk.ts'
import { appendHistory, type HistoryFileOptions, readHistory } from './history-file.ts'

const path = '/home/state/history'
let names = 0

function options(disk: SimulatedDisk, maxBytes = 2 ** 20, pid = 1): HistoryFileOptions {
  return {
    disk,
    path,
    maxBytes,
    processes: { self: { pid, host: 'box' }, liveness: () => 'alive' },
    randomName: () => `history-test-${names++}`,
  }
}

const entries = (disk: SimulatedDisk): string[] => readHistory({ disk, path })

describe('the history file', () => {
  it('is made with the first entry, for its owner alone', () => {
    const disk = createSimulatedDisk()
    expect(entries(disk)).toEqual([])
    appendHistory(options(disk), 'one\ntwo')
    appendHistory(options(disk), 'three')
    expect(entries(disk)).toEqual(['three', 'one\ntwo'])
    expect(disk.stat(path)?.mode).toBe(0o600)
    expect(disk.openFiles).toBe(0)
  })

  it('has every entry on the device when it is acknowledged', () => {
    const disk = createSimulatedDisk()
    appendHistory(options(disk), 'one')
    appendHistory(options(disk), 'two')
    for (const state of disk.crashStates()) expect(entries(state.disk)).toEqual(['two', 'one'])
  })

  it('survives an entry that was cut off', () => {
    const disk = createSimulatedDisk()
    appendHistory(options(disk), 'one')
    disk.shortenAt(1, 3, { names: ['write'] })
    expect(() => appendHistory(options(disk), 'lost')).toThrow(/took 3 of/)
    appendHistory(options(disk), 'two')
    expect(entries(disk)).toEqual(['two', '"l', 'one'])
  })

  it('reads the end of a long file only, and long lines whole', () => {
    const disk = createSimulatedDisk()
    const long = 'x'.repeat(100_000)
    for (let count = 0; count < 15; count++) appendHistory(options(disk, 2 ** 30), `${count} ${long}`)
    const read = entries(disk)
    expect(read.map((entry) => entry.length)).toEqual(
      read.map((entry) => long.length + entry.indexOf(' ') + 1),
    )
    expect(read[0]).toBe(`14 ${long}`)
    expect(read.length).toBe(10)
  })

  it('keeps the newer half when it grows too large', () => {
    const disk = createSimulatedDisk()
    const small = options(disk, 2000)
    for (let count = 0; count < 300; count++) {
      appendHistory(small, `entry ${count}`)
      expect(disk.stat(path)?.size).toBeLessThanOrEqual(2000)
    }
    const read = entries(disk)
    expect(read.length).toBeGreaterThan(50)
    expect(read).toEqual(Array.from(read, (_, at) => `entry ${299 - at}`))
    expect(disk.list('/home/state')).toEqual(['history'])
    expect(disk.stat(path)?.mode).toBe(0o600)
    expect(disk.openFiles).toBe(0)
  })

  it('keeps one entry that is more than half', () => {
    const disk = createSimulatedDisk()
    appendHistory(options(disk, 2000), 'y'.repeat(500))
    appendHistory(options(disk, 2000), 'x'.repeat(1800))
    expect(entries(disk)).toEqual(['x'.repeat(1800)])
  })

  it('loses no entry of a process that appends while another one shortens, at any moment', () => {
    for (let step = 1; step < 80; step++) {
      const disk = createSimulatedDisk()
      for (let count = 0; count < 40; count++) appendHistory(options(disk), `old ${count}`)
      const other = disk.anotherProcess()
      let calls = 0
      disk.beforeCall(() => {
        calls += 1
        if (calls === step) appendHistory(options(other, 300, 2), 'from the other')
      })
      appendHistory(options(disk, 300), 'mine')
      disk.beforeCall(undefined)
      if (calls < step) break
      const read = entries(disk)
      expect(read.slice(0, 4), `step ${step}`).toEqual(expect.arrayContaining(['mine', 'from the other']))
      // What was appended to the file that went is appended again; both may have been kept.
      expect(read.filter((entry) => entry === 'mine').length).toBeLessThanOrEqual(2)
      expect(step).toBeLessThan(79)
    }
  })

  it('never lets a power cut take what it keeps', () => {
    const disk = createSimulatedDisk()
    for (let count = 0; count < 30; count++) appendHistory(options(disk), `old ${count}`)
    disk.failAt(1, 'EIO', { names: ['rename'] })
    expect(() => appendHistory(options(disk, 200), 'mine')).toThrow(/history/)
    for (const state of disk.crashStates())
      expect(entries(state.disk).slice(0, 2)).toEqual(['mine', 'old 29'])
  })

  it('does not follow a link', () => {
    const disk = createSimulatedDisk()
    disk.makeFolder('/home')
    disk.makeFolder('/home/state')
    disk.plant(path, 'link')
    expect(() => entries(disk)).toThrow(/not a regular file/)
    expect(() => appendHistory(options(disk), 'one')).toThrow(/not a regular file/)
  })
})

it('writes no secret', () => {
  const disk = createSimulatedDisk()
  appendHistory(options(disk), 'my password=hunter2')
  expect(readText(disk, path)).toBe('\n"my password=[REDACTED:password]"\n')
})

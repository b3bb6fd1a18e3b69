import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from './simulated-disk.ts'
import { isTempFileName, staleTempFiles, tempFileName } from './stale-temp-files.ts'

describe('temp file names', () => {
  it('recognises its own names and nothing a person or another program would make', () => {
    expect(isTempFileName(tempFileName('0123456789abcdef'))).toBe(true)
    for (const name of [
      'x.json',
      '.tmp',
      '.a.tmp',
      '.x.json.tmp',
      'abcdefgh.tmp',
      '.abcdefgh.tmp~',
      '.abcd efgh.tmp',
    ])
      expect([name, isTempFileName(name)]).toEqual([name, false])
  })

  it('finds the files that nobody has changed for a while', () => {
    const disk = createSimulatedDisk({ nowMs: 1000 })
    disk.makeFolder('/s')
    const make = (name: string): void => disk.close(disk.createExclusive(`/s/${name}`))
    make('.old-old-old.tmp')
    make('x.json')
    disk.plant('/s/.link-link.tmp', 'link')
    const limit = disk.stat('/s/x.json')!.mtimeMs + 5
    while (disk.stat('/s')!.mtimeMs < limit) make(`filler${disk.list('/s').length}`)
    make('.new-new-new.tmp')
    expect(staleTempFiles(disk, '/s', limit)).toEqual(['/s/.old-old-old.tmp'])
    expect(staleTempFiles(disk, '/none', limit)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { Disk } from '../disk/disk.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { PermissionFile } from './permissions-file.ts'

let count = 0
const on = (disk: Disk): PermissionFile =>
  new PermissionFile({
    disk,
    home: '/home',
    project: '/projects/acme',
    randomName: () => `random-name-${++count}`,
  })

describe('PermissionFile', () => {
  it.each([true, false])(
    'loses no answer, whenever another process writes (file there before: %s)',
    (isThere) => {
      let interruptions = 0
      for (let k = 1; ; k++) {
        const disk = createSimulatedDisk()
        const other = disk.anotherProcess()
        if (isThere) on(other).remember('run', 'first', 'always')
        let calls = 0
        disk.beforeCall((name) => {
          // Between the last look and the swap there is no time in which anybody else could be seen.
          const isSwap = name === 'rename' || name === 'link'
          if (++calls === k && !isSwap) on(other).remember('run', 'theirs', 'never')
        })
        on(disk).remember('run', 'mine', 'always')
        disk.beforeCall(undefined)
        const kept = on(disk.anotherProcess())
        expect(kept.find('run', 'mine')).toBe('always')
        expect(kept.find('run', 'first')).toBe(isThere ? 'always' : undefined)
        if (calls < k) break
        if (kept.find('run', 'theirs') === 'never') interruptions++
        else expect(disk.log[k - 1]?.name).toMatch(/rename|link/)
      }
      expect(interruptions).toBeGreaterThan(5)
    },
  )

  it('is whole after a power cut at any moment', () => {
    const disk = createSimulatedDisk()
    on(disk).remember('run', 'first', 'always')
    on(disk).remember('run', 'second', 'never')
    for (const { disk: after, label } of disk.crashStates()) {
      const file = on(after)
      expect([label, file.find('run', 'first'), file.find('run', 'second')]).toEqual([
        label,
        'always',
        'never',
      ])
      expect(file.takeNotices()).toEqual([])
    }
  })
})

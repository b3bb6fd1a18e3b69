import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createProcessProbe, type ProcessIdentity, type ProcessSource } from './process-identity.ts'

const stat = (pid: number, state: string, started: number): string =>
  `${pid} (node (x) y) ${state} 1 1 1 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 11 0 ${started} 1000 100 1844\n`

function linux(changes: Partial<ProcessSource> = {}, files: Record<string, string> = {}): ProcessSource {
  const all: Record<string, string> = {
    '/proc/sys/kernel/random/boot_id': 'boot-1\n',
    '/proc/10/stat': stat(10, 'R', 5000),
    '/proc/20/stat': stat(20, 'S', 6000),
    '/proc/30/stat': stat(30, 'Z', 7000),
    ...files,
  }
  return {
    pid: 10,
    host: 'box',
    readText: (path) => all[path],
    readLink: () => 'pid:[1]',
    exists: (pid) => all[`/proc/${pid}/stat`] !== undefined,
    ...changes,
  }
}

const other: ProcessIdentity = { pid: 20, host: 'box', boot: 'boot-1', namespace: 'pid:[1]', started: '6000' }

describe('createProcessProbe', () => {
  it('knows itself', () => {
    expect(createProcessProbe(linux()).self).toEqual({
      pid: 10,
      host: 'box',
      boot: 'boot-1',
      namespace: 'pid:[1]',
      started: '5000',
    })
  })

  it('calls a process dead only with proof', () => {
    const { liveness } = createProcessProbe(linux())
    const cases: [string, ProcessIdentity, string][] = [
      ['running', other, 'alive'],
      ['no such number', { ...other, pid: 99 }, 'dead'],
      ['the number was given to another process', { ...other, started: '5999' }, 'dead'],
      ['a zombie', { ...other, pid: 30, started: '7000' }, 'dead'],
      ['before the last start of the system', { ...other, boot: 'boot-0' }, 'dead'],
      ['before the last start, number in use', { ...other, pid: 10, boot: 'boot-0' }, 'dead'],
      ['on another machine', { ...other, host: 'far', boot: 'boot-9' }, 'unknown'],
      ['in a container', { ...other, pid: 99, namespace: 'pid:[2]' }, 'unknown'],
      ['of an unknown start of the system', { pid: 99, host: 'box' }, 'unknown'],
    ]
    for (const [kind, identity, expected] of cases)
      expect([kind, liveness(identity)]).toEqual([kind, expected])
  })

  it('asks the system when /proc hides the process of another user', () => {
    const { liveness } = createProcessProbe(linux({ exists: (pid) => pid === 40 }))
    expect(liveness({ ...other, pid: 40 })).toBe('alive')
    expect(liveness({ ...other, pid: 41 })).toBe('dead')
  })

  it('knows only the number where there is no /proc', () => {
    const source = linux({
      readText: () => undefined,
      readLink: () => undefined,
      exists: (pid) => pid === 20,
    })
    const { self, liveness } = createProcessProbe(source)
    expect(self).toEqual({ pid: 10, host: 'box' })
    expect(liveness({ pid: 20, host: 'box' })).toBe('alive')
    expect(liveness({ pid: 21, host: 'box' })).toBe('dead')
  })

  it('works on this system', () => {
    const { self, liveness } = createProcessProbe()
    expect(self.pid).toBe(process.pid)
    expect(liveness(self)).toBe('alive')
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString())
    expect(liveness({ ...self, pid: gone })).toBe('dead')
  })
})

import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { readText } from '../disk/read-text.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { type AskPerson, openPermissions, type Permissions, type PermissionsOptions } from './permissions.ts'
import type { PermissionAnswer, PermissionRequest } from './tool.ts'

const path = '/home/state/permissions.json'
let count = 0
const randomName = (): string => `random-name-${++count}`
const on = (disk: SimulatedDisk, options: Partial<PermissionsOptions> = {}): Permissions =>
  openPermissions({ disk, home: '/home', project: '/projects/acme', randomName, ...options })
const run = (scope: string): PermissionRequest => ({ tool: 'run', subject: scope, scope })

/** A person who gives one answer, and remembers what they were asked. */
const person = (answer: PermissionAnswer): { ask: AskPerson; asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    ask: async ({ scope }) => {
      asked.push(scope)
      return answer
    },
  }
}
const decided = async (
  permissions: Permissions,
  request: PermissionRequest,
  ask?: AskPerson,
): Promise<boolean> => (await permissions.decide(request, ask)).allowed
const put = (disk: SimulatedDisk, text: string): void => {
  disk.makeFolder('/home')
  disk.makeFolder('/home/state')
  writeDurably(disk, path, Buffer.from(text), { replace: true, randomName })
}

describe('openPermissions', () => {
  it('asks each time when the answer is for this time', async () => {
    const disk = createSimulatedDisk()
    const permissions = on(disk)
    const once = person('once')
    const notNow = person('not-now')
    expect(await decided(permissions, run('npm test'), once.ask)).toBe(true)
    expect(await decided(permissions, run('npm test'), notNow.ask)).toBe(false)
    expect(await decided(permissions, run('npm test'), once.ask)).toBe(true)
    expect([once.asked.length, notNow.asked.length]).toEqual([2, 1])
    expect(disk.stat(path)).toBeUndefined()
  })

  it('remembers always and never for the tool, the scope and the project, also for other processes', async () => {
    const disk = createSimulatedDisk()
    const first = on(disk)
    expect(await decided(first, run('git status'), person('always').ask)).toBe(true)
    expect(await decided(first, run('git push'), person('never').ask)).toBe(false)
    for (const permissions of [first, on(disk.anotherProcess())]) {
      const { ask, asked } = person('not-now')
      expect(await decided(permissions, run('git status'), ask)).toBe(true)
      expect(await decided(permissions, run('git status'))).toBe(true)
      expect(await decided(permissions, run('git push'), ask)).toBe(false)
      expect(asked).toEqual([])
      expect(await decided(permissions, run('git status; rm -rf x'), ask)).toBe(false)
      expect(await decided(permissions, { tool: 'write', subject: 'x', scope: 'git status' }, ask)).toBe(
        false,
      )
      expect(asked).toEqual(['git status; rm -rf x', 'git status'])
    }
    const { ask, asked } = person('not-now')
    expect(await decided(on(disk, { project: '/projects/other' }), run('git status'), ask)).toBe(false)
    expect(asked).toEqual(['git status'])
  })

  it('knows no scope that every object has', async () => {
    const disk = createSimulatedDisk()
    for (const scope of ['__proto__', 'constructor', 'toString']) {
      const { ask, asked } = person('always')
      expect(await decided(on(disk), run(scope), ask)).toBe(true)
      expect(asked).toEqual([scope])
      expect(await decided(on(disk, { project: '__proto__' }), run(scope))).toBe(false)
      expect(await decided(on(disk), run(scope))).toBe(true)
    }
  })

  it('without a person, refuses and says how to allow', async () => {
    const decision = await on(createSimulatedDisk()).decide(run('npm test'))
    expect(decision).toEqual({
      allowed: false,
      reason:
        'Not allowed: run npm test. Nobody can be asked here. The person can allow it with --allow run.',
    })
  })

  it('lets tools that are allowed for the process do what is not forbidden', async () => {
    const disk = createSimulatedDisk()
    await decided(on(disk), run('git push'), person('never').ask)
    const permissions = on(disk, { allow: ['run'] })
    expect(await decided(permissions, run('npm test'))).toBe(true)
    expect(await decided(permissions, run('git push'))).toBe(false)
    expect(await decided(permissions, { tool: 'write', subject: 'a', scope: 'write' })).toBe(false)
  })

  it.each([
    '',
    '{',
    '[]',
    '{"version":1}',
    '{"version":1,"projects":{"/projects/acme":{"run":{"rm":"sometimes"}}}}',
  ])('puts a damaged file aside, says so, and goes on: %j', async (damage) => {
    const disk = createSimulatedDisk()
    put(disk, damage)
    const permissions = on(disk)
    expect(await decided(permissions, run('ls'), person('always').ask)).toBe(true)
    const notices = permissions.takeNotices()
    expect(notices).toEqual([
      { kind: 'damaged', keptAs: expect.stringContaining(`${path}.damaged-`) as string },
    ])
    const [notice] = notices
    expect(readText(disk, notice?.kind === 'damaged' ? notice.keptAs : '')).toBe(damage)
    expect(permissions.takeNotices()).toEqual([])
    expect(await decided(on(disk), run('ls'))).toBe(true)
  })

  it('leaves a file of a newer version alone', async () => {
    const disk = createSimulatedDisk()
    put(disk, '{"version":2}')
    const permissions = on(disk)
    expect(await decided(permissions, run('ls'), person('always').ask)).toBe(true)
    expect(await decided(permissions, run('ls'))).toBe(true)
    expect(permissions.takeNotices()).toEqual([{ kind: 'newer-version' }])
    expect(readText(disk, path)).toBe('{"version":2}')
  })

  it('when the disk refuses, says so, and remembers for the process', async () => {
    const disk = createSimulatedDisk()
    const permissions = on(disk)
    disk.failAt(1, 'ENOSPC', { names: ['write'] })
    expect(await decided(permissions, run('ls'), person('never').ask)).toBe(false)
    expect(permissions.takeNotices()).toMatchObject([{ kind: 'not-kept', error: { code: 'storage' } }])
    const { ask, asked } = person('once')
    expect(await decided(permissions, run('ls'), ask)).toBe(false)
    expect(asked).toEqual([])
  })
})

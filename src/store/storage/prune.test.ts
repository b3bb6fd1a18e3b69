import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { SimulatedCrash } from '../../disk/simulated-crash.ts'
import { defaultBounds } from '../archive.ts'
import { defaultPolicy } from '../retention/retention-policy.ts'
import { testContext, type StoreContext } from '../store-context.ts'
import { applyPrune } from './apply-prune.ts'
import { lookAtStores } from './look-at-stores.ts'
import { openStorage } from './open-storage.ts'
import { planPrune } from './plan-prune.ts'

const DAY = 86_400_000
const today = Date.UTC(2026, 5, 1, 12)
const root = '/home/chatcli'
const options = { policy: defaultPolicy, archive: defaultBounds }

function put(disk: SimulatedDisk, path: string, text: string, days: number): void {
  makeFolderDurably(disk, dirname(path))
  const fd = disk.createExclusive(path)
  disk.write(fd, Buffer.from(text))
  disk.close(fd)
  disk.touch(path, today - days * DAY)
}

const session = JSON.stringify({ version: 2, chat_history: [{ role: 'user', content: 'how long?' }] })
const hash = (digit: string): string => digit.repeat(64)
const change = JSON.stringify({ v: 1, id: 'a', turn: 't', path: '/desk/a', before: hash('1') })
const snapshot = (minute: number, requests: number): string =>
  JSON.stringify({ started_at: `2026-05-30T10:0${minute}:30Z`, requests })

/** Of each kind something to go, and beside it what looks nearly the same and stays. */
function home(): { readonly disk: SimulatedDisk; readonly context: StoreContext } {
  const disk = createSimulatedDisk({ nowMs: today - 300 * DAY })
  put(disk, `${root}/sessions/autosave-old.json`, session, 100)
  put(disk, `${root}/sessions/plan.json`, session, 0)
  put(disk, `${root}/sessions/.0123456789abcdef.tmp`, 'half a session', 1)
  put(disk, `${root}/sessions/.gitignore`, '*', 300)
  put(disk, `${root}/transcripts/tr-nobody.jsonl`, '', 200)
  put(disk, `${root}/ccr/${'a'.repeat(16)}.ccr`, 'archived', 8)
  put(disk, `${root}/ccr/${'b'.repeat(16)}.ccr`, 'archived', 6)
  const note = {
    name: 'gone',
    id: 'id-gone',
    reason: 'deleted',
    at: new Date(today - 31 * DAY).toISOString(),
  }
  put(disk, `${root}/trash/20260501-120000-00000001/why.json`, JSON.stringify(note), 31)
  put(disk, `${root}/trash/20260501-120000-00000001/gone.json`, session, 60)
  disk.touch(`${root}/trash/20260501-120000-00000001`, today - 31 * DAY)
  put(disk, `${root}/trash/20260501-120000-00000002/why.json`, '{}', 3)
  disk.touch(`${root}/trash/20260501-120000-00000002`, today - 3 * DAY)
  for (const i of [1, 2, 3, 4]) put(disk, `${root}/costs/test-${i}.json`, snapshot(1, 2), 2)
  for (const i of [1, 2, 3]) put(disk, `${root}/costs/few-${i}.json`, snapshot(2, 2), 2)
  for (const i of [1, 2, 3, 4]) put(disk, `${root}/costs/busy-${i}.json`, snapshot(3, 3), 2)
  put(disk, `${root}/costs/old.json`, snapshot(4, 9), 91)
  put(disk, `${root}/costs/daily-ledger.json`, '{}', 400)
  put(disk, `${root}/costs/unreadable.json`, '{"started_at', 2)
  put(disk, `${root}/costs/x.tmp`, '', 1)
  const ours = `${root}/checkpoints/${'c'.repeat(32)}`
  put(disk, `${ours}/changes.jsonl`, `\n${change}\n\n{"v":1,"id":"a","after":"${hash('2')}"}\n`, 2)
  for (const digit of ['1', '2', '3']) put(disk, `${ours}/contents/${hash(digit)}`, 'content', 2)
  const torn = `${root}/checkpoints/${'d'.repeat(32)}`
  put(disk, `${torn}/changes.jsonl`, `${change}\n{"v":1,`, 2)
  put(disk, `${torn}/contents/${hash('3')}`, 'content', 2)
  put(disk, `${root}/checkpoints/lost/HEAD`, 'ref: refs/heads/main', 1)
  put(disk, `${root}/checkpoints/lost/config`, '[core]\n\tworktree = /desk/lost\n', 1)
  put(disk, `${root}/checkpoints/there/HEAD`, 'ref: refs/heads/main', 1)
  put(disk, `${root}/checkpoints/there/config`, '[core]\n\tworktree = /desk\n', 1)
  put(disk, `${root}/checkpoints/whatever/file`, '', 900)
  disk.makeFolder('/desk')
  put(disk, `${root}/.aaaaaaaaaaaaaaaa.tmp`, '', 1)
  put(disk, `${root}/skills/mine.tmp`, 'not ours', 300)
  return { disk, context: testContext(disk, { now: () => today }) }
}

const expected = [
  'archive ttl aaaaaaaaaaaaaaaa',
  'checkpoints orphan cccccccccccccccccccccccccccccccc/contents',
  'checkpoints orphan lost',
  'costs burst test-1.json',
  'costs burst test-2.json',
  'costs burst test-3.json',
  'costs burst test-4.json',
  'costs stray costs/x.tmp',
  'costs ttl old.json',
  'sessions stray sessions/.0123456789abcdef.tmp',
  'sessions ttl autosave-old',
  'state stray .aaaaaaaaaaaaaaaa.tmp',
  'transcripts orphan tr-nobody',
  'trash stray 20260501-120000-00000002',
  'trash trash-age gone',
]

describe('what the rules would remove', () => {
  it('is found in every store, with its reason, and nothing else', () => {
    const { context } = home()
    const plan = planPrune(context, options)
    expect(plan.map(({ store, reason, name }) => `${store} ${reason} ${name}`).sort()).toEqual(expected)
  })

  it('goes, and a second time finds nothing; what stays is as it was', () => {
    const { disk, context } = home()
    const { removed, failed } = applyPrune(context, planPrune(context, options))
    expect(failed).toEqual([])
    expect(removed).toHaveLength(expected.length)
    expect(planPrune(context, options)).toEqual([])
    expect(disk.list(`${root}/checkpoints`)).toEqual(['c'.repeat(32), 'd'.repeat(32), 'there', 'whatever'])
    expect(disk.list(`${root}/checkpoints/${'c'.repeat(32)}/contents`)).toEqual([hash('1'), hash('2')])
    expect(disk.list(`${root}/costs`)).toHaveLength(9)
    expect(disk.list(`${root}/trash`)).toHaveLength(2)
    expect(disk.stat(`${root}/skills/mine.tmp`)).toBeDefined()
  })

  it('is planned again as if nothing had happened, wherever it is stopped', () => {
    const calls = home()
    applyPrune(calls.context, planPrune(calls.context, options))
    for (let call = 1; call < calls.disk.log.length; call += 11) {
      const { disk, context } = home()
      const dying = disk.anotherProcess()
      dying.crashAt(call)
      try {
        const stopped = { ...context, disk: dying }
        applyPrune(stopped, planPrune(stopped, options))
      } catch (error) {
        if (!(error instanceof SimulatedCrash)) throw error
      }
      applyPrune(context, planPrune(context, options))
      expect(planPrune(context, options), `stopped at call ${call}`).toEqual([])
      expect(disk.stat(`${root}/sessions/plan.json`)).toBeDefined()
      expect(disk.list(`${root}/trash`).length, `stopped at call ${call}`).toBeGreaterThanOrEqual(2)
    }
  })

  it('stays when somebody touches it, or the disk refuses; the rest goes', () => {
    const { disk, context } = home()
    const plan = planPrune(context, options)
    disk.touch(`${root}/costs/old.json`, today)
    disk.failAt(1, 'EACCES', { names: ['unlink'], path: 'test-1.json' })
    const { removed, failed } = applyPrune(context, plan)
    expect(failed.map(({ item, error }) => [item.name, error.code])).toEqual([['test-1.json', 'storage']])
    expect(removed).toHaveLength(expected.length - 2)
    expect(disk.stat(`${root}/costs/old.json`)).toBeDefined()
  })

  it('keeps to one store, and to the clock', () => {
    const { disk, context } = home()
    const later = { ...context, now: () => today + 40 * DAY }
    const storage = openStorage(later, {
      archive: defaultBounds,
      onRemoved: () => undefined,
      onForgotten: () => undefined,
    })
    const { policy } = options
    expect(storage.prune({ policy, apply: true })).toMatchObject({
      clock: { verdict: 'jumped', highWater: today },
      removed: [],
    })
    expect(disk.stat(`${root}/sessions/autosave-old.json`)).toBeDefined()
    const { removed } = storage.prune({ policy, apply: true, store: 'costs' })
    expect(new Set(removed.map(({ store }) => store))).toEqual(new Set(['costs']))
    expect(disk.stat(`${root}/sessions/autosave-old.json`)).toBeDefined()
    expect(storage.prune({ policy, apply: true }).removed.length).toBeGreaterThan(7)
    expect(storage.prune({ policy, apply: true }).items).toEqual([])
  })
})

it('counts every file of a home in one store', () => {
  const { context } = home()
  const stores = lookAtStores(context, planPrune(context, options))
  expect(stores.map(({ store, files }) => [store, files])).toEqual([
    ['sessions', 4],
    ['transcripts', 1],
    ['archive', 2],
    ['trash', 3],
    ['index', 0],
    ['contexts', 0],
    ['costs', 15],
    ['checkpoints', 11],
    ['history', 0],
    ['logs', 0],
    ['exports', 0],
    ['state', 2],
    ['skills', 1],
  ])
  expect(stores.find(({ store }) => store === 'costs')?.wouldGo).toMatchObject({
    items: 6,
    reasons: { ttl: 1, burst: 4, stray: 1 },
  })
})

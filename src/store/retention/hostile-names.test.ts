import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../../disk/real-disk.ts'
import { defaultBounds } from '../archive.ts'
import { homePaths } from '../home-paths.ts'
import { applyPrune } from '../storage/apply-prune.ts'
import { lookAtStores } from '../storage/look-at-stores.ts'
import { planPrune } from '../storage/plan-prune.ts'
import { testContext, type StoreContext } from '../store-context.ts'
import { agedTrash, removeTrashed } from './aged-trash.ts'
import { defaultPolicy } from './retention-policy.ts'

const old = (Date.now() - 400 * 86_400_000) / 1000
let folder = ''
let root = ''
let context: StoreContext

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'names-'))
  root = join(folder, 'home')
  for (const each of ['sessions', 'transcripts', 'trash', 'state', 'costs', 'checkpoints'])
    mkdirSync(join(root, each), { recursive: true })
  context = { ...testContext(createRealDisk(), { now: Date.now }), home: homePaths(root) }
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(path: string, text: string): string {
  const at = join(folder, path)
  mkdirSync(join(at, '..'), { recursive: true })
  writeFileSync(at, text)
  utimesSync(at, old, old)
  return at
}

function prune(): string[] {
  const plan = planPrune(context, { policy: defaultPolicy, archive: defaultBounds })
  return applyPrune(context, plan).removed.map(({ name }) => name)
}

const session = (more: object = {}): string => JSON.stringify({ version: 2, ...more, chat_history: [] })

describe('names that lead out of the home', () => {
  it.each(['../../victim', '../victim', '/etc/victim', 'sub/victim', '..'])(
    'in a session file that goes are not followed: transcript_id %s',
    (id) => {
      const victims = ['victim.jsonl', 'home/victim.jsonl', 'home/transcripts/sub/victim.jsonl'].map((path) =>
        put(path, 'mine'),
      )
      put('home/sessions/autosave-evil.json', session({ transcript_id: id }))
      expect(prune()).toEqual(['autosave-evil'])
      for (const victim of victims) expect(readFileSync(victim, 'utf8')).toBe('mine')
    },
  )

  it.each(['../../victim', '/etc/victim'])('in a note of the trash are not followed: %s', (id) => {
    const victim = put('victim.jsonl', 'mine')
    const note = { name: 'x', id, transcript_id: id, reason: 'expired', at: '2020-01-01T00:00:00.000Z' }
    put('home/trash/20200101-000000-00000001/why.json', JSON.stringify(note))
    put('home/trash/20200101-000000-00000001/x.json', session())
    utimesSync(join(root, 'trash/20200101-000000-00000001'), old, old)
    expect([...removeTrashed(context, agedTrash(context, 0))].map(({ name }) => name)).toEqual([])
    expect(prune()).toEqual([])
    expect(readFileSync(victim, 'utf8')).toBe('mine')
  })
})

describe('links in the home', () => {
  it('are never followed, and what they lead to stays', () => {
    const victim = put('victim.json', session())
    const many = put('victims/autosave-there.json', session())
    symlinkSync(victim, join(root, 'sessions/autosave-link.json'))
    symlinkSync(join(folder, 'victims'), join(root, 'checkpoints/lost'))
    symlinkSync(join(folder, 'victims'), join(root, 'costs/more'))
    symlinkSync(join(folder, 'victims'), join(root, 'trash/20200101-000000-00000002'))
    put('home/trash/.DS_Store', 'of a file manager')
    expect(prune()).toEqual([])
    expect(lookAtStores(context, []).reduce((sum, { files }) => sum + files, 0)).toBe(5)
    for (const path of [victim, many]) expect(readFileSync(path, 'utf8')).toBe(session())
    expect(lstatSync(join(root, 'sessions/autosave-link.json')).isSymbolicLink()).toBe(true)
  })

  it('a folder that is a link is an error, not a way out', () => {
    put('victims/autosave-there.json', session())
    rmSync(join(root, 'sessions'), { recursive: true })
    symlinkSync(join(folder, 'victims'), join(root, 'sessions'))
    expect(() => prune()).toThrow()
    expect(readFileSync(join(folder, 'victims/autosave-there.json'), 'utf8')).toBe(session())
  })

  it('a session with a second name elsewhere goes from the home only', () => {
    put('home/sessions/autosave-twice.json', session())
    linkSync(join(root, 'sessions/autosave-twice.json'), join(folder, 'kept.json'))
    expect(prune()).toEqual(['autosave-twice'])
    expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe(session())
  })
})

it('names no session may have are left alone, however old', () => {
  for (const name of ['autosave-..x', 'autosave-ä', 'autosave-a b', 'autosave-x.'])
    put(`home/sessions/${name}.json`, session())
  expect(prune()).toEqual([])
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../conversation/message.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { readHomeFile } from '../home-file.ts'
import { newLive } from '../open-live.ts'
import { restoreSession } from '../restore-session.ts'
import { readTombstones } from '../tombstones.ts'
import { testContext, type StoreContext } from '../store-context.ts'
import { listTrash } from '../trash.ts'
import { defaultPolicy, type RetentionPolicy } from './retention-policy.ts'
import { runRetention, type RetentionOutcome } from './run-retention.ts'

const DAY = 86_400_000
const today = Date.UTC(2026, 5, 1, 12)

interface World {
  readonly disk: SimulatedDisk
  readonly context: StoreContext
  clock: number
}

function world(): World {
  const disk = createSimulatedDisk({ nowMs: today - 400 * DAY })
  const made: World = {
    disk,
    clock: today,
    context: testContext(disk, { now: () => made.clock }),
  }
  return made
}

/** A session whose files were touched last so many days before today. */
function sessionOf(
  { disk, context }: World,
  name: string,
  days: number,
  more: { readonly machine?: boolean; readonly source?: object } = {},
): void {
  const said: Message[] = [{ role: 'user', content: `said in ${name}`, created_at: isoOf(days) }]
  const file = { version: 2, name, id: `id-${name}`, updated_at: isoOf(days), ...more, chat_history: said }
  put(disk, join(context.home.sessions, `${name}.json`), JSON.stringify(file), days)
}

function put(disk: SimulatedDisk, path: string, text: string, days: number): void {
  for (const folder of ['/home', '/home/chatcli', join(path, '..')]) disk.makeFolder(folder)
  const fd = disk.createExclusive(path)
  disk.write(fd, Buffer.from(text))
  disk.sync(fd)
  disk.close(fd)
  disk.syncFolder(join(path, '..'))
  disk.touch(path, today - days * DAY)
}

function isoOf(days: number): string {
  return new Date(today - days * DAY).toISOString()
}

function used(world: World): void {
  sessionOf(world, 'used-today', 0)
}

function run(world: World, policy: Partial<RetentionPolicy> = {}): Promise<RetentionOutcome> {
  return runRetention(world.context, { policy: { ...defaultPolicy, ...policy }, pause: async () => {} })
}

function sessions({ disk, context }: World): string[] {
  return disk.list(context.home.sessions).filter((name) => name.endsWith('.json'))
}

describe('the daily removing of what is old', () => {
  it('lets others work while it reads many sessions the first time, and lists the transcripts a few times only', async () => {
    const home = world()
    for (let i = 0; i < 200; i++) sessionOf(home, `autosave-${i}`, 100)
    used(home)
    let most = 0
    let before = home.disk.log.length
    const pause = async (): Promise<void> => {
      const opens = home.disk.log.slice(before).filter(({ name }) => name === 'openRead').length
      most = Math.max(most, opens)
      before = home.disk.log.length
    }
    const all = home.disk.log.length
    await runRetention(home.context, { policy: defaultPolicy, pause, most: 20 })
    expect(most).toBeLessThan(60)
    const lists = home.disk.log
      .slice(all)
      .filter(({ name, path }) => name === 'list' && path.includes('transcripts'))
    expect(lists.length).toBeLessThan(20)
  })

  it('takes only what the program named itself, and nobody claimed or imported', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 91)
    sessionOf(home, 'MCP-old', 91)
    sessionOf(home, 'autosave-young', 89)
    sessionOf(home, 'autosave-claimed', 400, { machine: false })
    sessionOf(home, 'autosave-imported', 400, { source: { tool: 'other' } })
    sessionOf(home, 'autosaved', 400)
    sessionOf(home, 'plan', 400, { machine: true })
    expect(await run(home)).toMatchObject({ kind: 'done', clock: 'fine', sessions: 2, isFirst: true })
    expect(sessions(home)).toEqual(
      ['autosave-claimed', 'autosave-imported', 'autosave-young', 'autosaved', 'plan', 'used-today'].map(
        (name) => `${name}.json`,
      ),
    )
    expect(listTrash(home.context).map(({ name, reason }) => [name, reason])).toEqual(
      expect.arrayContaining([
        ['autosave-old', 'expired'],
        ['MCP-old', 'expired'],
      ]),
    )
  })

  it('goes by the newer of the last message and the time of the file', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-copied', 400)
    home.disk.touch('/home/chatcli/sessions/autosave-copied.json', today - DAY)
    sessionOf(home, 'mcp-said-lately', 10)
    home.disk.touch('/home/chatcli/sessions/mcp-said-lately.json', today - 400 * DAY)
    await run(home)
    expect(sessions(home)).toHaveLength(3)
  })

  it('keeps so many of each prefix, the newest', async () => {
    const home = world()
    used(home)
    for (const i of [1, 2, 3, 4])
      for (const prefix of ['autosave', 'mcp']) sessionOf(home, `${prefix}-${i}`, i)
    expect(await run(home, { keep: 2 })).toMatchObject({ sessions: 4 })
    expect(sessions(home)).toEqual(
      ['autosave-1', 'autosave-2', 'mcp-1', 'mcp-2', 'used-today'].map((name) => `${name}.json`),
    )
  })

  it('removes nothing at all for a lifetime of 0, however many there are', async () => {
    const home = world()
    used(home)
    for (const i of [1, 2, 3]) sessionOf(home, `autosave-${i}`, 500 + i)
    expect(await run(home, { ttlDays: 0, keep: 1 })).toMatchObject({ sessions: 0 })
    expect(sessions(home)).toHaveLength(4)
  })

  it('is done once a day, and by one process', async () => {
    const home = world()
    used(home)
    expect((await run(home)).kind).toBe('done')
    expect((await run(home)).kind).toBe('not-due')
    home.clock += DAY
    put(home.disk, '/home/chatcli/state/retention.lock', '{"pid":7,"host":"here"}', 0)
    expect((await run(home)).kind).toBe('locked')
  })

  it('removes at most so many in one run, the oldest, and tells of the first only', async () => {
    const home = world()
    used(home)
    for (let i = 0; i < 12; i++) sessionOf(home, `autosave-${String(i).padStart(2, '0')}`, 200 - i)
    const options = { policy: defaultPolicy, pause: async () => {}, most: 7 }
    expect(await runRetention(home.context, options)).toMatchObject({ sessions: 7, isFirst: true })
    expect(sessions(home)[0]).toBe('autosave-07.json')
    home.clock += DAY
    expect(await runRetention(home.context, options)).toMatchObject({ sessions: 5, isFirst: false })
  })

  it('makes nothing in a home that is not there', async () => {
    const home = world()
    expect((await run(home)).kind).toBe('no-home')
    expect(home.disk.stat('/home')).toBeUndefined()
  })

  it('removes from the trash what was there for longer than its days', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 91)
    await run(home)
    for (let day = 1; day <= 30; day++) {
      home.clock += DAY
      await run(home)
      expect(listTrash(home.context)).toHaveLength(1)
    }
    home.clock += DAY
    expect(await run(home, { trashDays: 0 })).toMatchObject({ trash: 0 })
    home.clock += DAY
    // The days of the trash that were asked for last are longer, and stay in force.
    expect(await run(home)).toMatchObject({ trash: 0, policy: { trashDays: 0 } })
  })

  it('and no id of that comes back', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 91)
    await run(home)
    for (let day = 1; day <= 31; day++) {
      home.clock += DAY
      await run(home)
    }
    expect(home.disk.list('/home/chatcli/trash')).toEqual([])
    expect([...readTombstones(home.context)]).toEqual(['id-autosave-old'])
  })
})

describe('a clock that is wrong', () => {
  async function daily(home: World, days: number): Promise<RetentionOutcome> {
    home.clock += days * DAY
    return run(home)
  }

  it.each([30 * 365, 40])('%s days ahead: removes nothing, not of the trash either', async (days) => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 91)
    await run(home)
    sessionOf(home, 'autosave-young', 1)
    expect(await daily(home, days)).toMatchObject({ clock: 'jumped', sessions: 0, trash: 0 })
    expect(listTrash(home.context)).toHaveLength(1)
    expect(sessions(home)).toHaveLength(2)
  })

  it('ahead in the very first run too', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-young', 1)
    expect(await daily(home, 30 * 365)).toMatchObject({ clock: 'jumped', sessions: 0 })
    expect(sessions(home)).toHaveLength(2)
  })

  it('behind: removes nothing, and is believed when three days saw it', async () => {
    const home = world()
    used(home)
    await run(home)
    expect(await daily(home, 20)).toMatchObject({ clock: 'fine' })
    const right = home.clock
    for (const back of [-400, 1, 1]) expect(await daily(home, back)).toMatchObject({ clock: 'behind' })
    expect(Date.parse(String(readHomeFile(home.context)['high_water']))).toBe(home.clock)
    expect(await daily(home, 1)).toMatchObject({ clock: 'fine' })
    home.clock = right
    expect(await run(home)).toMatchObject({ clock: 'jumped' })
  })

  it('that stands still removes nothing more', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 91)
    expect(await run(home)).toMatchObject({ sessions: 1 })
    sessionOf(home, 'autosave-old-2', 91)
    expect((await run(home)).kind).toBe('not-due')
  })
})

describe('where the settings and the home disagree', () => {
  it('the longer wins, and is kept for those who do not know it', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 200)
    expect(await run(home, { ttlDays: 365 })).toMatchObject({ sessions: 0 })
    home.clock += DAY
    expect(await run(home)).toMatchObject({ sessions: 0, policy: { ttlDays: 365, fromHome: ['ttlDays'] } })
    home.clock += DAY
    expect(await run(home, { ttlDays: 0 })).toMatchObject({ policy: { ttlDays: 0 } })
    home.clock += DAY
    expect(await run(home)).toMatchObject({ policy: { ttlDays: 0, fromHome: ['ttlDays'] } })
    expect(sessions(home)).toHaveLength(2)
  })
})

describe('transcripts', () => {
  function talk({ context }: World, name?: string): string {
    const live = newLive(context, name === undefined ? {} : { name })
    live.append([{ role: 'user', content: 'how long?' }])
    if (name !== undefined) live.save()
    live.close()
    return live.transcriptId
  }

  it('live as long as a session or an entry of the trash names them', async () => {
    const home = world()
    const named = talk(home, 'plan')
    const loose = talk(home)
    const path = (id: string): string => `/home/chatcli/transcripts/${id}.jsonl`
    for (const id of [named, loose]) home.disk.touch(path(id), today)
    for (let day = 0; day < 95; day += 19) {
      home.clock = today + day * DAY
      await run(home)
    }
    expect(home.disk.stat(path(named))).toBeDefined()
    expect(home.disk.stat(path(loose))).toBeDefined()
    home.clock = today + 97 * DAY
    expect(await run(home)).toMatchObject({ sessions: 1 })
    expect(home.disk.stat(path(named))).toBeDefined()
    expect(home.disk.stat(path(loose))).toBeUndefined()
    const [trashed] = listTrash(home.context)
    expect(trashed).toMatchObject({ transcript_id: loose, reason: 'expired' })
    restoreSession(home.context, trashed?.entry ?? '')
    expect(home.disk.stat(path(loose))).toBeDefined()
  })

  it('stay while a session file cannot be read, which may be theirs', async () => {
    const home = world()
    const id = talk(home)
    put(home.disk, '/home/chatcli/sessions/autosave-broken.json', '{"version":2,', 300)
    home.disk.touch(`/home/chatcli/transcripts/${id}.jsonl`, today - 300 * DAY)
    const live = `/home/chatcli/transcripts/tr-nobody.jsonl`
    put(home.disk, live, '', 300)
    await run(home)
    expect(home.disk.stat(live)).toBeDefined()
    expect(sessions(home)).toEqual(['autosave-broken.json'])
  })
})

describe('restoring what went by itself', () => {
  it('brings back the very bytes, as a file of today', async () => {
    const home = world()
    used(home)
    sessionOf(home, 'autosave-old', 91)
    const path = '/home/chatcli/sessions/autosave-old.json'
    const before = readWholeFile(home.disk, path)
    await run(home)
    restoreSession(home.context, 'autosave-old')
    expect(readWholeFile(home.disk, path)).toEqual(before)
    // The clock of this disk began 400 days ago; the file was made 91 days ago, and is another one now.
    expect(home.disk.stat(path)?.mtimeMs).not.toBe(today - 91 * DAY)
  })
})

import { describe, expect, it } from 'vitest'
import { readText } from '../../disk/read-text.ts'
import { SimulatedCrash } from '../../disk/simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { openArchive } from '../archive.ts'
import { deleteSession } from '../delete-session.ts'
import { homePaths } from '../home-paths.ts'
import { listSessions } from '../list-sessions.ts'
import { loadConversation } from '../load-conversation.ts'
import { newLive, openLive } from '../open-live.ts'
import type { StoreContext } from '../store-context.ts'
import { markSealed } from './home-seal.ts'
import type { ResealContext } from './reseal-file.ts'
import { type ResealReport, resealHome } from './reseal-home.ts'
import { filesIn, filesWith, keysOf, root, sealedHome } from './sealed-home.suite.ts'
import { sealingDisk } from './sealing-disk.ts'

const start = Date.UTC(2026, 5, 1)
const hour = 3_600_000
const user = (content: string) => ({ role: 'user', content })

let runs = 0

/** A home with two sessions, one in the trash, an archived text; `walrus` is in all of them. */
function plainHome(byte?: number): SimulatedDisk {
  const disk = createSimulatedDisk({ nowMs: start })
  const context = sealedHome(disk).context(byte)
  for (const name of ['tides', 'eddies']) {
    const live = newLive(context, { name })
    live.append([user(`${name} of the walrus`), { role: 'assistant', content: 'walrus, walrus' }])
    live.save()
    live.close()
  }
  openArchive(context).put('what the walrus said at length')
  deleteSession(context, 'eddies', {})
  listSessions(context)
  return disk
}

function contextFor(
  disk: SimulatedDisk,
  target: number | undefined,
  ...keys: readonly number[]
): ResealContext {
  let names = 0
  const home = homePaths(root)
  const [first, ...previous] = target === undefined ? keys : [target, ...keys]
  const keyring = keysOf(first, ...previous)
  const randomName = (): string => `reseal${++runs}x${++names}`.padEnd(16, '0')
  const sealed = sealingDisk({ disk, home, keys: keyring, now: () => start, randomName })
  return {
    bare: disk,
    sealed,
    home,
    randomName,
    target: target === undefined ? 'plain' : (keyring.current ?? 'plain'),
  }
}

/** Key 9 takes the place of key 7. */
function rotating(disk: SimulatedDisk): void {
  const keys = keysOf(9, 7)
  const { home, randomName } = contextFor(disk, 9, 7)
  const also = keys.previous.map(({ id }) => id)
  markSealed({ disk, home, keys, now: () => start, randomName }, { key: keys.current?.id ?? '', also })
}

function run(context: ResealContext, now = start + hour): ResealReport {
  const steps = resealHome(context, now)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

function said(context: StoreContext, name: string): string[] {
  const { fold, damage } = loadConversation(context, name, { whole: true })
  expect(damage).toEqual([])
  return fold.window().map(({ message }) => message.content)
}

const withoutHome = (disk: SimulatedDisk): unknown[] =>
  [...filesIn(disk)].filter(([path]) => path !== 'home.json' && path !== 'state/catalogue.json')

describe('sealing all of a home', () => {
  it('leaves no word of it, and finds nothing to do the second time; unsealing gives back the very bytes', () => {
    const disk = plainHome()
    const before = withoutHome(disk)
    expect(filesWith(disk, 'walrus').length).toBeGreaterThan(4)
    const report = run(contextFor(disk, 7))
    expect(report).toMatchObject({ same: 0, swept: 0, left: [] })
    expect(report.changed).toBeGreaterThan(5)
    expect(filesWith(disk, 'walrus')).toEqual([])
    expect(said(sealedHome(disk).context(7), 'tides')).toEqual(['tides of the walrus', 'walrus, walrus'])
    expect(loadConversation(sealedHome(disk).context(7), 'tides').notes).toEqual([])
    expect(run(contextFor(disk, 7))).toMatchObject({ changed: 0, same: report.changed, left: [] })
    expect(run(contextFor(disk, undefined, 7))).toMatchObject({ changed: report.changed, left: [] })
    expect(withoutHome(disk)).toEqual(before)
  })

  it('loses nothing that replaces a file meanwhile', () => {
    const disk = plainHome(7)
    rotating(disk)
    const path = `${root}/sessions/tides.json`
    const owner = sealedHome(disk).context(7, 9)
    let isReplaced = false
    disk.beforeCall((call, made) => {
      if (isReplaced || call !== 'createExclusive' || !made.startsWith(`${root}/sessions/`)) return
      isReplaced = true
      const live = openLive(owner, 'tides')
      live.append([user('one more word')])
      live.save()
      live.close()
    })
    expect(run(contextFor(disk, 9, 7)).left).toEqual([])
    expect(isReplaced).toBe(true)
    const seen = JSON.parse(readText(sealedHome(disk).context(9, 7).disk, path)) as {
      chat_history: unknown[]
    }
    expect(seen.chat_history).toHaveLength(3)
  })

  it('brings everything under another key, the names of the archive too', () => {
    const disk = plainHome(7)
    const keep = openArchive(sealedHome(disk).context(7))
    const key = keep.keyOf('what the walrus said at length') ?? ''
    rotating(disk)
    expect(run(contextFor(disk, 9, 7)).left).toEqual([])
    const context = sealedHome(disk).context(9)
    // Only home.json still says the old key.
    expect(filesWith(disk, keysOf(7).current?.id ?? '?')).toEqual(['home.json'])
    expect(openArchive(context).get(key)).toBe('what the walrus said at length')
    expect(run(contextFor(disk, 9))).toMatchObject({ changed: 0, left: [] })
  })

  it('seals what stands torn or damaged too, and leaves what it cannot open', () => {
    const disk = plainHome()
    const path = [...filesIn(disk).keys()].find((file) => file.startsWith('transcripts/')) ?? ''
    const fd = disk.openAppend(`${root}/${path}`)
    disk.write(
      fd,
      Buffer.from(
        '\n{"v":1,"w":"zz","n":0,"at":"torn walrus\n\n{"ts":"2026-06-01T00:00:00Z","kind":"msg","message":{"role":"user","content":"go walrus"}}',
      ),
    )
    disk.close(fd)
    const before = withoutHome(disk)
    const loaded = loadConversation(sealedHome(disk).context(undefined), 'tides', { whole: true })
    expect(run(contextFor(disk, 7)).left).toEqual([])
    expect(filesWith(disk, 'walrus')).toEqual([])
    const sealed = loadConversation(sealedHome(disk).context(7), 'tides', { whole: true })
    expect(sealed.fold.window().map(({ ref, message }) => [ref, message.content])).toEqual(
      loaded.fold.window().map(({ ref, message }) => [ref, message.content]),
    )
    expect(sealed.damage).toHaveLength(loaded.damage.length)
    // Without the key nothing is opened, changed or lost.
    const all = filesIn(disk)
    expect(run(contextFor(disk, 9)).left).toHaveLength(run(contextFor(disk, 7)).same)
    expect(filesIn(disk)).toEqual(all)
    run(contextFor(disk, undefined, 7))
    expect(withoutHome(disk)).toEqual(before)
  })

  it('sweeps what stopped programs left in clear, not what is being written', () => {
    const disk = plainHome()
    const fd = disk.createExclusive(`${root}/sessions/.abcdefgh12345678.tmp`)
    disk.write(fd, Buffer.from('half a walrus'))
    disk.close(fd)
    expect(run(contextFor(disk, 7), start).swept).toBe(0)
    expect(run(contextFor(disk, 7), start + hour).swept).toBe(1)
    expect(filesWith(disk, 'walrus')).toEqual([])
  })

  it('loses no line that is appended meanwhile, whenever that is', () => {
    // Every third call: the others are looks in between.
    for (let call = 1; ; call += 3) {
      const disk = plainHome(7)
      rotating(disk)
      const home = sealedHome(disk.anotherProcess())
      const writer = openLive(home.context(7), 'tides')
      const acknowledged: string[] = []
      const append = (content: string): void => {
        try {
          writer.append([user(content)])
          acknowledged.push(content)
        } catch (error) {
          // It has the old key only, and cannot read what is under the new one.
          expect(error).toMatchObject({ code: 'key' })
        }
      }
      append('before')
      const mine = disk.anotherProcess()
      let count = 0
      mine.beforeCall(() => {
        if (++count === call) append('meanwhile')
      })
      run(contextFor(mine, 9, 7))
      if (count < call) break
      append('after')
      mine.beforeCall(undefined)
      run(contextFor(mine, 9, 7))
      const found = said(sealedHome(disk).context(9), 'tides')
      expect(new Set(found).size, `at call ${call}`).toBe(found.length)
      expect(found, `at call ${call}`).toEqual(expect.arrayContaining(acknowledged))
      expect(found.slice(0, 2)).toEqual(['tides of the walrus', 'walrus, walrus'])
      expect([...filesIn(disk).keys()].filter((path) => path.includes('.replaced-'))).toEqual([])
    }
  })

  it('loses nothing wherever it is stopped, and finishes when it is called again', () => {
    for (let call = 1; ; call += 2) {
      const disk = plainHome()
      const dying = disk.anotherProcess()
      dying.crashAt(call)
      try {
        run(contextFor(dying, 7))
        break
      } catch (error) {
        if (!(error instanceof SimulatedCrash)) throw error
      }
      const killed = disk.killed()
      expect(said(sealedHome(killed).context(7), 'tides'), `call ${call}`).toEqual([
        'tides of the walrus',
        'walrus, walrus',
      ])
      expect(run(contextFor(killed, 7)).left).toEqual([])
      expect(filesWith(killed, 'walrus'), `call ${call}`).toEqual([])
      expect(said(sealedHome(killed).context(7), 'tides')).toEqual(['tides of the walrus', 'walrus, walrus'])
    }
  })
})

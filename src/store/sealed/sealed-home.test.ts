import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { ChatCliError } from '../../errors.ts'
import { openArchive } from '../archive.ts'
import { deleteSession } from '../delete-session.ts'
import { forkSession } from '../fork-session.ts'
import { listSessions } from '../list-sessions.ts'
import type { LiveConversation } from '../live-conversation.ts'
import { loadConversation } from '../load-conversation.ts'
import { newLive, openLive } from '../open-live.ts'
import { restoreSession } from '../restore-session.ts'
import { testContext } from '../store-context.ts'
import { listTrash } from '../trash.ts'
import { filesIn, filesWith, keysOf, sealedHome } from './sealed-home.suite.ts'
import { sealingDisk } from './sealing-disk.ts'
import { homePaths } from '../home-paths.ts'
import { verifyHome } from './verify-home.ts'

const user = (content: string) => ({ role: 'user', content })
const texts = (live: LiveConversation): string[] => live.state().window.map(({ message }) => message.content)

function problem(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    return error instanceof ChatCliError ? `${error.code}: ${error.message}` : String(error)
  }
}

function said(context: ReturnType<ReturnType<typeof sealedHome>['context']>, name: string): string[] {
  return loadConversation(context, name)
    .fold.window()
    .map(({ message }) => message.content)
}

function plant(disk: SimulatedDisk, path: string, text: string): void {
  const fd = disk.createExclusive(path)
  disk.write(fd, Buffer.from(text))
  disk.close(fd)
}

describe('a sealed home', () => {
  it('says nothing to whoever looks at its bytes, and everything to whoever has the key', () => {
    const home = sealedHome()
    const context = home.context(7)
    const live = newLive(context, { name: 'tides' })
    live.append([user('the walrus keeps a ledger')])
    live.append([{ role: 'assistant', content: 'a walrus with a ledger' }])
    live.save()
    live.close()
    forkSession(context, 'tides', 'eddies').close()
    const archive = openArchive(context)
    const key = archive.put('what the walrus wrote down') ?? ''
    listSessions(context)
    deleteSession(context, 'tides', {})
    expect(filesWith(home.disk, 'walrus')).toEqual([])
    expect(filesWith(home.disk, key)).toEqual([])
    expect([...filesIn(home.disk).keys()].filter((path) => path.includes(key))).toEqual([])

    const later = home.context(7)
    expect(listTrash(later).map(({ name }) => name)).toEqual(['tides'])
    restoreSession(later, 'tides')
    expect(said(later, 'tides')).toEqual(['the walrus keeps a ledger', 'a walrus with a ledger'])
    expect(said(later, 'eddies')).toEqual(said(later, 'tides'))
    expect(openArchive(later).get(key)).toBe('what the walrus wrote down')
    expect(loadConversation(later, 'tides').notes).toEqual([])
    expect(loadConversation(later, 'tides', { whole: true }).damage).toEqual([])
  })

  it('names its key in home.json before anything else is written', () => {
    const home = sealedHome()
    const paths: string[] = []
    const made = new Set(['rename', 'link', 'createExclusive'])
    home.disk.beforeCall((call, path) => void (made.has(call) && paths.push(path)))
    newLive(home.context(7)).append([user('hello')])
    // A file at the top of the home, and the name it gets: only then comes a folder of conversations.
    const folders = paths.map((path) => path.slice('/home/chatcli/'.length).split('/').length)
    expect(folders.slice(0, 2)).toEqual([1, 1])
    expect(folders.slice(2)).toContain(2)
    expect(JSON.parse(filesIn(home.disk).get('home.json')?.toString() ?? '')).toMatchObject({
      format: 2,
      sealed: { key: keysOf(7).current?.id },
    })
  })

  it('goes on in a conversation of which a part was said before there was a key', () => {
    const home = sealedHome()
    const before = newLive(home.context(undefined), { name: 'tides' })
    before.append([user('plain words')])
    before.save()
    before.close()
    const live = openLive(home.context(7), 'tides')
    live.append([user('sealed words')])
    live.save()
    live.close()
    expect(said(home.context(7), 'tides')).toEqual(['plain words', 'sealed words'])
    expect(loadConversation(home.context(7), 'tides', { whole: true }).damage).toEqual([])
    expect(filesWith(home.disk, 'sealed words')).toEqual([])
  })

  it('tells of a session that stands there in clear', () => {
    const home = sealedHome()
    newLive(home.context(7)).append([user('sealed')])
    plant(
      home.disk,
      '/home/chatcli/sessions/tides.json',
      '{"version":2,"chat_history":[{"role":"user","content":"believe me"}]}',
    )
    const context = home.context(7)
    expect(loadConversation(context, 'tides').notes).toContainEqual({ kind: 'unsealed', files: 1 })
    const steps = verifyHome({ disk: context.disk, bare: home.disk, home: context.home })
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    expect(step.value.findings).toEqual([{ path: 'sessions/tides.json', problem: 'unsealed', detail: '' }])
  })

  it('is shared by several writers', () => {
    const home = sealedHome()
    const one = newLive(home.context(7), { name: 'tides' })
    one.append([user('one')])
    one.save()
    const two = openLive(home.context(7), 'tides')
    two.append([user('two')])
    one.append([user('three')])
    one.catchUp()
    two.catchUp()
    expect(texts(one)).toEqual(['one', 'two', 'three'])
    expect(texts(two)).toEqual(texts(one))
    expect(loadConversation(home.context(7), 'tides', { whole: true }).damage).toEqual([])
  })
})

describe('a process without the key', () => {
  it('writes nothing that was said into a sealed home, keeps it, and says which key is missing', () => {
    const home = sealedHome()
    const sealed = newLive(home.context(7), { name: 'tides' })
    sealed.append([user('sealed')])
    sealed.save()
    const before = filesIn(home.disk)
    for (const stranger of [home.context(undefined), home.context(9)]) {
      const live = newLive(stranger)
      const id = keysOf(7).current?.id ?? ''
      expect(problem(() => live.append([user('an open word')]))).toMatch(new RegExp(`^key: .*${id}`))
      expect(live.status).toBe('not-saved')
      expect(texts(live)).toEqual(['an open word'])
      expect(problem(() => listSessions(stranger))).toMatch(/^key: /)
      expect(problem(() => loadConversation(stranger, 'tides'))).toMatch(/^key: /)
      expect(problem(() => deleteSession(stranger, 'tides', {}))).toMatch(/^key: /)
      expect(problem(() => listTrash(stranger))).toMatch(/^key: /)
    }
    expect(filesIn(home.disk)).toEqual(before)
  })

  it('writes nothing that was said when home.json is gone or says otherwise', () => {
    const changes: Readonly<Record<string, string | undefined>> = {
      gone: undefined,
      'of a home that was never sealed': '{"format":1,"created_at":"2026-06-01T00:00:00.000Z"}',
      'sealed with nothing': '{"format":2,"sealed":{}}',
      'sealed, without saying so': '{"format":2}',
      'not an object': '"sealed"',
    }
    for (const [change, text] of Object.entries(changes)) {
      const home = sealedHome()
      const live = newLive(home.context(7), { name: 'tides' })
      live.append([user('sealed')])
      live.save()
      live.close()
      listSessions(home.context(7))
      home.disk.unlink('/home/chatcli/home.json')
      if (text !== undefined) plant(home.disk, '/home/chatcli/home.json', text)
      for (const key of [undefined, 9]) {
        const stranger = newLive(home.context(key))
        expect(
          problem(() => stranger.append([user('walrus')])),
          change,
        ).toMatch(/^(key|damaged): /)
        expect(stranger.status, change).toBe('not-saved')
        expect(
          problem(() => openArchive(home.context(key)).put('walrus')),
          change,
        ).toMatch(/^(key|damaged): /)
        expect(filesIn(home.disk).get('home.json')?.toString(), change).toBe(text)
      }
      expect(filesWith(home.disk, 'walrus'), change).toEqual([])
      if (text !== undefined && !text.includes('created_at')) continue
      // Whoever has the key goes on, and marks the home anew.
      const owner = openLive(home.context(7), 'tides')
      owner.append([user('more')])
      owner.close()
      expect(filesIn(home.disk).get('home.json')?.toString(), change).toContain(keysOf(7).current?.id)
    }
  })

  it('writes nothing that was said where only the index is left, and home.json was made anew', () => {
    const home = sealedHome()
    newLive(home.context(7)).append([user('sealed')])
    const files = [...filesIn(home.disk)]
    const sealed = files.find(([path]) => path.startsWith('transcripts/'))?.[1] ?? Buffer.alloc(0)
    const other = createSimulatedDisk()
    for (const folder of ['', '/index', '/index/v1']) {
      if (folder === '') other.makeFolder('/home')
      other.makeFolder(`/home/chatcli${folder}`)
    }
    plant(other, '/home/chatcli/home.json', '{"format":1}')
    plant(other, '/home/chatcli/index/v1/manifest.json', sealed.toString('latin1'))
    const live = newLive(sealedHome(other).context(undefined))
    expect(problem(() => live.append([user('walrus')]))).toMatch(/^key: /)
    expect(filesWith(other, 'walrus')).toEqual([])
  })

  it('takes no home for open that says it is sealed, but not with what', () => {
    for (const text of [
      '{"format":2}',
      '{"format":1,"sealed":{}}',
      '{"sealed":null}',
      '{"sealed":{"key":7}}',
    ]) {
      const home = sealedHome()
      for (const folder of ['/home', '/home/chatcli']) home.disk.makeFolder(folder)
      plant(home.disk, '/home/chatcli/home.json', text)
      const live = newLive(home.context(undefined))
      expect(
        problem(() => live.append([user('walrus')])),
        text,
      ).toMatch(/^damaged: /)
      expect(filesWith(home.disk, 'walrus'), text).toEqual([])
    }
  })

  it('stops writing when the home is sealed while it runs', () => {
    const home = sealedHome()
    const open = newLive(home.context(undefined), { name: 'tides' })
    open.append([user('in clear')])
    open.save()
    newLive(home.context(7)).append([user('elsewhere')])
    const before = filesIn(home.disk)
    expect(problem(() => open.append([user('not in clear')]))).toMatch(/^key: /)
    expect(problem(() => open.save())).toMatch(/^key: /)
    expect(open.status).toBe('not-saved')
    expect(filesIn(home.disk)).toEqual(before)
    expect(filesWith(home.disk, 'not in clear')).toEqual([])
  })

  it('leaves a home that is not sealed as it would be without all this, byte for byte', () => {
    const write = (context: ReturnType<typeof testContext>): void => {
      const live = newLive(context, { name: 'tides' })
      live.append([user('the walrus')])
      live.save()
      live.close()
      forkSession(context, 'tides', 'eddies').close()
      openArchive(context).put('a long text')
      deleteSession(context, 'tides', {})
      listSessions(context)
    }
    const bare = createSimulatedDisk()
    write(testContext(bare))
    const wrapped = createSimulatedDisk()
    const options = {
      home: homePaths('/home/chatcli'),
      keys: keysOf(undefined),
      now: () => 0,
      randomName: () => 'x',
    }
    write(testContext(sealingDisk({ disk: wrapped, ...options })))
    const withoutTimes = (files: Map<string, Buffer>): unknown[] =>
      [...files].filter(([path]) => path !== 'state/catalogue.json')
    expect(withoutTimes(filesIn(wrapped))).toEqual(withoutTimes(filesIn(bare)))
  })
})

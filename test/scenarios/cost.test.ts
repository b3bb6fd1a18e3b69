import { describe, expect, it } from 'vitest'
import { assistant, HOME, said, testHome, type TestHome, turns, user } from './test-home.suite.ts'

/** What a process of its own reads and writes while something runs, by file. */
function costOf(home: TestHome, run: (chatcli: ReturnType<TestHome['surface']>) => void) {
  const disk = home.disk.anotherProcess()
  const chatcli = home.surface({ disk })
  run(chatcli)
  const bytes = new Map<string, number>()
  for (const call of disk.log)
    if (call.name === 'read') bytes.set(call.path, (bytes.get(call.path) ?? 0) + call.bytes)
  return { disk, read: bytes, counters: disk.counters }
}

/** What one turn costs: append, and the session file written through. */
function costOfTurn(home: TestHome, name: string) {
  const disk = home.disk.anotherProcess()
  const live = home.surface({ disk }).sessions.open(name)
  // The first turn introduces the writer and opens its files.
  live.append([user('first'), assistant('turn')])
  live.save()
  const before = { ...disk.counters }
  live.append([user('next'), assistant('turn')])
  live.save()
  const cost = {
    calls: disk.counters.calls - before.calls,
    bytesRead: disk.counters.bytesRead - before.bytesRead,
    opens: disk.counters.opens - before.opens,
    lists: disk.counters.lists - before.lists,
    syncs: disk.counters.syncs - before.syncs,
  }
  live.close()
  return { cost, openFiles: disk.openFiles }
}

function manySessions(count: number): TestHome {
  const home = testHome()
  const long = 'x'.repeat(6000)
  for (let k = 0; k < count; k++) {
    const name = `session-${String(k).padStart(5, '0')}`
    const head = `{\n  "version": 2,\n  "id": "tr-${k}",\n  "name": "${name}",\n  "title": "Title ${k}",\n  "created_at": "2026-05-01T10:00:00.000Z",\n  "updated_at": "2026-05-02T10:00:00.000Z",\n  "messages": 1,\n  "machine": false,\n  "transcript_id": "tr-${k}",\n  "chat_history": [`
    home.put(home.session(name), `${head}{"role":"user","content":"${long}"}]\n}`)
  }
  return home
}

describe('a list of 10,000 sessions', () => {
  const home = manySessions(10_000)

  it('R25, R26: reads at most 4 KB of each the first time, and parses none', () => {
    const { read } = costOf(home, (chatcli) => expect(chatcli.sessions.list().total).toBe(10_000))
    const sessions = [...read].filter(([path]) => path.includes('/sessions/'))
    expect(sessions).toHaveLength(10_000)
    expect(Math.max(...sessions.map(([, bytes]) => bytes))).toBeLessThanOrEqual(4096)
  })

  it('R25: reads the catalogue alone when nothing changed, and writes nothing', () => {
    const { read, counters } = costOf(home, (chatcli) => {
      const list = chatcli.sessions.list({ limit: 3, sort: 'name' })
      expect(list.sessions.map(({ title }) => title)).toEqual(['Title 0', 'Title 1', 'Title 2'])
    })
    expect([...read.keys()]).toEqual([`${HOME}/state/catalogue.json`])
    expect(counters.bytesWritten).toBe(0)
    expect(counters.opens).toBe(1)
  })

  it('reads at most 4 KB of each session that changed, and of no other', () => {
    const changed = ['session-00007', 'session-04242', 'session-09999']
    for (const name of changed)
      home.put(home.session(name), home.text(home.session(name)).replace('Title', 'New title'))
    const { read } = costOf(home, (chatcli) => {
      const list = chatcli.sessions.list()
      expect(list.sessions.filter(({ title }) => title.startsWith('New')).length).toBe(3)
    })
    const sessions = [...read].filter(([path]) => path.includes('/sessions/'))
    expect(sessions.map(([path]) => path)).toEqual(changed.map(home.session))
    for (const [path, bytes] of sessions) expect(bytes, path).toBeLessThanOrEqual(4096)
  })

  it('is right without its catalogue, and with a damaged one', () => {
    const home = manySessions(50)
    home.surface().sessions.list()
    for (const content of [undefined, '', '{"version":1', '[]', '{"version":9,"rows":[]}', '{"version":1}']) {
      if (content === undefined) home.remove(`${HOME}/state/catalogue.json`)
      else home.put(`${HOME}/state/catalogue.json`, content)
      expect(home.surface().sessions.list({ limit: 1 }).total, String(content)).toBe(50)
    }
  })
})

describe('a durable turn', () => {
  const sizes = [2, 40, 4000].map((count) => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(count))
    return home
  })

  it('reads at most 4 KB of an unchanged session, whatever its size', () => {
    const costs = sizes.map((home) => costOfTurn(home, 'tide-notes'))
    for (const { cost } of costs) {
      expect(cost.bytesRead).toBeLessThanOrEqual(4096)
      expect(cost.lists).toBe(0)
    }
    expect(costs[1]?.cost).toEqual(costs[0]?.cost)
    expect(costs[2]?.cost).toEqual(costs[0]?.cost)
  })

  it('P32: costs the same whatever the number of stored sessions', () => {
    const few = testHome()
    few.chatcli.sessions.save('tide-notes', turns(2))
    const many = manySessions(3000)
    many.chatcli.sessions.save('tide-notes', turns(2))
    const transcripts = Array.from({ length: 2000 }, (_, k) => `${HOME}/transcripts/tr-${k}.jsonl`)
    for (const path of transcripts) many.put(path, '')
    expect(costOfTurn(many, 'tide-notes')).toEqual(costOfTurn(few, 'tide-notes'))
  })

  it('leaves no file open behind it', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    for (let k = 0; k < 200; k++) {
      const live = home.chatcli.sessions.open('tide-notes')
      live.append([user(`turn ${k}`)])
      live.save()
      live.close()
      home.chatcli.sessions.list()
      home.chatcli.sessions.load('tide-notes')
    }
    expect(home.disk.openFiles).toBe(0)
    expect(said(home.surface(), 'tide-notes')).toHaveLength(204)
  })

  it('R47, R59: goes on from the snapshot when a session is opened again: only the new lines are read', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(4000))
    const path = home.transcript('tide-notes')
    const { read } = costOf(home, (chatcli) => {
      const live = chatcli.sessions.open('tide-notes')
      live.append([user('next')])
      live.close()
    })
    expect(home.bytes(path).length).toBeGreaterThan(1_000_000)
    expect(read.get(path) ?? 0).toBeLessThanOrEqual(4096)
  })

  it('of one session does not make a search read the others again', () => {
    const home = testHome()
    for (let k = 0; k < 30; k++) home.chatcli.sessions.save(`notes-${k}`, turns(20, `topic${k}`))
    const disk = home.disk.anotherProcess()
    const chatcli = home.surface({ disk })
    chatcli.search('topic7')
    const live = home.chatcli.sessions.open('notes-3')
    live.append([user('a kingfisher')])
    live.save()
    const before = disk.log.length
    expect(chatcli.search('kingfisher').sessions.map(({ name }) => name)).toEqual(['notes-3'])
    const read = disk.log.slice(before).filter(({ name }) => name === 'openRead')
    const paths = new Set(read.map(({ path }) => path).filter((path) => /sessions|transcripts/.test(path)))
    expect([...paths].toSorted()).toEqual([home.session('notes-3'), home.transcript('notes-3')].toSorted())
  })
})

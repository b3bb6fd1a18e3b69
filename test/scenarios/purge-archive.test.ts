import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draftOf, rewriteOf } from '../../src/conversation/compaction/draft.ts'
import { microcompact } from '../../src/conversation/compaction/microcompact.ts'
import { recallKeyOf } from '../../src/conversation/compaction/recall-marker.ts'
import type { Message } from '../../src/index.ts'
import { assistant, HOME, type TestHome, testHome, turns, user } from './test-home.suite.ts'

const SECRET = 'zanzibar'
const secret = `${SECRET} lighthouse log\n`.repeat(300)

const results: Message[] = [
  user('read the log'),
  { ...assistant(''), tool_calls: [{ id: 'c1', name: 'read', arguments: { path: 'log' } }] },
  { role: 'tool', tool_call_id: 'c1', content: secret },
  ...[1, 2, 3, 4, 5].flatMap((k) => [user(`on ${k}`), assistant(`done ${k}`)]),
]

/** A session whose only long text was put away. */
function shortened(home: TestHome, name: string): string {
  const live = home.chatcli.sessions.create({ name })
  live.append(results)
  const { window } = live.state()
  const draft = microcompact(draftOf(window), { archive: (text) => home.chatcli.archive.put(text) })
  const rewrite = rewriteOf('microcompact', window, draft)
  if (rewrite === undefined) throw new Error('nothing was shortened')
  live.record(rewrite)
  live.save()
  live.close()
  return join(HOME, 'ccr', `${recallKeyOf(secret)}.ccr`)
}

function filesWith(home: TestHome, words: string): string[] {
  return home.files().filter((path) => home.bytes(path).includes(words))
}

describe('a purge takes along what the archive kept of a session', () => {
  it('and a trashed one does not', () => {
    const home = testHome()
    const kept = shortened(home, 'tide-notes')
    expect(home.text(kept)).toBe(secret)
    home.chatcli.sessions.delete('tide-notes')
    expect(home.has(kept)).toBe(true)
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(filesWith(home, SECRET)).toEqual([])
  })

  it('but not what another session, a fork or a trashed one points to', () => {
    const home = testHome()
    const kept = shortened(home, 'tide-notes')
    home.chatcli.sessions.fork('tide-notes', 'tide-fork')
    // As the Go program names it.
    home.put(home.session('go-notes'), { version: 2, archive_keys: [recallKeyOf(secret)], chat_history: [] })
    home.chatcli.sessions.delete('tide-notes', { purge: true })
    expect(home.has(kept)).toBe(true)
    home.remove(home.session('go-notes'))
    home.chatcli.sessions.delete('tide-fork')
    shortened(home, 'other-notes')
    home.chatcli.sessions.delete('other-notes', { purge: true })
    expect(home.has(kept)).toBe(true)
    home.chatcli.sessions.delete('tide-fork', { purge: true })
    expect(filesWith(home, SECRET)).toEqual([])
  })

  it('wherever it is cut short, once the next is done', () => {
    let cuts = 0
    for (let call = 1; ; call++) {
      const home = testHome()
      shortened(home, 'tide-notes')
      home.chatcli.sessions.save('other-notes', turns(1, 'other'))
      const process = home.disk.anotherProcess()
      process.crashAt(call, { names: ['unlink', 'write', 'rename'] })
      let isCut = false
      try {
        home.surface({ disk: process }).sessions.delete('tide-notes', { purge: true })
      } catch {
        isCut = true
      }
      if (!isCut) break
      cuts++
      const { sessions } = home.surface()
      if (sessions.exists('tide-notes')) sessions.delete('tide-notes', { purge: true })
      sessions.delete('other-notes', { purge: true })
      expect(filesWith(home, SECRET), `cut at ${call}`).toEqual([])
    }
    expect(cuts).toBeGreaterThan(3)
  })
})

describe('what was put away', () => {
  it('is made again from the transcript when the archive has lost it', () => {
    const home = testHome()
    const kept = shortened(home, 'tide-notes')
    const key = recallKeyOf(secret)
    const live = home.chatcli.sessions.open('tide-notes')
    expect(live.state().settings.archive_keys).toEqual([key])
    expect(home.json(home.session('tide-notes'))['archive_keys']).toEqual([key])
    home.remove(kept)
    expect(home.chatcli.archive.get(key)).toBeUndefined()
    expect(home.chatcli.archive.get(key.toUpperCase(), { from: live })).toBe(secret)
    expect(home.chatcli.archive.get('../../etc', { from: live })).toBeUndefined()
  })

  it('stays in memory when nothing of a conversation is to be kept', () => {
    const home = testHome()
    const { archive } = home.surface({ transcripts: false })
    const key = archive.put(secret)
    expect(archive.get(key ?? '')).toBe(secret)
    expect(filesWith(home, SECRET)).toEqual([])
  })
})

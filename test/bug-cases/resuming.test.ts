import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sanitiseForTerminal } from '../../src/text/sanitise.ts'
import {
  assistant,
  failure,
  found,
  HOME,
  notesOf,
  said,
  testHome,
  turns,
  user,
} from '../scenarios/test-home.suite.ts'
import { isMessage, onlyTranscript, saved, texts } from './saved-session.suite.ts'

const transcripts = join(HOME, 'transcripts')

describe('resuming', () => {
  it('R1: one line cut at the end: everything else is there, and it is said', () => {
    const { home, path } = saved(100)
    home.put(path, home.bytes(path).subarray(0, -60))
    const loaded = home.surface().sessions.load(onlyTranscript(home))
    expect(loaded.messages).toHaveLength(200)
    expect(loaded.notes).toEqual([{ kind: 'damage', count: 1 }])
  })

  it('R2: a bad line in the middle is skipped and named by its place; the age is that of the newest message', () => {
    const home = testHome()
    const dated = turns(10).map((message, k) => ({
      ...message,
      created_at: new Date(Date.UTC(2026, 4, k + 1)).toISOString(),
    }))
    home.chatcli.sessions.save('tide-notes', dated)
    const path = home.transcript('tide-notes')
    const bytes = home.bytes(path)
    const at = bytes.indexOf('tide answer 4')
    bytes.write('XXXX', at)
    home.put(path, bytes)
    home.disk.touch(path, Date.UTC(2020, 0, 1))
    const record = home.surface().sessions.record(onlyTranscript(home))
    expect(record.messages).toHaveLength(20)
    expect(record.messages[9]?.state).toBe('missing')
    expect(record.updatedAt).toBe(Date.UTC(2026, 4, 20))
    expect(record.damage).toHaveLength(1)
    expect(record.damage[0]?.offset).toBeLessThan(at)
    expect((record.damage[0]?.offset ?? 0) + (record.damage[0]?.length ?? 0)).toBeGreaterThan(at)
  })

  it('R7: a conversation without the line that opens it is listed and loads', () => {
    const { home, path, lines } = saved()
    home.put(path, lines.filter(isMessage).join('\n'))
    const name = onlyTranscript(home)
    expect(name).not.toBe('')
    expect(said(home.surface(), name)).toEqual(texts(3))
  })

  it('R14: a few messages among tens of thousands of other lines open from the snapshot', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create({ name: 'noisy' })
    live.append(turns(7))
    const noise = live.newTurn()
    for (let k = 0; k < 20_000; k++) live.record({ kind: 'mark', mark: 'dispatch', data: { k } }, noise)
    live.append([user('the last one')])
    live.save()
    live.close()
    const disk = home.disk.anotherProcess()
    const again = home.surface({ disk })
    expect(again.sessions.load('noisy').messages).toHaveLength(15)
    expect(disk.counters.bytesRead).toBeLessThan(100_000)
    expect(home.bytes(home.transcript('noisy')).length).toBeGreaterThan(2_000_000)
  })

  it('R16: twice the messages cost about twice the reading', () => {
    const read = [600, 1200].map((count) => {
      const { home } = saved(count)
      const disk = home.disk.anotherProcess()
      const chatcli = home.surface({ disk })
      expect(chatcli.sessions.record('tide-notes').messages).toHaveLength(count * 2)
      return disk.counters.bytesRead
    })
    expect((read[1] ?? 0) / (read[0] ?? 1)).toBeLessThan(2.5)
  })

  it('R19: two answers to one turn are both kept', () => {
    const { home } = saved(1)
    const [a, b] = [home.surface().sessions.open('tide-notes'), home.surface().sessions.open('tide-notes')]
    a.append([user('which way?'), assistant('left')])
    b.append([user('which way?'), assistant('right')])
    a.save()
    b.save()
    expect(said(home.surface(), 'tide-notes').slice(2)).toEqual(['which way?', 'left', 'which way?', 'right'])
  })

  it('R22: a last line without its counter is named and costs nothing but itself', () => {
    const { home, path, lines } = saved()
    const last = lines.findLast(isMessage) ?? ''
    home.put(path, [...lines.slice(0, lines.indexOf(last)), last.replace(/"n":\d+,/, '')].join('\n'))
    const name = onlyTranscript(home)
    expect(said(home.surface(), name)).toEqual(texts(3).slice(0, -1))
    const live = home.surface().sessions.open(name)
    live.append([user('more')])
    expect(said(home.surface(), name).at(-1)).toBe('more')
  })

  it('R23: fields unknown to this program stay in a message, and no counter is used twice', () => {
    const { home, path } = saved(1)
    for (let k = 0; k < 3; k++) {
      const live = home.surface().sessions.open('tide-notes')
      live.append([{ ...user(`round ${k}`), reasoning: { tokens: 7 } }])
      live.save()
      live.close()
    }
    const names = home
      .text(path)
      .split('\n')
      .flatMap((line) => /"w":"[^"]+","n":\d+/.exec(line)?.[0] ?? [])
    expect(new Set(names).size).toBe(names.length)
    expect(home.surface().sessions.load('tide-notes').messages.at(-1)).toMatchObject({
      reasoning: { tokens: 7 },
    })
  })

  it('R31: a transcript unlinked while it is open is begun again, with all that was said before', () => {
    const { home, path } = saved(2)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('before')])
    home.remove(path)
    live.append([user('after')])
    live.close()
    const conversations = home
      .surface()
      .sessions.list()
      .sessions.map(({ name }) => said(home.surface(), name))
    expect(conversations).toContainEqual([...texts(2), 'before', 'after'])
    for (const name of home.disk.list(transcripts))
      expect(home.text(join(transcripts, name)).split('\n')[1]).toContain('"n":0,')
  })

  it('R32: a garbled first line hides nothing', () => {
    const { home, path, lines } = saved()
    home.put(path, lines.with(0, 'not a line at all').join('\n'))
    expect(said(home.surface(), onlyTranscript(home))).toEqual(texts(3))
  })

  it('R34: an unreadable session is an error, and no new one is begun in its place', () => {
    const home = testHome()
    home.put(home.session('broken'), '{"version":2,')
    home.chatcli.sessions.list()
    const before = home.files()
    for (const run of [
      () => home.chatcli.sessions.load('broken'),
      () => home.chatcli.sessions.open('broken'),
    ])
      expect(failure(run).code).toBe('damaged')
    expect(home.files()).toEqual(before)
  })

  it('R43: hundreds of NUL bytes at the end: nothing is lost, it is counted, the next line is its own', () => {
    const { home, path } = saved()
    home.add(path, Buffer.alloc(1728))
    expect(said(home.surface(), 'tide-notes')).toEqual(texts(3))
    const live = home.surface().sessions.open('tide-notes')
    live.append([user('fresh')])
    live.save()
    live.close()
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts(3), 'fresh'])
    expect(home.surface().sessions.record('tide-notes').damage).toMatchObject([{ length: 1728 }])
  })

  it('R46: a kind of record to come is no error, and stays in the file', () => {
    const { home, path } = saved()
    home.add(path, '{"type":"future","payload":{"x":1}}\n')
    const live = home.surface().sessions.open('tide-notes')
    live.append([user('goes on')])
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts(3), 'goes on'])
    expect(home.text(path)).toContain('{"type":"future","payload":{"x":1}}')
  })

  it('R50: without its first line and with a stray byte order mark', () => {
    const { home, path, lines } = saved()
    home.put(path, Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(lines.slice(1).join('\n'))]))
    expect(said(home.surface(), onlyTranscript(home))).toEqual(texts(3))
    const session = testHome()
    session.put(session.session('marked'), `\uFEFF${JSON.stringify({ version: 2, chat_history: turns(1) })}`)
    expect(said(session.chatcli, 'marked')).toEqual(texts(1))
  })

  it('R61: a turn said while another surface rewrites the window is in it afterwards', () => {
    const { home } = saved(5)
    const [a, b] = [home.surface().sessions.open('tide-notes'), home.surface().sessions.open('tide-notes')]
    const gone = a
      .state()
      .window.slice(0, 8)
      .map(({ ref }) => [ref[0], ref[1], ref[1]] as const)
    b.append([user('said meanwhile')])
    b.save()
    a.record({
      kind: 'rewrite',
      reason: 'compact',
      removes: gone,
      puts: [{ of: gone, message: { ...user('a summary'), meta: { is_summary: true, summary_of: 8 } } }],
      before: 10,
      after: 3,
      digest: '',
    })
    a.save()
    b.append([user('and after')])
    b.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([
      'a summary',
      'tide question 4',
      'tide answer 4',
      'said meanwhile',
      'and after',
    ])
    expect(notesOf(home.surface(), 'tide-notes')).toEqual([])
  })

  it('R76: half a surrogate pair is stored as it came and can be shown', () => {
    const home = testHome()
    home.chatcli.sessions.save('half', [user('a \uD83C b'), assistant('fine')])
    expect(said(home.surface(), 'half')).toEqual(['a \uD83C b', 'fine'])
    expect(sanitiseForTerminal(home.surface().page('half').messages[0]?.text ?? '')).toBe('a \uFFFD b')
    expect(found(home.surface(), 'fine')).toEqual(['half'])
    expect(() => home.surface().transcripts.export('half', 'jsonl')).not.toThrow()
  })

  it('R11: any text a tool may give back is the same after a round trip', () => {
    const home = testHome()
    const bytes = Array.from({ length: 1024 }, (_, k) => String.fromCharCode((k * 197) % 256)).join('')
    const result = { role: 'tool', content: bytes, tool_call_id: 'c1' }
    home.chatcli.sessions.save('bytes', [
      user('read it'),
      { ...assistant(''), tool_calls: [{ id: 'c1', name: 'read' }] },
      result,
    ])
    const live = home.chatcli.sessions.open('bytes')
    live.append([user('and on')])
    live.save()
    live.close()
    expect(said(home.surface(), 'bytes')[2]).toBe(bytes)
    const { text } = home.surface().transcripts.export('bytes', 'jsonl')
    home.chatcli.sessions.save('again', text)
    expect(said(home.surface(), 'again')[2]).toBe(bytes)
  })
})

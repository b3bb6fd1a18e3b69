import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { openChatCli } from '../../src/index.ts'
import { assistant, failure, found, HOME, said, testHome, turns, user } from '../scenarios/test-home.suite.ts'
import { isMessage, onlyTranscript, saved, texts } from './saved-session.suite.ts'

describe('a journal that was cut short, garbled or mixed', () => {
  it('P1: three good lines and a torn one: three are loaded, the torn one is counted, the next line is its own', () => {
    const { home, path, lines } = saved()
    const kept = lines.slice(0, lines.indexOf(lines.filter(isMessage)[2] ?? '') + 1)
    home.put(path, `${kept.join('\n')}\n{"type":"assistant","mess`)
    const name = onlyTranscript(home)
    expect(home.surface().sessions.load(name)).toMatchObject({ notes: [{ kind: 'damage', count: 1 }] })
    expect(said(home.surface(), name)).toEqual(texts(3).slice(0, 3))
    const live = home.surface().sessions.open(name)
    live.append([user('after the power came back')])
    expect(home.text(path)).toContain('"mess\n{"v":1')
    expect(said(home.surface(), name)).toEqual([...texts(3).slice(0, 3), 'after the power came back'])
  })

  it('P2: a record cut off with the next one on its line: the second is whole, the fragment counted, all later ones kept', () => {
    const { home, path, lines } = saved()
    const [, second = '', third = ''] = lines.filter(isMessage)
    const at = lines.indexOf(second)
    home.put(
      path,
      lines.toSpliced(at, lines.indexOf(third) - at + 1, second.slice(0, 140) + third).join('\n'),
    )
    const name = onlyTranscript(home)
    const record = home.surface().sessions.record(name)
    expect(record.damage).toHaveLength(1)
    expect(
      record.messages.map(({ state, message }) => (state === 'missing' ? '?' : message.content)),
    ).toEqual(texts(3).with(1, '?'))
  })

  it('P2: the same with objects that are not ours', () => {
    const { home, path, lines } = saved()
    home.put(
      path,
      [...lines, '{"role":"user","content":"hel{"role":"assistant","content":"ok"}', ''].join('\n'),
    )
    expect(said(home.surface(), onlyTranscript(home))).toEqual(texts(3))
  })

  it('P4: a run of NUL bytes in the middle hides neither neighbour', () => {
    const { home, path, lines } = saved()
    home.put(path, lines.toSpliced(4, 0, '\0'.repeat(300)).join('\n'))
    const name = onlyTranscript(home)
    expect(said(home.surface(), name)).toEqual(texts(3))
    expect(home.surface().sessions.record(name).damage).toMatchObject([{ length: 300 }])
  })

  it('P5: one bad line among many does not refuse the session', () => {
    const { home, path, lines } = saved(50)
    home.put(path, lines.toSpliced(71, 0, '\0').join('\n'))
    const loaded = home.surface().sessions.load(onlyTranscript(home))
    expect(loaded.messages).toHaveLength(100)
    expect(loaded.notes).toEqual([{ kind: 'damage', count: 1 }])
  })

  it('P7, R44: U+2028 and U+2029 in a text are part of it, in ours and in lines of other programs', () => {
    const text = 'a\u2028b\u2029c'
    const { home, path } = saved(1)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user(text)])
    live.save()
    expect(home.text(path)).not.toMatch(/[\u2028\u2029]/)
    live.close()
    home.add(
      path,
      `${JSON.stringify({ ts: '2026-06-01T12:00:00Z', kind: 'msg', message: user(`Go ${text}`) })}\n`,
    )
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts(1), text, `Go ${text}`])
    expect(home.surface().sessions.record('tide-notes').damage).toEqual([])
  })

  it('P8: two processes append 1,000 turns each to one session: 2,000 are there, in one order for all', () => {
    const { home } = saved(1)
    const [a, b] = [home.surface().sessions.open('tide-notes'), home.surface().sessions.open('tide-notes')]
    for (let k = 0; k < 1000; k++) {
      a.append([user(`a ${k}`)])
      b.append([user(`b ${k}`)])
    }
    const order = said(home.surface(), 'tide-notes')
    expect(order).toHaveLength(2002)
    expect(new Set(order).size).toBe(2002)
    expect(order.filter((text) => text.startsWith('a '))).toEqual(
      Array.from({ length: 1000 }, (_, k) => `a ${k}`),
    )
    a.catchUp()
    b.catchUp()
    for (const live of [a, b])
      expect(live.state().window.map(({ message }) => message.content)).toEqual(order)
  })

  it('P10: ids that repeat, an insertion behind itself and a fork of itself end all the same', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create({ name: 'loops' })
    live.append([user('zero')])
    live.save()
    const other = home.surface().sessions.open('loops')
    live.append([{ ...user('one'), id: 'same' }])
    // It has not seen the other's message, so it cannot know that the id is taken.
    other.append([{ ...user('two'), id: 'same' }])
    const [w, n] = live.append([user('three')]).refs[0] ?? ['', 0]
    live.record({
      kind: 'edit',
      from: 'x',
      removes: [],
      changes: [],
      inserts: [
        { after: [w, n + 2, 1], message: user('a') },
        { after: [w, n + 2, 0], message: user('b') },
      ],
    })
    live.record({ kind: 'mark', mark: 'forked-from', data: { id: live.id, family: live.id } })
    live.save()
    live.close()
    expect(said(home.surface(), 'loops').slice(0, 3)).toEqual(['zero', 'one', 'three'])
    expect(found(home.surface(), 'three')).toEqual(['loops'])
  })

  it('P11: an empty session file is refused and left as it is', () => {
    const home = testHome()
    home.put(home.session('empty'), '')
    expect(failure(() => home.chatcli.sessions.open('empty')).code).toBe('damaged')
    expect(failure(() => home.chatcli.sessions.load('empty')).message).toContain('empty')
    expect(home.bytes(home.session('empty'))).toHaveLength(0)
  })

  it('P13: a first line that is no message hides nothing', () => {
    const { home, path, lines } = saved()
    home.put(path, ['{"type":"pr-link","url":"https://example.org/1"}', ...lines].join('\n'))
    const name = onlyTranscript(home)
    expect(said(home.surface(), name)).toEqual(texts(3))
    expect(found(home.surface(), 'tide answer 2')).toEqual([name])
  })

  it('P14: a conversation whose first words come after hundreds of other lines is listed under them', () => {
    const home = testHome()
    const live = home.chatcli.sessions.create()
    for (let k = 0; k < 423; k++) live.record({ kind: 'mark', mark: 'dispatch', data: { k } })
    live.append([user('The title at last')])
    expect(home.surface().sessions.list().sessions).toMatchObject([
      { title: 'The title at last', messages: 1 },
    ])
  })

  it('P16: a call without its result loads as it is, and nothing is written for it', () => {
    const home = testHome()
    const calls = ['c1', 'c2', 'c3'].map((id) => ({ id, name: 'read_file', arguments: { id } }))
    const messages = [
      user('read all three'),
      { ...assistant(''), tool_calls: calls },
      { role: 'tool', content: 'first', tool_call_id: 'c1' },
      { role: 'tool', content: 'third', tool_call_id: 'c3' },
      assistant('one is missing'),
    ]
    home.chatcli.sessions.save('calls', messages)
    const before = home.bytes(home.transcript('calls'))
    expect(home.surface().sessions.load('calls').messages).toMatchObject(messages)
    expect(found(home.surface(), 'missing')).toEqual(['calls'])
    expect(home.bytes(home.transcript('calls'))).toEqual(before)
  })

  it('P17, R55: facts that are null or of another shape hide no session', () => {
    const home = testHome()
    home.put(home.session('nulls'), {
      version: 2,
      title: null,
      created_at: null,
      updated_at: 7,
      messages: null,
      machine: null,
      transcript_id: null,
      cost: null,
      tokens: null,
      attachments: null,
      chat_history: [{ ...user('here'), tool_calls: null, meta: null, images: null, tool_call_id: '' }],
      agent_history: null,
    })
    expect(home.chatcli.sessions.list().sessions).toMatchObject([
      { name: 'nulls', messages: 1, title: 'here' },
    ])
    expect(said(home.chatcli, 'nulls')).toEqual(['here'])
  })

  it('P19: going on stays in the home it was opened with', () => {
    const disk = createSimulatedDisk()
    for (const folder of ['/home', '/home/ada', '/home/bo']) disk.makeFolder(folder)
    const ada = openChatCli({ home: '/home/ada/.chatcli', disk })
    const bo = openChatCli({ home: '/home/bo/.chatcli', disk })
    ada.sessions.save('notes', turns(1, 'ada'))
    bo.sessions.save('notes', turns(1, 'bo'))
    const live = ada.sessions.open('notes')
    live.append([user('for ada alone')])
    live.save()
    expect(said(bo, 'notes')).toEqual(texts(1, 'bo'))
    expect(said(ada, 'notes')).toEqual([...texts(1, 'ada'), 'for ada alone'])
  })

  it('P20, R79: the home removed under a running conversation: the next turn makes it again, with all that was said', () => {
    const { home } = saved(2)
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('before')])
    for (const path of home.files()) home.remove(path)
    for (const folder of ['sessions', 'transcripts', 'state', '']) home.disk.removeFolder(join(HOME, folder))
    expect(live.append([user('after')]).where).toBe('transcript')
    live.save()
    expect(live.takeNotices().map(({ kind }) => kind)).toContain('deleted-elsewhere')
    const [row] = home.surface().sessions.list().sessions
    expect(said(home.surface(), row?.name ?? '')).toEqual([...texts(2), 'before', 'after'])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import type { SimulatedDisk } from '../disk/simulated-disk.ts'
import { readText } from '../disk/read-text.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { openChatCli } from '../open-chatcli.ts'
import { ActiveConversation } from './active-conversation.ts'
import type { ActiveOptions } from './active-options.ts'

let disk: SimulatedDisk
let chatcli: ChatCli
let time: number

beforeEach(() => {
  disk = createSimulatedDisk()
  time = Date.UTC(2026, 4, 4, 12)
  chatcli = opened()
})

const opened = (more: { readonly transcripts?: boolean } = {}): ChatCli =>
  openChatCli({ home: '/home/ada/.chatcli', disk, now: () => (time += 10), ...more })

function active(more: Partial<ActiveOptions> = {}): ActiveConversation {
  return new ActiveConversation(chatcli.sessions, {
    now: () => time,
    later: () => () => undefined,
    autosave: true,
    writeThrough: true,
    ...more,
  })
}

function turn(conversation: ActiveConversation, question: string): void {
  conversation.beginTurn()
  conversation.live.append([
    { role: 'user', content: question },
    { role: 'assistant', content: `about ${question}` },
  ])
  conversation.introduce()
  conversation.endTurn()
  conversation.flush()
}

const texts = (conversation: ActiveConversation): string[] =>
  conversation.messages.map(({ content }) => content)
const saved = (name: string): string[] => chatcli.sessions.load(name).messages.map(({ content }) => content)
const listed = (): string[] => chatcli.sessions.list({ sort: 'name' }).sessions.map(({ name }) => name)

describe('when the disk is full', () => {
  it('keeps what is in memory only when another session is to be loaded, and goes on', () => {
    chatcli.sessions.save('moor', [{ role: 'user', content: 'peat' }])
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(() => conversation.live.append([{ role: 'user', content: 'moons' }])).toThrow()
    expect(() => conversation.load('moor')).toThrow()
    expect(() => conversation.startNew()).toThrow()
    expect(() => conversation.detach()).toThrow()
    expect(() => conversation.fork('ocean')).toThrow()
    expect(conversation.name).toBe('sea')
    disk.clearFaults()
    turn(conversation, 'waves')
    expect(saved('sea')).toEqual(['tides', 'about tides', 'moons', 'waves', 'about waves'])
  })

  it('does not say that the transcript has what it has not', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.takeNotices()
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(() => conversation.live.append([{ role: 'user', content: 'moons' }])).toThrow()
    conversation.endTurn()
    conversation.flush()
    const told = conversation.takeNotices().map(({ kind }) => kind)
    expect(told).toContain('change-not-saved')
    expect(told).not.toContain('snapshot-failed')
  })

  it('does not bind to the name of an autosave that could not be written', () => {
    chatcli.sessions.save('moor', [{ role: 'user', content: 'peat' }])
    const conversation = active()
    turn(conversation, 'tides')
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(() => conversation.load('moor')).toThrow()
    expect(conversation.name).toBeUndefined()
    disk.clearFaults()
    turn(conversation, 'moons')
    expect(conversation.leave()).toMatchObject({ kind: 'autosaved' })
    expect(listed()).toHaveLength(2)
  })

  it('without transcripts, loses nothing on the way out of a session', () => {
    chatcli = opened({ transcripts: false })
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(() => conversation.live.append([{ role: 'user', content: 'moons' }])).toThrow()
    expect(conversation.live.status).toBe('not-saved')
    expect(() => conversation.detach()).toThrow()
    expect(() => conversation.leave()).toThrow()
    disk.clearFaults()
    expect(texts(conversation)).toContain('moons')
    turn(conversation, 'waves')
    expect(conversation.live.status).toBe('saved')
    conversation.leave()
    expect(saved('sea')).toContain('moons')
  })
})

it('what was in memory only is not said to be in the trash', () => {
  chatcli = opened({ transcripts: false })
  const conversation = active({ autosave: false })
  turn(conversation, 'tides')
  expect(conversation.startNew()).toEqual({ kind: 'nothing' })
  expect(chatcli.sessions.trash()).toEqual([])
})

describe('what was done elsewhere', () => {
  it('a deletion does not take the conversation out of the hands of somebody who detaches', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    chatcli.sessions.delete('sea')
    conversation.detach()
    expect(texts(conversation)).toEqual(['tides', 'about tides'])
    turn(conversation, 'moons')
    expect(conversation.leave()).toMatchObject({ kind: 'autosaved' })
  })

  it('a recovery by two terminals ends in one session', () => {
    const crashed = active()
    turn(crashed, 'tides')
    const name = chatcli.sessions.unsaved()[0]?.name ?? ''
    const [one, other] = [active(), active()]
    one.recover(name)
    other.recover(name)
    turn(one, 'moons')
    turn(other, 'waves')
    const left = one.leave()
    expect(other.leave()).toEqual(left)
    expect(listed()).toHaveLength(1)
    expect(saved(listed()[0] ?? '')).toHaveLength(6)
  })

  it('a crash while an autosave goes on leaves one session in the end', () => {
    const first = active()
    turn(first, 'tides')
    first.leave()
    const [name = ''] = listed()
    const crashed = active()
    crashed.load(name)
    turn(crashed, 'moons')
    const conversation = active()
    conversation.recover(chatcli.sessions.unsaved()[0]?.name ?? '')
    expect(conversation.origin).toBe(name)
    turn(conversation, 'waves')
    expect(conversation.leave()).toEqual({ kind: 'autosaved', name })
    expect(listed()).toEqual([name])
    expect(saved(name)).toHaveLength(6)
  })

  it.each([true, false])(
    'two that begin one session go on in it together (transcripts: %s)',
    (transcripts) => {
      chatcli = opened({ transcripts })
      const [one, other] = [active(), active()]
      one.attach('sea')
      other.attach('sea')
      turn(one, 'tides')
      // Without transcripts the last writer wins, and that would be the one who leaves last.
      expect(one.leave()).toEqual({ kind: 'saved', name: 'sea' })
      turn(other, 'moons')
      expect(other.name).toBe('sea')
      expect(other.takeNotices()).toMatchObject([{ kind: 'joined', name: 'sea' }])
      turn(other, 'waves')
      expect(other.takeNotices()).toEqual([])
      expect(other.leave()).toEqual({ kind: 'saved', name: 'sea' })
      const all = ['tides', 'about tides', 'moons', 'about moons', 'waves', 'about waves']
      expect(saved('sea')).toEqual(all)
      expect(chatcli.sessions.unsaved()).toEqual([])
      expect(listed()).toEqual(['sea'])
    },
  )

  it('one that loses its new name in the middle of the first turn is told once, and goes on in that session', () => {
    const [one, other] = [active(), active()]
    one.attach('sea')
    other.attach('sea')
    other.beginTurn()
    turn(one, 'tides')
    other.live.append([{ role: 'user', content: 'moons' }])
    other.introduce()
    other.endTurn()
    expect(other.takeNotices().filter(({ kind }) => kind !== 'caught-up')).toEqual([
      { kind: 'joined', name: 'sea' },
    ])
    turn(other, 'waves')
    expect(other.takeNotices()).toEqual([])
    expect(saved('sea')).toEqual(['tides', 'about tides', 'moons', 'waves', 'about waves'])
  })

  it('a new name that was lost while nobody looked is not gone back to by somebody who detached', () => {
    const [one, other] = [active(), active()]
    one.attach('sea')
    other.attach('sea')
    other.beginTurn()
    turn(one, 'tides')
    other.live.append([{ role: 'user', content: 'moons' }])
    expect(other.detach()).toBe('sea')
    turn(other, 'waves')
    expect(other.name).toBeUndefined()
    expect(saved('sea')).toEqual(['tides', 'about tides'])
  })

  it('a session in its place that cannot be read is left alone, and the conversation is kept', () => {
    const conversation = active()
    conversation.attach('sea')
    conversation.beginTurn()
    conversation.live.append([{ role: 'user', content: 'moons' }])
    const path = '/home/ada/.chatcli/sessions/sea.json'
    chatcli.sessions.save('moor', [{ role: 'user', content: 'peat' }])
    writeDurably(disk, path, Buffer.from('{"version":2,'), { replace: false, randomName: () => 'hand' })
    conversation.introduce()
    conversation.endTurn()
    expect(conversation.takeNotices()).toEqual([{ kind: 'name-taken', name: 'sea' }])
    turn(conversation, 'waves')
    expect(conversation.takeNotices()).toEqual([])
    expect(conversation.leave()).toMatchObject({ kind: 'autosaved' })
    expect(readText(disk, path)).toBe('{"version":2,')
  })

  it('without transcripts, a change of the file does not cost what the disk had refused, and that is said', () => {
    chatcli = opened({ transcripts: false })
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    conversation.beginTurn()
    expect(() => conversation.live.append([{ role: 'user', content: 'moons' }])).toThrow()
    conversation.endTurn()
    disk.clearFaults()
    const path = '/home/ada/.chatcli/sessions/sea.json'
    const file = JSON.parse(readText(disk, path)) as { chat_history: unknown[] }
    file.chat_history = [file.chat_history[0], { role: 'user', content: 'by hand' }]
    writeDurably(disk, path, Buffer.from(JSON.stringify(file)), { replace: true, randomName: () => 'hand' })
    conversation.beginTurn()
    expect(conversation.takeNotices()).toEqual([{ kind: 'kept-unsaved', messages: 1 }])
    expect(texts(conversation)).toEqual(['tides', 'by hand', 'moons'])
    expect(saved('sea')).toEqual(['tides', 'by hand', 'moons'])
  })

  it('without transcripts, what the disk refuses twice stays in the window', () => {
    chatcli = opened({ transcripts: false })
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    const path = '/home/ada/.chatcli/sessions/sea.json'
    const text = readText(disk, path).replace('about tides', 'about the tides')
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(() => conversation.live.append([{ role: 'user', content: 'moons' }])).toThrow()
    disk.clearFaults()
    writeDurably(disk, path, Buffer.from(text), { replace: true, randomName: () => 'hand' })
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    conversation.beginTurn()
    expect(conversation.live.status).toBe('not-saved')
    disk.clearFaults()
    turn(conversation, 'waves')
    expect(saved('sea')).toEqual(['tides', 'about the tides', 'moons', 'waves', 'about waves'])
  })
})

it('without transcripts, two that go on from one autosave double nothing', () => {
  chatcli = opened({ transcripts: false })
  const first = active()
  turn(first, 'tides')
  first.leave()
  const [name = ''] = listed()
  const [one, other] = [active(), active()]
  one.load(name)
  other.load(name)
  turn(one, 'moons')
  turn(other, 'moons')
  one.leave()
  other.leave()
  const expected = ['tides', 'about tides', 'moons', 'about moons', 'moons', 'about moons']
  expect(saved(name)).toEqual(expected)
})

describe('a conversation that was made private', () => {
  it('takes that back to the session it branched from, also when nothing was said', () => {
    const first = active()
    turn(first, 'tides')
    first.leave()
    const [name = ''] = listed()
    const second = active()
    second.load(name)
    second.setPrivate(true)
    second.leave()
    expect(listed()).toEqual([name])
    expect(chatcli.sessions.list().sessions[0]?.private).toBe(true)
  })

  it('stays private when it is forked, detached and autosaved', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.setPrivate(true)
    conversation.save('sea')
    conversation.fork('ocean')
    conversation.detach()
    turn(conversation, 'moons')
    conversation.leave()
    const { sessions } = chatcli.sessions.list()
    expect(sessions.map((session) => session.private)).toEqual([true, true, true])
  })
})

describe('what keeps a conversation from models', () => {
  it('goes along when it was deleted elsewhere and goes on', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.setPrivate(true)
    chatcli.sessions.delete('sea')
    turn(conversation, 'moons')
    conversation.leave()
    expect(chatcli.sessions.list().sessions).toMatchObject([{ private: true, messages: 4 }])
  })

  it('is known of a branch that was interrupted: where it was imported from', () => {
    const source = { tool: 'scribe' }
    chatcli.sessions.save('sea', [{ role: 'user', content: 'tides' }], { source })
    const first = active()
    first.attach('sea')
    first.detach()
    turn(first, 'moons')
    const [row] = chatcli.sessions.list().sessions.filter(({ interrupted }) => interrupted)
    expect(row).toMatchObject({ messages: 3, source })
    expect(chatcli.sessions.record(row?.name ?? '').source).toEqual(source)
    const second = active()
    second.recover(row?.name ?? '')
    expect(second.leave()).toMatchObject({ kind: 'autosaved' })
    const { sessions } = chatcli.sessions.list()
    expect(sessions.map((session) => session.source)).toEqual([source, source])
  })
})

describe('an attached session in which nothing was said', () => {
  it('can be renamed, and is made under its new name', () => {
    const conversation = active()
    conversation.attach('sea')
    conversation.rename('sea', 'ocean')
    expect(conversation.name).toBe('ocean')
    turn(conversation, 'tides')
    expect(listed()).toEqual(['ocean'])
  })

  it('can be renamed when it was made private, and stays that', () => {
    const conversation = active()
    conversation.attach('sea')
    conversation.setPrivate(true)
    conversation.rename('sea', 'ocean')
    turn(conversation, 'tides')
    expect(chatcli.sessions.list().sessions).toMatchObject([{ name: 'ocean', private: true }])
  })

  it('cannot get the name of another one', () => {
    chatcli.sessions.save('moor', [{ role: 'user', content: 'peat' }])
    const conversation = active()
    conversation.attach('sea')
    expect(() => conversation.rename('sea', 'moor')).toThrow('already')
    expect(conversation.name).toBe('sea')
  })
})

describe('names', () => {
  it('that cannot be given cost nobody their session', () => {
    const first = active()
    turn(first, 'tides')
    first.leave()
    const [name = ''] = listed()
    const conversation = active()
    conversation.live.append([{ role: 'user', content: 'moons' }])
    expect(() => conversation.save(name, { force: true })).toThrow('cannot be given')
    expect(saved(name)).toEqual(['tides', 'about tides'])
  })

  it('of a session that is to be made are not bound with write-through off', () => {
    const conversation = active({ writeThrough: false })
    conversation.attach('sea')
    turn(conversation, 'tides')
    expect(listed()).not.toContain('sea')
    conversation.save()
    expect(saved('sea')).toEqual(['tides', 'about tides'])
  })

  it('of the conversation at hand, deleted, are not autosaved again', () => {
    const conversation = active()
    turn(conversation, 'tides')
    const [name = ''] = listed()
    conversation.delete(name)
    expect(conversation.messages).toEqual([])
    expect(conversation.leave()).toEqual({ kind: 'nothing' })
    expect(listed()).toEqual([])
  })
})

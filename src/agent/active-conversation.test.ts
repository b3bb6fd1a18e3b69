import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import type { Message } from '../conversation/message.ts'
import { readText } from '../disk/read-text.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import type { SimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { openChatCli } from '../open-chatcli.ts'
import { ActiveConversation } from './active-conversation.ts'
import type { ActiveOptions } from './active-options.ts'

let disk: SimulatedDisk
let chatcli: ChatCli
let time: number
let later: (() => void)[]

beforeEach(() => {
  disk = createSimulatedDisk()
  time = Date.UTC(2026, 4, 4, 12)
  later = []
  chatcli = openChatCli({ home: '/home/ada/.chatcli', disk, now: () => (time += 10) })
})

function active(more: Partial<ActiveOptions> = {}, sessions = chatcli.sessions): ActiveConversation {
  return new ActiveConversation(sessions, {
    now: () => time,
    later: (work) => {
      later.push(work)
      return () => {
        later = later.filter((other) => other !== work)
      }
    },
    autosave: true,
    writeThrough: true,
    ...more,
  })
}

function runLater(): void {
  const works = later
  later = []
  for (const work of works) work()
}

function turn(conversation: ActiveConversation, question: string, answer = `about ${question}`): void {
  conversation.beginTurn()
  conversation.live.append([
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ])
  conversation.endTurn()
  runLater()
}

const names = (): string[] => chatcli.sessions.list({ sort: 'name' }).sessions.map(({ name }) => name)
const texts = (messages: readonly Message[]): string[] => messages.map(({ content }) => content)
const saved = (name: string): string[] => texts(chatcli.sessions.load(name).messages)
const trash = (): string[] => chatcli.sessions.trash().map(({ reason }) => reason)

describe('leaving', () => {
  it('leaves nothing of a conversation in which nothing was said', () => {
    expect(active().leave()).toEqual({ kind: 'nothing' })
    expect(names()).toEqual([])
    expect(trash()).toEqual([])
  })

  it('keeps a conversation that nobody named', () => {
    const conversation = active()
    turn(conversation, 'tides')
    const left = conversation.leave()
    expect(left).toMatchObject({ kind: 'autosaved', name: expect.stringMatching(/^autosave-\d{8}-\d{6}$/) })
    expect(chatcli.sessions.list().sessions).toMatchObject([
      { machine: true, interrupted: false, messages: 2 },
    ])
  })

  it('puts a single message into the trash', () => {
    const conversation = active()
    conversation.live.append([{ role: 'user', content: 'hm' }])
    expect(conversation.leave()).toEqual({ kind: 'trashed' })
    expect(names()).toEqual([])
    expect(trash()).toEqual(['unsaved'])
  })

  it('puts it all into the trash with autosave off', () => {
    const conversation = active({ autosave: false })
    turn(conversation, 'tides')
    expect(conversation.leave()).toEqual({ kind: 'trashed' })
    expect(names()).toEqual([])
    expect(trash()).toEqual(['unsaved'])
  })

  it('gives two conversations of one second names of their own', () => {
    const [first, second] = [active(), active()]
    turn(first, 'tides')
    turn(second, 'moons')
    const now = time
    const left = [first, second].map((conversation) => {
      time = now
      return conversation.leave()
    })
    expect(new Set(left.map((put) => put.kind === 'autosaved' && put.name)).size).toBe(2)
    expect(names()).toHaveLength(2)
  })

  it('saves a bound conversation in its session, and nowhere else', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    turn(conversation, 'moons')
    expect(conversation.leave()).toEqual({ kind: 'saved', name: 'sea' })
    expect(names()).toEqual(['sea'])
    expect(saved('sea')).toHaveLength(4)
  })
})

describe('an autosaved conversation', () => {
  function autosaved(): string {
    const conversation = active()
    turn(conversation, 'tides')
    const left = conversation.leave()
    return left.kind === 'autosaved' ? left.name : ''
  }

  it('is not bound, and not changed while somebody goes on with it', () => {
    const name = autosaved()
    const conversation = active()
    conversation.load(name)
    expect(conversation.name).toBeUndefined()
    expect(conversation.origin).toBe(name)
    turn(conversation, 'moons')
    expect(saved(name)).toHaveLength(2)
  })

  it('is there once at the end, with what was said since', () => {
    const name = autosaved()
    for (const topic of ['moons', 'waves']) {
      const conversation = active()
      conversation.load(name)
      turn(conversation, topic)
      expect(conversation.leave()).toEqual({ kind: 'autosaved', name })
    }
    expect(names()).toEqual([name])
    expect(saved(name)).toEqual(['tides', 'about tides', 'moons', 'about moons', 'waves', 'about waves'])
    expect(chatcli.sessions.record(name).messages).toHaveLength(6)
  })

  it('stays as it is when nothing was said', () => {
    const name = autosaved()
    const conversation = active()
    conversation.load(name)
    expect(conversation.leave()).toEqual({ kind: 'nothing' })
    expect(names()).toEqual([name])
    expect(trash()).toEqual([])
  })

  it('can be saved under a name of one’s own', () => {
    const name = autosaved()
    const conversation = active()
    conversation.load(name)
    turn(conversation, 'moons')
    conversation.save('sea')
    expect(conversation.name).toBe('sea')
    expect(names()).toEqual([name, 'sea'])
    expect(saved('sea')).toHaveLength(4)
    expect(chatcli.sessions.list().sessions.find((session) => session.name === 'sea')?.machine).toBe(false)
  })
})

describe('a bound conversation', () => {
  it('takes over what another surface said, and says so', () => {
    const [one, other] = [active(), active()]
    turn(one, 'tides')
    one.save('sea')
    other.load('sea')
    turn(other, 'moons')
    one.beginTurn()
    expect(texts(one.messages)).toEqual(['tides', 'about tides', 'moons', 'about moons'])
    expect(one.takeNotices()).toContainEqual({ kind: 'caught-up', messages: 2 })
  })

  it('takes over what another program changed in the file', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    const path = '/home/ada/.chatcli/sessions/sea.json'
    const file = JSON.parse(readText(disk, path)) as { chat_history: Message[] }
    file.chat_history.push({ role: 'user', content: 'by hand' })
    writeDurably(disk, path, Buffer.from(JSON.stringify(file)), { replace: true, randomName: () => 'hand' })
    conversation.beginTurn()
    expect(texts(conversation.messages)).toEqual(['tides', 'about tides', 'by hand'])
    turn(conversation, 'moons')
    expect(saved('sea')).toHaveLength(5)
  })

  it('says that it was deleted elsewhere, keeps the conversation, and never brings the name back', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    chatcli.sessions.delete('sea')
    turn(conversation, 'moons')
    expect(conversation.name).toBeUndefined()
    expect(conversation.takeNotices()).toContainEqual({ kind: 'deleted-elsewhere', name: 'sea' })
    expect(conversation.messages).toHaveLength(4)
    expect(conversation.leave()).toMatchObject({ kind: 'autosaved' })
    expect(names()).not.toContain('sea')
  })

  it('is over when it is deleted here', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.delete('sea')
    expect(conversation.messages).toEqual([])
    expect(conversation.leave()).toEqual({ kind: 'nothing' })
    expect(names()).toEqual([])
    expect(trash()).toEqual(['deleted'])
  })

  it('follows a rename', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.rename('sea', 'ocean')
    turn(conversation, 'moons')
    expect(names()).toEqual(['ocean'])
    expect(saved('ocean')).toHaveLength(4)
  })

  it('forks when it is saved under another name', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.save('ocean')
    turn(conversation, 'moons')
    expect(conversation.name).toBe('ocean')
    expect(saved('sea')).toHaveLength(2)
    expect(saved('ocean')).toHaveLength(4)
  })

  it('is detached without changing the session any more', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    expect(conversation.detach()).toBe('sea')
    expect(conversation.messages).toHaveLength(2)
    turn(conversation, 'moons')
    expect(saved('sea')).toHaveLength(2)
    expect(conversation.leave()).toMatchObject({ kind: 'autosaved' })
  })

  it('leaves no second copy when nothing was said after detaching', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.detach()
    expect(conversation.leave()).toEqual({ kind: 'nothing' })
    expect(names()).toEqual(['sea'])
  })
})

describe('changing to another conversation', () => {
  it('keeps the one before', () => {
    chatcli.sessions.save('sea', [{ role: 'user', content: 'the sea' }])
    const conversation = active()
    turn(conversation, 'tides')
    expect(conversation.load('sea')).toMatchObject({ kind: 'autosaved' })
    expect(texts(conversation.messages)).toEqual(['the sea'])
    turn(conversation, 'moons')
    expect(conversation.startNew()).toEqual({ kind: 'saved', name: 'sea' })
    expect(names()).toHaveLength(2)
  })

  it('changes nothing when the other cannot be loaded', () => {
    const conversation = active()
    turn(conversation, 'tides')
    expect(() => conversation.load('nowhere')).toThrow('nowhere')
    expect(conversation.messages).toHaveLength(2)
    turn(conversation, 'moons')
    expect(conversation.messages).toHaveLength(4)
  })

  it.each(['nothing', 'a turn'])(
    'attaches to a session that another process made meanwhile, %s said before',
    (said) => {
      const other = active()
      const { sessions } = chatcli
      let isFirst = true
      const exists = (name: string): boolean => {
        const isThere = sessions.exists(name)
        if (isFirst) {
          isFirst = false
          other.attach(name)
          turn(other, 'tides')
        }
        return isThere
      }
      const conversation = active({}, { ...sessions, exists })
      if (said === 'a turn') turn(conversation, 'stars')
      expect(conversation.attach('sea')).toMatchObject({ kind: said === 'a turn' ? 'autosaved' : 'nothing' })
      turn(conversation, 'moons')
      expect(saved('sea')).toEqual(['tides', 'about tides', 'moons', 'about moons'])
    },
  )

  it('attaches to a session that is there, and makes one that is not', () => {
    chatcli.sessions.save('sea', [{ role: 'user', content: 'the sea' }])
    const conversation = active()
    expect(conversation.attach('sea')).toEqual({ kind: 'nothing' })
    expect(conversation.attach('sea')).toBeUndefined()
    conversation.startNew()
    expect(conversation.attach('ocean')).toBeUndefined()
    expect(names()).toEqual(['sea'])
    turn(conversation, 'tides')
    expect(saved('ocean')).toHaveLength(2)
  })

  it('has its file while the first answer of a new session comes, so that another surface finds it', () => {
    const conversation = active()
    conversation.attach('sea')
    conversation.live.append([{ role: 'user', content: 'tides' }], { end: false })
    conversation.introduce()
    const other = active()
    other.attach('sea')
    expect(texts(other.messages)).toEqual(['tides'])
    expect(other.live.transcriptId).toBe(conversation.live.transcriptId)
  })

  it('goes on with a session that was interrupted before it had its file', () => {
    const dead = openChatCli({
      home: '/home/ada/.chatcli',
      disk: disk.anotherProcess(),
      now: () => (time += 10),
    })
    const live = dead.sessions.create({ name: 'sea' })
    live.append([{ role: 'user', content: 'tides' }])
    // What is closed is held by nobody.
    live.close()
    const conversation = active()
    turn(conversation, 'winds')
    expect(conversation.attach('sea')).toMatchObject({ kind: 'autosaved' })
    expect(conversation.name).toBe('sea')
    expect(texts(conversation.messages)).toEqual(['tides'])
    expect(saved('sea')).toEqual(['tides'])
    expect(chatcli.sessions.unsaved()).toEqual([])
  })

  it('forks a loaded session that is attached to a new name', () => {
    const before = active()
    turn(before, 'tides')
    before.save('sea')
    before.leave()
    const conversation = active()
    conversation.load('sea')
    conversation.attach('ocean')
    expect(saved('ocean')).toEqual(['tides', 'about tides'])
    expect(conversation.leave()).toEqual({ kind: 'saved', name: 'ocean' })
    expect(names()).toEqual(['ocean', 'sea'])
  })

  it('binds what was said so far to a new name', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.attach('sea')
    expect(saved('sea')).toHaveLength(2)
  })

  it('never saves over another conversation unless it is told to', () => {
    chatcli.sessions.save('sea', [{ role: 'user', content: 'the sea' }])
    const conversation = active()
    turn(conversation, 'tides')
    expect(() => conversation.save('sea')).toThrow('already')
    expect(saved('sea')).toEqual(['the sea'])
    conversation.save('sea', { force: true })
    expect(saved('sea')).toHaveLength(2)
    expect(trash()).toEqual(['deleted'])
  })

  it('forks an unsaved conversation by naming it', () => {
    const conversation = active()
    turn(conversation, 'tides')
    expect(conversation.fork('sea')).toEqual({ from: undefined, messages: 2 })
    expect(conversation.name).toBe('sea')
  })
})

describe('a conversation that was interrupted', () => {
  it('is found, and goes on without a name in its own transcript', () => {
    const crashed = active()
    turn(crashed, 'tides')
    const [found] = chatcli.sessions.unsaved()
    expect(found).toMatchObject({ messages: 2, isHeld: true })
    const conversation = active()
    conversation.recover(found?.name ?? '')
    turn(conversation, 'moons')
    expect(conversation.leave()).toMatchObject({ kind: 'autosaved' })
    expect(names()).toHaveLength(1)
    expect(chatcli.sessions.unsaved()).toEqual([])
  })
})

describe('with write-through off', () => {
  it('goes on beside the session until it is saved back', () => {
    chatcli.sessions.save('sea', [{ role: 'user', content: 'the sea' }])
    const conversation = active({ writeThrough: false })
    conversation.load('sea')
    turn(conversation, 'tides')
    expect(saved('sea')).toEqual(['the sea'])
    chatcli.sessions.open('sea').append([{ role: 'user', content: 'from elsewhere' }])
    conversation.beginTurn()
    expect(texts(conversation.messages)).not.toContain('from elsewhere')
    conversation.save()
    expect(saved('sea')).toEqual(['the sea', 'from elsewhere', 'tides', 'about tides'])
    turn(conversation, 'moons')
    conversation.save()
    expect(saved('sea')).toHaveLength(6)
  })
})

describe('the session file', () => {
  it('is written behind every turn while it is small, else every five seconds', () => {
    const conversation = active()
    conversation.attach('sea')
    turn(conversation, 'tides', 'x'.repeat(1_100_000))
    const delays: number[] = []
    const slow = active({
      later: (_, ms) => {
        delays.push(ms)
        return () => undefined
      },
    })
    slow.load('sea')
    slow.live.append([{ role: 'user', content: 'more' }])
    slow.endTurn()
    slow.flush()
    slow.live.append([{ role: 'user', content: 'and more' }])
    slow.endTurn()
    expect(delays[0]).toBe(0)
    expect(delays[1]).toBeGreaterThan(4000)
    slow.leave()
    expect(saved('sea')).toHaveLength(4)
  })

  it('that cannot be written is told, and nothing is lost', () => {
    const conversation = active()
    turn(conversation, 'tides')
    conversation.save('sea')
    conversation.live.append([{ role: 'user', content: 'more' }])
    conversation.endTurn()
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    runLater()
    disk.clearFaults()
    expect(conversation.takeNotices()).toMatchObject([
      { kind: 'snapshot-failed', error: { code: 'storage' } },
    ])
    expect(saved('sea')).toHaveLength(3)
  })
})

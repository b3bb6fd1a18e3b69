import { beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal } from './local-principal.ts'
import type { ServedConversation } from './served-conversation.ts'
import {
  type ServingProcess,
  type ServingWorld,
  handedOver,
  sayTo,
  servingHome,
  servingWorld,
  textsOf,
} from './serving-world.suite.ts'

let world: ServingWorld
let mine: ServingProcess

beforeEach(() => {
  world = servingWorld()
  mine = world.process()
})

const create = (id: string, from: ServingProcess = mine): Promise<ServedConversation> =>
  from.served.create({ principal: localPrincipal, cwd: '/desk', id })

const find = async (id: string, from: ServingProcess = mine): Promise<ServedConversation> => {
  const found = await from.served.find(id, localPrincipal)
  if (found === undefined) throw new Error(`${id} was not found`)
  return found
}

const saved = (name: string): string[] => textsOf(world.process().chatcli.sessions.load(name).messages)
const names = (): string[] =>
  world
    .process()
    .chatcli.sessions.list({ sort: 'name' })
    .sessions.filter(({ interrupted }) => !interrupted)
    .map(({ name }) => name)
const transcripts = (): string[] =>
  world.disk.list(`${servingHome}/transcripts`).filter((file) => file.endsWith('.jsonl'))

describe('the mirror', () => {
  it('is the conversation itself, in one transcript, from the second message on', async () => {
    const one = await create('tides')
    await one.append([handedOver('a', 'when is high tide?')])
    expect(names()).toEqual([])
    expect(one.status()).toMatchObject({ session: undefined, mirror: undefined, messages: 1 })
    await one.append([handedOver('b', 'at six', 'assistant')])
    await sayTo(one, 'and low tide?')
    expect(names()).toEqual(['mcp-tides'])
    expect(saved('mcp-tides')).toEqual(['when is high tide?', 'at six', 'and low tide?', 'answer 0'])
    expect(transcripts()).toHaveLength(1)
    expect(mine.chatcli.sessions.summary('mcp-tides')).toMatchObject({ machine: true, messages: 4 })
    expect(one.status()).toMatchObject({
      session: undefined,
      mirror: 'mcp-tides',
      messages: 4,
      isBusy: false,
    })
  })

  it('is there after a turn that failed', async () => {
    const one = await create('tides')
    await sayTo(one, 'first')
    const failing = { ...mine.model, answer: () => Promise.reject(new Error('down')) }
    expect(failing.id).toBe('parrot-1')
    const stopped = new AbortController()
    stopped.abort()
    await one.say('second', { signal: stopped.signal, onEvent: () => undefined })
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0', 'second'])
  })

  it('becomes the session when the conversation gets a name', async () => {
    const one = await create('tides')
    await sayTo(one, 'first')
    expect(await one.save('harbour')).toMatchObject({ session: 'harbour', mirror: undefined })
    await sayTo(one, 'second')
    expect(names()).toEqual(['harbour'])
    expect(mine.chatcli.sessions.summary('harbour').machine).toBe(false)
    expect(saved('harbour')).toEqual(['first', 'answer 0', 'second', 'answer 1'])
    expect(transcripts()).toHaveLength(1)
  })

  it('is written once more before a clear, stays, and the next one has a name of its own', async () => {
    const one = await create('tides')
    await sayTo(one, 'first')
    expect(await one.clear()).toMatchObject({ session: undefined, mirror: undefined, messages: 0 })
    await sayTo(one, 'second')
    expect(names()).toEqual(['mcp-tides', 'mcp-tides-2'])
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0'])
    expect(saved('mcp-tides-2')).toEqual(['second', 'answer 1'])
    expect(transcripts()).toHaveLength(2)
  })

  it('is written by a clear although the turn before it could not be', async () => {
    const one = await create('tides')
    await one.alone(() => {
      one.chat.conversation.live.append([
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'yes' },
      ])
      one.chat.conversation.startNew()
    })
    expect(saved('mcp-tides')).toEqual(['first', 'yes'])
  })

  it('begins again when the conversation lets go of its session', async () => {
    const one = await create('tides')
    await one.attach('harbour')
    await sayTo(one, 'first')
    expect(names()).toEqual(['harbour'])
    expect(await one.detach()).toMatchObject({ session: undefined, mirror: 'mcp-tides', messages: 2 })
    await sayTo(one, 'second')
    expect(saved('harbour')).toEqual(['first', 'answer 0'])
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0', 'second', 'answer 1'])
  })

  it.each([
    ['with spaces and ünïcode', /^mcp-with-spaces-and-unicode-[0-9a-f]{10}$/],
    ['dots..dots', /^mcp-dots.dots-[0-9a-f]{10}$/],
    ['../../etc/passwd', /^mcp-etc-passwd-[0-9a-f]{10}$/],
    ['x'.repeat(200), /^mcp-x{60}-[0-9a-f]{10}$/],
    ['日本', /^mcp-session-[0-9a-f]{10}$/],
  ])('has a name that can be one for the id %s', async (id, name) => {
    await sayTo(await create(id), 'first')
    expect(names()).toEqual([expect.stringMatching(name)])
  })

  it('is another one for an id in other letter case', async () => {
    await sayTo(await create('tides'), 'first')
    const other = await create('Tides')
    await sayTo(other, 'second')
    expect(names()).toEqual(['Tides-2', 'tides'].map((name) => `mcp-${name}`))
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0'])
  })

  it('is another one for the same id of somebody else', async () => {
    await sayTo(await create('tides'), 'first')
    const other = await mine.served.create({ principal: 'somebody', cwd: '/desk', id: 'tides' })
    await sayTo(other, 'second')
    expect(names()).toEqual(['mcp-tides', expect.stringMatching(/^mcp-tides-[0-9a-f]{10}$/)])
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0'])
  })

  it.each([
    { autosave: true, mcpAutosave: false, isThere: false },
    { autosave: false, mcpAutosave: undefined, isThere: false },
    { autosave: false, mcpAutosave: true, isThere: true },
    { autosave: true, mcpAutosave: undefined, isThere: true },
  ])('follows the settings $autosave, $mcpAutosave', async ({ isThere, ...settings }) => {
    const other = world.process(settings)
    await sayTo(await create('tides', other), 'first')
    await other.served.leave()
    expect(names()).toEqual(isThere ? ['mcp-tides'] : [])
    expect(other.chatcli.sessions.trash()).toHaveLength(isThere ? 0 : 1)
  })

  it('that a person renames is a session, to which the conversation is bound', async () => {
    const one = await create('tides')
    await sayTo(one, 'first')
    world.process().chatcli.sessions.rename('mcp-tides', 'harbour')
    await sayTo(one, 'second')
    expect(one.status()).toMatchObject({ session: 'harbour', mirror: undefined })
    expect(saved('harbour')).toEqual(['first', 'answer 0', 'second', 'answer 1'])
    expect(names()).toEqual(['harbour'])
  })

  it('is read and written at every turn, and no other mirror is', async () => {
    const count = async (others: number): Promise<number> => {
      const home = servingWorld()
      let calls = 0
      const disk = new Proxy(home.disk, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key)
          if (typeof value !== 'function') return value
          return (...args: unknown[]): unknown => {
            calls++
            return Reflect.apply(value, target, args)
          }
        },
      })
      const process = { ...home, disk }.process({}, { disk })
      for (let i = 0; i < others; i++) await sayTo(await create(`other-${i}`, process), 'first')
      const one = await create('tides', process)
      await sayTo(one, 'first')
      await sayTo(one, 'second')
      calls = 0
      await sayTo(one, 'third')
      return calls
    }
    expect(await count(40)).toBe(await count(2))
  })
})

describe('a conversation after a restart', () => {
  it('goes on in the same transcript', async () => {
    await sayTo(await create('tides'), 'first')
    await mine.served.leave()
    const next = world.process()
    const one = await find('tides', next)
    expect(textsOf(one.chat.conversation.messages)).toEqual(['first', 'answer 0'])
    await sayTo(one, 'second')
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0', 'second', 'answer 0'])
    expect(transcripts()).toHaveLength(1)
  })

  it('goes on in it after a kill too, and with a single message', async () => {
    await (await create('tides')).append([handedOver('a', 'when is high tide?')])
    const next = world.process()
    const one = await create('tides', next)
    await one.append([handedOver('a', 'when is high tide?'), handedOver('b', 'at six', 'assistant')])
    expect(saved('mcp-tides')).toEqual(['when is high tide?', 'at six'])
    expect(transcripts()).toHaveLength(1)
  })

  it('is bound to its session, wherever that was renamed to, and in its mode and folder', async () => {
    const one = await mine.served.create({ principal: localPrincipal, cwd: '/harbour', id: 'tides' })
    await one.setMode('coder')
    await one.attach('harbour')
    await sayTo(one, 'first')
    const next = world.process()
    next.chatcli.sessions.rename('harbour', 'port')
    const again = await find('tides', next)
    expect(again.status()).toMatchObject({ session: 'port', mode: 'coder', cwd: '/harbour', messages: 2 })
    expect(again.cwd).toBe('/harbour')
    expect(again.chat.mode).toBe('coder')
  })

  it('is bound to a session in which nothing was said yet', async () => {
    await (await create('tides')).attach('harbour')
    const one = await find('tides', world.process())
    expect(one.status().session).toBe('harbour')
    await sayTo(one, 'first')
    expect(names()).toEqual(['harbour'])
  })

  it('is bound to none when its session was deleted', async () => {
    const one = await create('tides')
    await one.attach('harbour')
    await sayTo(one, 'first')
    await mine.served.leave()
    const next = world.process()
    next.chatcli.sessions.delete('harbour')
    const again = await find('tides', next)
    expect(again.status()).toMatchObject({ session: undefined, messages: 0 })
    await sayTo(again, 'second')
    expect(names()).toEqual(['mcp-tides'])
  })

  it('is taken up from a mirror that another program left', async () => {
    const { sessions } = mine.chatcli
    sessions.save('tides', [
      { role: 'user', content: 'when is high tide?' },
      { role: 'assistant', content: 'at six' },
    ])
    const path = `${servingHome}/sessions`
    world.disk.rename(`${path}/tides.json`, `${path}/mcp-tides.json`)
    const one = await find('tides')
    await sayTo(one, 'and low tide?')
    expect(saved('mcp-tides')).toEqual(['when is high tide?', 'at six', 'and low tide?', 'answer 0'])
    expect(await mine.served.find('tides', 'somebody')).toBeUndefined()
  })

  it('is gone when it was not used for as long as sessions of the program stay', async () => {
    await (await create('tides')).append([handedOver('a', 'when is high tide?')])
    world.clock.time += 91 * 86_400_000
    const next = world.process()
    expect(await next.served.find('tides', localPrincipal)).toBeUndefined()
    expect(next.served.list({ principal: localPrincipal })).toEqual([])
    await next.served.create({ principal: localPrincipal, cwd: '/desk' })
    expect(world.disk.list(`${servingHome}/state/served`)).toHaveLength(1)
  })
})

describe('what is asked for at once', () => {
  it('is done one after the other, and nothing of it is lost', async () => {
    const one = await create('tides')
    const turns = ['first', 'second', 'third'].map((words) => sayTo(one, words))
    expect(one.isBusy).toBe(true)
    await Promise.all(turns)
    expect(one.isBusy).toBe(false)
    expect(saved('mcp-tides')).toEqual(['first', 'answer 0', 'second', 'answer 1', 'third', 'answer 2'])
  })

  it('of one id, is one conversation', async () => {
    const [a, b] = await Promise.all([create('tides'), create('tides')])
    expect(a).toBe(b)
  })

  it('of two processes, is one conversation', async () => {
    const [a, b] = [await create('tides'), await create('tides', world.process())]
    await Promise.all([sayTo(a, 'first'), sayTo(b, 'second')])
    await sayTo(a, 'third')
    await sayTo(b, 'fourth')
    expect(names()).toEqual(['mcp-tides'])
    const texts = saved('mcp-tides')
    expect(texts.filter((text) => !text.startsWith('answer')).sort()).toEqual(
      ['first', 'fourth', 'second', 'third'].sort(),
    )
    expect(texts).toHaveLength(8)
    await sayTo(a, 'fifth')
    expect(textsOf(a.chat.conversation.messages)).toEqual(saved('mcp-tides'))
  })

  it('of two processes, is one conversation with a single message of each', async () => {
    const [a, b] = [await create('tides'), await create('tides', world.process())]
    await a.append([handedOver('a', 'first')])
    await b.append([handedOver('b', 'second')])
    await a.append([handedOver('c', 'third')])
    await b.append([handedOver('d', 'fourth')])
    expect(names()).toEqual(['mcp-tides'])
    expect(saved('mcp-tides').sort()).toEqual(['first', 'fourth', 'second', 'third'])
  })

  it('is followed, when another process goes on elsewhere', async () => {
    const [a, b] = [await create('tides'), await create('tides', world.process())]
    await sayTo(a, 'first')
    await sayTo(b, 'second')
    await b.attach('harbour')
    await sayTo(a, 'third')
    expect(a.status().session).toBe('harbour')
    expect(textsOf(b.chat.conversation.messages)).toEqual(['first', 'answer 0', 'second', 'answer 0'])
    await b.clear()
    await sayTo(a, 'fourth')
    await sayTo(b, 'fifth')
    expect(saved('mcp-tides')).toEqual(['fourth', 'answer 2', 'fifth', 'answer 1'])
    expect(saved('harbour')).toEqual(['first', 'answer 0', 'second', 'answer 0', 'third', 'answer 1'])
  })
})

describe('append', () => {
  it('adds what is new, once, across restarts, processes and halves of a batch', async () => {
    const batch = [handedOver('a', 'one'), handedOver('b', 'two', 'assistant'), handedOver('c', 'three')]
    const one = await create('tides')
    expect(await one.append(batch.slice(0, 2))).toEqual({ added: 2, known: 0, notSaved: false })
    expect(await one.append(batch)).toEqual({ added: 1, known: 2, notSaved: false })
    const other = await find('tides', world.process())
    expect(await other.append(batch)).toEqual({ added: 0, known: 3, notSaved: false })
    await other.attach('harbour')
    await mine.served.leave()
    const again = await find('tides', world.process())
    const lines = world.disk.stat(`${servingHome}/transcripts/${transcripts()[0]}`)?.size
    expect(await again.append([...batch, ...batch])).toEqual({ added: 0, known: 6, notSaved: false })
    expect(world.disk.stat(`${servingHome}/transcripts/${transcripts()[0]}`)?.size).toBe(lines)
    expect(saved('harbour')).toEqual(['one', 'two', 'three'])
  })

  it.each([1, 200, 350, 500, 650, 800, 1100])(
    'completes a batch of which %i bytes were written',
    async (bytes) => {
      const batch = [handedOver('a', 'one'), handedOver('b', 'two', 'assistant'), handedOver('c', 'three')]
      const disk = world.disk.anotherProcess()
      const one = await create('tides', world.process({}, { disk }))
      await one.append([handedOver('z', 'zero')])
      disk.shortenAt(1, bytes, { path: 'transcripts' })
      disk.crashAt(1, { names: ['createExclusive', 'sync'], path: 'transcripts' })
      await expect(one.append(batch)).rejects.toThrow('dead process')
      const again = await find('tides', world.process())
      const { added, known } = await again.append(batch)
      expect(added + known).toBe(3)
      expect(saved('mcp-tides')).toEqual(['zero', 'one', 'two', 'three'])
      expect(await again.append(batch)).toEqual({ added: 0, known: 3, notSaved: false })
    },
  )

  it('puts what is new behind what others said meanwhile, although it comes with what is known', async () => {
    const one = await create('tides')
    await one.attach('harbour')
    await one.append([handedOver('a', 'one'), handedOver('b', 'two')])
    const chat = world.process().terminal()
    chat.conversation.attach('harbour')
    await chat.say('three', { signal: new AbortController().signal, onEvent: () => undefined })
    await one.append([handedOver('a', 'one'), handedOver('b', 'two'), handedOver('c', 'four')])
    const texts = textsOf(one.chat.conversation.messages).filter((text) => /^[a-z]+$/.test(text))
    expect(texts).toEqual(['one', 'two', 'three', 'four'])
  })

  it('keeps the time of what was said', async () => {
    const one = await create('tides')
    await one.append([{ ...handedOver('a', 'one'), at: Date.UTC(2026, 0, 2) }, handedOver('b', 'two')])
    expect(one.chat.conversation.messages[0]).toMatchObject({
      id: 'a',
      created_at: '2026-01-02T00:00:00.000Z',
    })
  })

  it.each([
    ['another text under an id', [handedOver('b', 'two'), handedOver('a', 'other')], 'conflict'],
    ['two texts under an id', [handedOver('b', 'two'), handedOver('b', 'other')], 'conflict'],
    ['no id', [handedOver('', 'two')], 'usage'],
    ['a time that is none', [{ ...handedOver('b', 'two'), at: Number.NaN }], 'usage'],
  ])('refuses %s, and adds nothing then', async (_, batch, code) => {
    const one = await create('tides')
    await one.append([handedOver('a', 'one')])
    await expect(one.append(batch)).rejects.toMatchObject({ code })
    expect(textsOf(one.chat.conversation.messages)).toEqual(['one'])
  })

  it('says when the disk refused, and saves it with what comes next', async () => {
    const one = await create('tides')
    await one.append([handedOver('a', 'one')])
    world.disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(await one.append([handedOver('b', 'two')])).toEqual({ added: 1, known: 0, notSaved: true })
    world.disk.clearFaults()
    expect(await one.append([handedOver('c', 'three')])).toMatchObject({ added: 1, notSaved: false })
    expect(saved('mcp-tides')).toEqual(['one', 'two', 'three'])
  })

  it('saves what the disk refused when the same is handed over again', async () => {
    const one = await create('tides')
    await one.append([handedOver('a', 'one')])
    world.disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    await one.append([handedOver('b', 'two')])
    expect(await one.append([handedOver('b', 'two')])).toEqual({ added: 0, known: 1, notSaved: true })
    world.disk.clearFaults()
    expect(await one.append([handedOver('b', 'two')])).toEqual({ added: 0, known: 1, notSaved: false })
    const again = await world.process().served.find('tides', localPrincipal)
    expect(again?.status()).toMatchObject({ messages: 2 })
  })
})

describe('the model of a client', () => {
  it('is given the newest messages, and all are kept', async () => {
    const other = world.process({ mcpMaxHistory: 3 })
    const one = await create('tides', other)
    for (const words of ['first', 'second', 'third']) await sayTo(one, words)
    expect(textsOf(other.model.requests.at(-1)?.messages ?? [])).toEqual(['second', 'answer 1', 'third'])
    expect(saved('mcp-tides')).toHaveLength(6)
    await one.attach('harbour')
    await sayTo(one, 'fourth')
    expect(saved('harbour')).toHaveLength(8)
  })
})

describe('all conversations', () => {
  it('are listed newest first, by folder, with what was said', async () => {
    const a = await create('a')
    await sayTo(a, 'first')
    const b = await mine.served.create({ principal: localPrincipal, cwd: '/harbour', id: 'b' })
    await b.attach('harbour')
    await sayTo(b, 'second')
    await create('empty')
    await mine.served.leave()
    const { served } = world.process()
    expect(served.list({ principal: localPrincipal })).toMatchObject([
      { id: 'b', session: 'harbour', mirror: undefined, messages: 2, title: 'second', cwd: '/harbour' },
      { id: 'a', session: undefined, mirror: 'mcp-a', messages: 2, title: 'first', isBusy: false },
    ])
    expect(served.list({ principal: localPrincipal, cwd: '/desk' }).map(({ id }) => id)).toEqual(['a'])
    expect(served.list({ principal: 'somebody' })).toEqual([])
  })

  it('are not found by others', async () => {
    await sayTo(await create('tides'), 'first')
    expect(await mine.served.find('tides', 'somebody')).toBeUndefined()
    expect(await mine.served.delete('tides', 'somebody')).toBe(false)
    expect(names()).toEqual(['mcp-tides'])
  })

  it('have ids of their own that nobody guesses, when the client gives none', async () => {
    const one = await mine.served.create({ principal: localPrincipal, cwd: '/desk' })
    expect(one.id).toMatch(/^[0-9a-f]{32}$/)
    await expect(create('')).rejects.toMatchObject({ code: 'usage' })
  })

  it('are put down when too many are live, and taken up again', async () => {
    const few = world.process({}, { maxLive: 2 })
    const all = []
    for (const id of ['a', 'b', 'c', 'd']) {
      const one = await create(id, few)
      await sayTo(one, `in ${id}`)
      all.push(one)
    }
    // They are put down behind what was asked for.
    await new Promise((done) => void setImmediate(done))
    expect(all.filter(({ isLive }) => isLive).length).toBeLessThanOrEqual(2)
    const [a] = all
    expect(a?.isLive).toBe(false)
    expect(a?.status()).toMatchObject({ mirror: 'mcp-a', messages: 2 })
    if (a !== undefined) await sayTo(a, 'again')
    expect(saved('mcp-a')).toEqual(['in a', 'answer 0', 'again', 'answer 4'])
    expect(await few.served.find('a', localPrincipal)).toBe(a)
  })

  it('can be closed, and found again', async () => {
    const one = await create('tides')
    await one.append([handedOver('a', 'first')])
    await mine.served.close('tides', localPrincipal)
    expect(one.isLive).toBe(false)
    expect(textsOf((await find('tides')).chat.conversation.messages)).toEqual(['first'])
  })

  it('can be deleted, with the mirror and without the session', async () => {
    await sayTo(await create('a'), 'first')
    await (await create('b')).append([handedOver('x', 'second')])
    const c = await create('c')
    await c.attach('harbour')
    await sayTo(c, 'third')
    const other = await find('c', world.process())
    for (const id of ['a', 'b', 'c']) expect(await mine.served.delete(id, localPrincipal)).toBe(true)
    expect(await mine.served.delete('a', localPrincipal)).toBe(false)
    expect(names()).toEqual(['harbour'])
    expect(transcripts()).toHaveLength(1)
    expect(mine.chatcli.sessions.trash()).toHaveLength(2)
    expect(mine.served.list({ principal: localPrincipal })).toEqual([])
    await expect(sayTo(other, 'fourth')).rejects.toMatchObject({ code: 'not-found' })
    expect(saved('harbour')).toEqual(['third', 'answer 1'])
  })
})

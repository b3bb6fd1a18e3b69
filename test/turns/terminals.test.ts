import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../src/conversation/message.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import { type FakeModelServer, startFakeModelServer } from '../fake-model-server.ts'
import { objectsOf, textOf } from '../fake-model-server-reply.ts'
import {
  buildIfMissing,
  type ChatPlace,
  type ChatProcess,
  runChatCli,
  startChatProcess,
} from './chat-process.ts'

let folder: string
let place: ChatPlace
let model: FakeModelServer
let running: ChatProcess[]

beforeAll(buildIfMissing)
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatcli-terminals-'))
  model = await startFakeModelServer()
  place = { home: join(folder, 'home'), cwd: folder, url: model.url }
  running = []
})
afterEach(async () => {
  for (const each of running) each.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  await model.close()
  rmSync(folder, { recursive: true, force: true })
})

async function chat(...args: readonly string[]): Promise<ChatProcess> {
  const process = startChatProcess(place, ['chat', ...args])
  running.push(process)
  await process.shows('Talking to fake-model')
  return process
}

/** The line ends when the turn is over, and its answer on the disk. */
async function say(
  terminal: ChatProcess,
  words: string,
  answer: string = `You said: ${words}`,
): Promise<string> {
  terminal.type(words)
  return terminal.shows(`${answer}\n`)
}

async function leave(terminal: ChatProcess): Promise<string> {
  terminal.leave()
  expect(await terminal.ended).toEqual({ code: 0, signal: null })
  return terminal.shown()
}

const chatcli = (): ReturnType<typeof openChatCli> => openChatCli({ home: place.home })
const texts = (messages: readonly Message[]): string[] => messages.map(({ content }) => content)
const window = (name: string): string[] => texts(chatcli().sessions.load(name).messages)
const names = (): string[] =>
  chatcli()
    .sessions.list({ sort: 'name' })
    .sessions.map(({ name }) => name)
/** What the model was sent last. */
const sent = (): string[] =>
  objectsOf(model.requests.at(-1)?.body['messages']).map(({ content }) => textOf(content))
const exchange = (...words: readonly string[]): string[] =>
  words.flatMap((each) => [each, `You said: ${each}`])

describe('two terminals on one session', () => {
  it('take turns, and each is told in one line of what the other said', async () => {
    const one = await chat('--session', 'sea')
    await say(one, 'first')
    const other = await chat('--session', 'sea')
    await other.shows('Session "sea" loaded (2 messages).')
    expect(await say(other, 'second')).not.toContain('came from another surface')
    const seen = await say(one, 'third')
    expect(seen.match(/2 messages came from another surface\./g)).toHaveLength(1)
    expect(sent().slice(1)).toEqual([...exchange('first', 'second'), 'third'])
    expect((await say(other, 'fourth')).match(/2 messages came from another surface\./g)).toHaveLength(1)
    expect(await leave(one)).toContain('Saved in "sea".')
    await leave(other)
    expect(window('sea')).toEqual(exchange('first', 'second', 'third', 'fourth'))
    expect(names()).toEqual(['sea'])
  })

  it('find the session while its very first answer comes', async () => {
    model.say({ text: 'Never ends', variant: 'stalled' })
    const one = await chat('--session', 'sea')
    one.type('first')
    await one.shows('Never')
    const other = await chat('--session', 'sea')
    await other.shows('Session "sea" loaded (1 message).')
    await say(other, 'second', 'You said: first\n\nsecond')
    await leave(other)
    expect(window('sea')).toEqual(['first', 'second', 'You said: first\n\nsecond'])
    expect(names()).toEqual(['sea'])
  })

  it('keep the conversation when it is deleted elsewhere, and do not bring the name back', async () => {
    const one = await chat('--session', 'sea')
    await say(one, 'first')
    runChatCli(place, ['session', 'delete', 'sea'])
    const seen = await say(one, 'second')
    expect(seen).toContain('"sea" was deleted elsewhere; the conversation stays here, without a name.')
    await say(one, 'third')
    expect(await leave(one)).toMatch(/Saved as "autosave-[\d-]+"/)
    const [name = '', ...others] = names()
    expect(name).toMatch(/^autosave-/)
    expect(others).toEqual([])
    expect(window(name)).toEqual(exchange('first', 'second', 'third'))
  })

  it('take over what was changed in the file by hand, and say so', async () => {
    const one = await chat('--session', 'sea')
    await say(one, 'first')
    await say(one, 'second')
    // The file is written behind the turn, and before the next line.
    one.type('/session status')
    await one.shows('Bound to "sea" (4 messages).')
    const path = join(place.home, 'sessions', 'sea.json')
    const file = JSON.parse(readFileSync(path, 'utf8')) as { chat_history: Message[] }
    file.chat_history.splice(0, 2, { role: 'user', content: 'by hand' })
    writeFileSync(path, JSON.stringify(file, undefined, 2))
    const seen = await say(one, 'third')
    expect(seen.match(/The session file was changed by hand: /g)).toHaveLength(1)
    expect(sent().slice(1)).toEqual(['by hand\n\nsecond', 'You said: second', 'third'])
    await leave(one)
    expect(window('sea')).toEqual(['by hand', ...exchange('second', 'third')])
  })
})

describe('a chat that nobody named', () => {
  it('is saved when it is left', async () => {
    const one = await chat()
    await say(one, 'first')
    expect(await leave(one)).toMatch(/Saved as "(autosave-\d{8}-\d{6})"\. Go on with: \/session load \1/)
    expect(names()).toHaveLength(1)
    expect(window(names()[0] ?? '')).toEqual(exchange('first'))
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)('is saved at %s', async (signal) => {
    const one = await chat()
    await say(one, 'first')
    one.kill(signal)
    expect(await one.ended).toEqual({ code: null, signal })
    expect(one.shown()).toMatch(/Saved as "autosave-/)
    expect(window(names()[0] ?? '')).toEqual(exchange('first'))
    expect(chatcli().sessions.unsaved()).toEqual([])
  })

  it('is saved at SIGTERM in the middle of an answer, with what had come', async () => {
    model.say({ text: 'Hello' }, { text: 'Never ends', variant: 'stalled' })
    const one = await chat()
    await say(one, 'hi', 'Hello')
    one.type('what is a tide?')
    await one.shows('Never')
    one.kill('SIGTERM')
    expect(await one.ended).toEqual({ code: null, signal: 'SIGTERM' })
    const { messages } = chatcli().sessions.load(names()[0] ?? '')
    expect(texts(messages)).toEqual(['hi', 'Hello', 'what is a tide?', 'Never '])
    expect(messages.at(-1)?.meta).toMatchObject({ partial: true })
    expect(chatcli().sessions.unsaved()).toEqual([])
  })

  it('R65, R82: is found after kill -9, recovered, and goes on', async () => {
    const one = await chat()
    await say(one, 'first')
    one.kill('SIGKILL')
    await one.ended
    const next = await chat()
    await next.shows('A conversation was interrupted: "first" (2 messages). Go on with it: /session recover ')
    const name = chatcli().sessions.unsaved()[0]?.name ?? ''
    expect(next.shown()).toContain(`/session recover ${name}\n`)
    next.type(`/session recover ${name}`)
    await next.shows('Restored: 2 messages.')
    await say(next, 'second')
    expect(sent().slice(1)).toEqual([...exchange('first'), 'second'])
    await leave(next)
    expect(names()).toHaveLength(1)
    expect(window(names()[0] ?? '')).toEqual(exchange('first', 'second'))
  })
})

/** The lines of all transcripts, as kind or mark, and text. */
function onDisk(): string[] {
  const transcripts = join(place.home, 'transcripts')
  return readdirSync(transcripts).flatMap((file) =>
    readFileSync(join(transcripts, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { kind, mark, message } = JSON.parse(line) as {
          kind: string
          mark?: string
          message?: Message
        }
        return message === undefined ? (mark ?? kind) : `${message.role}: ${message.content}`
      }),
  )
}

describe('a provider that stalls, and a kill', () => {
  it.each([
    ['before the first word', 'silent'],
    ['in the middle', 'stalled'],
  ] as const)(
    '%s: the question is on the disk, the next start says so, the next turn works',
    async (_, variant) => {
      let asked: string[] = []
      let isAsked = (): void => {}
      const request = new Promise<void>((resolve) => (isAsked = resolve))
      model.say({ text: 'Hello' }, () => {
        // Nothing has been answered yet.
        asked = onDisk()
        isAsked()
        return { text: 'Never ends', variant }
      })
      const one = await chat('--session', 'sea')
      one.type('hi')
      await one.shows('Hello')
      one.type('what is a tide?')
      await request
      expect(asked.slice(-2)).toEqual(['user: what is a tide?', 'dispatch'])
      if (variant === 'stalled') await one.shows('Never')
      one.kill('SIGKILL')
      await one.ended
      const next = await chat('--session', 'sea')
      await next.shows('Session "sea" loaded (3 messages).')
      const seen = await say(next, 'and now?', 'You said: what is a tide?\n\nand now?')
      expect(seen).toContain('1 turn was cut off')
      expect(sent().slice(1)).toEqual(['hi', 'Hello', 'what is a tide?\n\nand now?'])
      await leave(next)
      const both = 'what is a tide?\n\nand now?'
      expect(window('sea')).toEqual(['hi', 'Hello', 'what is a tide?', 'and now?', `You said: ${both}`])
      const after = await chat('--session', 'sea')
      expect(await say(after, 'again')).not.toContain('cut off')
    },
  )
})

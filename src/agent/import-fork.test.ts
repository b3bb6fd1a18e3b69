import * as fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatCli } from '../chatcli.ts'
import type { Message } from '../conversation/message.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../importers/sample-machine.suite.ts'
import { openChatCli } from '../open-chatcli.ts'
import { importedId } from '../store/imported-id.ts'
import { ActiveConversation } from './active-conversation.ts'
import type { ActiveOptions } from './active-options.ts'
import { forkName } from './fork-name.ts'
import { says, scriptedModel } from './scripted-model.suite.ts'
import { runTurn } from './turn.ts'

const NATIVE = '5e550001-0000-4000-8000-000000000001'

let machine: SampleMachine
let disk: SimulatedDisk
let chatcli: ChatCli
let source: string
beforeEach(async () => {
  machine = sampleMachine({ '.claude': ownSample('claude-code') })
  disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 10, 1) })
  chatcli = openChatCli({ home: '/home/ada/.chatcli', disk, now: () => Date.UTC(2026, 10, 1) })
  await (await chatcli.imports()).run(machine)
  source = names().find((name) => name.startsWith('claude-code.regenmesser-')) ?? ''
})
afterEach(() => machine.remove())

const names = (): string[] => chatcli.sessions.list({ sort: 'name' }).sessions.map(({ name }) => name)
const texts = (messages: readonly { readonly message: Message }[]) =>
  messages.map(({ message }) => message.content)
const fork = (): string => source.replace('claude-code.', 'chatcli.')

function active(more: Partial<ActiveOptions> = {}): ActiveConversation {
  return new ActiveConversation(chatcli.sessions, {
    now: () => 0,
    later: () => () => undefined,
    autosave: true,
    writeThrough: true,
    ...more,
  })
}

function say(conversation: ActiveConversation, content: string): void {
  conversation.beginTurn()
  conversation.live.append([
    { role: 'user', content },
    { role: 'assistant', content: 'Yes.' },
  ])
  conversation.introduce()
  conversation.endTurn()
}

describe('an import that somebody goes on with', () => {
  it.each(['load', 'attach'] as const)('is forked when something is said (%s)', async (verb) => {
    const before = chatcli.sessions.record(source)
    const conversation = active()
    conversation[verb](source)
    expect(conversation.name).toBe(fork())
    expect(conversation.takeNotices()).toEqual([
      { kind: 'forked-import', from: source, name: fork(), earlier: undefined },
    ])
    say(conversation, 'Is it calibrated?')
    expect(names()).toContain(fork())
    expect(conversation.leave()).toEqual({ kind: 'saved', name: fork() })
    expect(chatcli.sessions.record(source)).toEqual(before)
    const { messages, family } = chatcli.sessions.record(fork())
    expect(texts(messages)).toEqual([...texts(before.messages), 'Is it calibrated?', 'Yes.'])
    expect(family).toBe(before.family)
    // What both of them say is found once.
    expect(chatcli.search('Regenmesser doppelt').sessions).toHaveLength(1)
    const { source: noted } = chatcli.sessions.summary(fork())
    expect(noted).toMatchObject({ tool: 'claude-code', kind: 'fork', parent: NATIVE })
    expect(noted).not.toHaveProperty('native_id')
    expect((await (await chatcli.imports()).run(machine, { all: true })).tools[0]).toMatchObject({
      newMessages: 0,
    })
  })

  it('leaves nothing behind when nothing was said', () => {
    const files = (): string[] => ['sessions', 'transcripts'].flatMap((name) => list(name))
    const before = files()
    const conversation = active()
    conversation.load(source)
    // By this a server finds it again after a restart.
    expect(conversation.live.branchedFrom).toBe(source)
    expect(conversation.leave()).toEqual({ kind: 'nothing' })
    conversation.load(source)
    expect(conversation.detach()).toBe(fork())
    expect(conversation.messages.length).toBeGreaterThan(3)
    expect(conversation.leave()).toEqual({ kind: 'nothing' })
    expect(files()).toEqual(before)
  })

  it('goes on in the fork that was made last, and in a new one when the import has grown', async () => {
    const first = active()
    first.load(source)
    say(first, 'One')
    first.leave()
    const again = active()
    again.load(source)
    expect(again.takeNotices()).toEqual([{ kind: 'on-with-fork', from: source, name: fork() }])
    expect(again.name).toBe(fork())
    say(again, 'Two')
    again.rename(fork(), 'rain')
    again.leave()
    const renamed = active()
    renamed.load(source)
    expect(renamed.name).toBe('rain')
    expect(renamed.messages.map(({ content }) => content)).toEqual(expect.arrayContaining(['One', 'Two']))
    renamed.leave()
    await grow()
    const grown = active()
    grown.load(source)
    expect(grown.takeNotices()).toEqual([
      { kind: 'forked-import', from: source, name: fork(), earlier: 'rain' },
    ])
    expect(grown.messages.map(({ content }) => content)).toContain('Meanwhile')
    say(grown, 'Three')
    expect(grown.leave()).toEqual({ kind: 'saved', name: fork() })
    expect(texts(chatcli.sessions.record('rain').messages)).not.toContain('Three')
  })

  it('takes another name, and each time a free one', async () => {
    const first = active()
    first.load(source)
    say(first, 'One')
    first.leave()
    await grow()
    const second = active()
    second.load(source)
    expect(second.name).toBe(`${fork()}-2`)
    say(second, 'Two')
    expect(second.save('weather')).toBe('weather')
    second.leave()
    expect(texts(chatcli.sessions.record('weather').messages)).toContain('Two')
  })

  it('is gone on with in one fork by two surfaces that begin at the same time', () => {
    const [one, other] = [active(), active()]
    one.load(source)
    other.load(source)
    say(one, 'From one')
    say(other, 'From the other')
    one.leave()
    other.leave()
    expect(names().filter((name) => name.startsWith('chatcli.'))).toEqual([fork()])
    const said = texts(chatcli.sessions.record(fork()).messages)
    expect(said.filter((text) => text.startsWith('From '))).toEqual(['From one', 'From the other'])
    expect(said).toHaveLength(chatcli.sessions.record(source).messages.length + 4)
  })

  it('is left alone with write-through off too', () => {
    const before = chatcli.sessions.record(source)
    const conversation = active({ writeThrough: false })
    conversation.load(source)
    expect([conversation.name, conversation.origin]).toEqual([undefined, undefined])
    say(conversation, 'And now?')
    expect(conversation.leave().kind).toBe('autosaved')
    expect(chatcli.sessions.record(source)).toEqual(before)
  })

  it('keeps what a model thought from a model that goes on with it', async () => {
    const isThought = ({ meta }: Message): boolean => meta?.['thinking'] === true
    const conversation = active()
    conversation.load(source)
    expect(conversation.messages.some(isThought)).toBe(true)
    const model = scriptedModel([says('Noon.')])
    const outcome = await runTurn(
      { role: 'user', content: 'When?' },
      {
        conversation,
        model,
        mode: 'chat',
        instructions: '',
        tools: [],
        decide: () => Promise.resolve({ allowed: true }),
        signal: new AbortController().signal,
        maxSteps: 1,
        now: () => 0,
        newId: () => 'call',
        onEvent: () => undefined,
      },
    )
    expect(outcome.text).toBe('Noon.')
    const given = model.requests[0]?.messages ?? []
    expect(given.map(({ content }) => content)).toContain('When?')
    expect(given.filter(isThought)).toEqual([])
    expect(conversation.messages.some(isThought)).toBe(true)
  })

  it('can be retitled and pinned as it is: that is no going on', () => {
    const live = chatcli.sessions.open(source)
    live.set({ pinned: true })
    live.save()
    live.close()
    expect(chatcli.sessions.summary(source)).toMatchObject({
      id: importedId('claude-code', NATIVE),
      pinned: true,
    })
  })
})

describe('forkName', () => {
  it('keeps a name that a person gave, and stays a name', () => {
    chatcli.sessions.rename(source, `v1.${'x'.repeat(120)}`)
    expect(forkName(chatcli.sessions, `v1.${'x'.repeat(120)}`)).toBe(`chatcli.v1.${'x'.repeat(97)}`)
  })

  it('is not that of a session that cannot be read', () => {
    const fd = disk.createExclusive(`/home/ada/.chatcli/sessions/${fork()}.json`)
    disk.write(fd, Buffer.from('{'))
    disk.close(fd)
    expect(forkName(chatcli.sessions, source)).toBe(`${fork()}-2`)
  })
})

/** The person went on with it in the other tool. */
async function grow(): Promise<void> {
  const path = String(chatcli.sessions.summary(source).source?.['path'])
  const lines = fs.readFileSync(path, 'utf8').trimEnd().split('\n')
  const parentUuid = lines
    .map((line) => /"uuid": "([\w-]+)"/.exec(line)?.[1])
    .findLast((uuid) => uuid !== undefined)
  const message = { role: 'user', content: 'Meanwhile' }
  const line = { type: 'user', uuid: 'ffffffff-0000-4000-8000-000000000001', parentUuid, message }
  fs.appendFileSync(path, `${JSON.stringify({ ...line, timestamp: '2026-04-03T07:00:00.000Z' })}\n`)
  await (await chatcli.imports()).run(machine)
}

function list(folder: string): string[] {
  try {
    return [...disk.list(`/home/ada/.chatcli/${folder}`)]
  } catch {
    return []
  }
}

import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { textFor } from '../../text/text-for.ts'
import { sampleMemory } from '../sample-memory.suite.ts'
import { callsSession, chatHarness, type ChatHarness } from './chat-harness.suite.ts'
import { sessionAgentTool } from './session-agent-tool.ts'

const consent = { subject: 'send what is found', scope: 'recall' }
const { chatcli, now } = sampleMemory()
const tool = sessionAgentTool(chatcli, { text: textFor('en'), now, consent, newMark: () => 'a1' })
const signal = new AbortController().signal

describe('the session tool of a model', () => {
  it.each(['search', 'find', 'recall', 'get', 'read', 'list', 'sessions'])('%s reads, and asks', (cmd) => {
    expect(tool.isReadOnly({ cmd, args: { query: 'x' } })).toBe(true)
    expect(tool.needs({ cmd, args: { query: 'x' } })).toEqual({ tool: 'session', ...consent })
  })

  it.each(['attach', 'bind'])('%s asks too: the model gets to see what is there', (cmd) => {
    expect(tool.isReadOnly({ cmd, args: { name: 'tide-notes' } })).toBe(false)
    expect(tool.needs({ cmd, args: { name: 'tide-notes' } })).toEqual({ tool: 'session', ...consent })
  })

  it.each(['save', 'fork', 'detach', 'delete', 'load', ''])('%j does not read', (cmd) => {
    expect(tool.isReadOnly({ cmd })).toBe(false)
    expect(tool.needs({ cmd })).toBeUndefined()
  })

  it('fences what it recalls, and only that', async () => {
    const found = await tool.run({ cmd: 'search', args: { query: 'rate limiter' } }, { signal })
    expect(found.text).toMatch(
      /^Recalled from past conversations.*\nrecalled-a1 begin\n[^]*\nrecalled-a1 end$/,
    )
    const missing = await tool.run({ cmd: 'get', args: { name: 'proj-acm' } }, { signal })
    expect(missing).toMatchObject({ isError: true })
    expect(missing.text).not.toContain('recalled-a1')
    expect(missing.text).toContain('Did you mean proj-acme?')
  })

  it('does not delete or load', async () => {
    for (const cmd of ['delete', 'load', 'purge']) {
      const answer = await tool.run({ cmd, args: { name: 'proj-acme' } }, { signal })
      expect(answer).toMatchObject({ isError: true })
    }
    expect(chatcli.sessions.exists('proj-acme')).toBe(true)
  })
})

describe('what a model does with the conversation it is in', () => {
  async function turn(
    cmd: string,
    name?: string,
    before?: (chat: ChatHarness) => Promise<unknown>,
  ): Promise<ChatHarness & { readonly result: string; readonly after: readonly string[] }> {
    const call = callsSession(cmd, name === undefined ? {} : { name })
    const chat = await chatHarness({ answers: [says('Hello.'), call, says('Done.')] })
    await chat.say('hi')
    await before?.(chat)
    const { after } = await chat.say('please')
    const ended = chat.events.findLast((event) => event.kind === 'tool-end')
    return { ...chat, after, result: ended?.result.text ?? '' }
  }
  const bind = (chat: ChatHarness): Promise<string> => chat.slash('/session save mine')

  it('save: now, with what was said so far; the rest follows', async () => {
    const { result, chat, chatcli: own } = await turn('save', 'limits')
    expect(result).toBe('The conversation is saved as "limits".')
    expect(chat.conversation.name).toBe('limits')
    chat.conversation.flush()
    expect(own.sessions.load('limits').messages).toHaveLength(6)
  })

  it('save under another name than the bound one: a fork, after the turn', async () => {
    const { result, chat, after } = await turn('save', 'other', bind)
    expect(result).toBe('The conversation will go on in the fork "other".')
    expect(after).toEqual(['The conversation is bound to "other".'])
    expect(chat.conversation.name).toBe('other')
  })

  it('fork: after the turn', async () => {
    const { after, chat, chatcli: own } = await turn('fork', 'branch-1', bind)
    expect(after).toEqual(['The conversation is bound to "branch-1".'])
    expect(chat.conversation.name).toBe('branch-1')
    expect(own.sessions.load('mine').messages).toHaveLength(6)
    expect(own.sessions.load('branch-1').messages).toHaveLength(6)
  })

  it('attach: the window stays inside the turn, and the target keeps what it has', async () => {
    const { result, chat, chatcli: own, after, model } = await turn('attach', 'tide-notes')
    expect(result).toContain('what is said here now stays saved on its own')
    expect(model.requests[2]?.messages.map(({ content }) => content)).toContain('please')
    expect(after.at(-1)).toBe('The conversation is bound to "tide-notes".')
    expect(after[0]).toMatch(/^The conversation before was saved as "autosave-/)
    expect(chat.conversation.messages).toHaveLength(25)
    expect(own.sessions.load('tide-notes').messages).toHaveLength(25)
  })

  it('detach: after the turn', async () => {
    const { after, chat, chatcli: own } = await turn('detach', undefined, bind)
    expect(after).toEqual(['Detached from "mine". The conversation goes on; the session stays as it is.'])
    expect(chat.conversation.name).toBeUndefined()
    expect(own.sessions.load('mine').messages).toHaveLength(6)
  })

  it.each([
    ['save', 'documentação-site', 'documentacao-site'],
    ['save', 'autosave-x', 'cannot be given'],
    ['save', 'tide-notes', 'already'],
    ['fork', 'tide-notes', 'already'],
    ['fork', 'mcp-x', 'cannot be given'],
    ['attach', 'autosave-x', 'cannot be given'],
    ['attach', 'a b', 'a b'],
    ['save', undefined, 'name'],
    ['detach', undefined, 'not bound'],
  ])('%s %s is told to the model, and nothing happens', async (cmd, name, words) => {
    const { result, chat, after, chatcli: own } = await turn(cmd, name)
    expect(result).toContain(words)
    expect(after).toEqual([])
    expect(chat.conversation.name).toBeUndefined()
    expect(own.sessions.load('tide-notes').messages).toHaveLength(25)
  })

  it('attach: not what no model gets to see', async () => {
    const {
      result,
      after,
      chat,
      chatcli: own,
    } = await turn('attach', 'tide-notes', async ({ chatcli }) => {
      const live = chatcli.sessions.open('tide-notes')
      live.set({ private: true })
      live.save()
      live.close()
    })
    expect(result).toBe('session attach: "tide-notes" is private')
    expect(after).toEqual([])
    expect(chat.conversation.messages.some(({ content }) => content === 'please')).toBe(true)
    expect(own.sessions.load('tide-notes').messages).toHaveLength(25)
  })

  it('save, with write-through off: after the turn, which is whole', async () => {
    const answers = [callsSession('save', { name: 'limits' }), says('Done.')]
    const chat = await chatHarness({ answers, settings: { writeThrough: false } })
    const { end, after } = await chat.say('please')
    expect([end, after]).toEqual(['done', ['Session "limits" saved.']])
    const { messages } = chat.chatcli.sessions.load('limits')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(chat.chat.conversation.origin).toBe('limits')
  })

  it('attach, with write-through off: nothing is said to be bound', async () => {
    const answers = [callsSession('attach', { name: 'tide-notes' }), says('Done.')]
    const chat = await chatHarness({ answers, settings: { writeThrough: false } })
    const { after } = await chat.say('please')
    expect(after.at(-1)).toContain('It goes on beside "tide-notes"')
    expect(await chat.slash('/session attach ocean')).toContain('It goes on beside "ocean"')
    expect(chat.chat.conversation.name).toBeUndefined()
  })

  it('what cannot be done any more when the turn is over is told to the person', async () => {
    const steps = [() => void chat.chatcli.sessions.save('taken', [{ role: 'user', content: 'me first' }])]
    const answers = [callsSession('fork', { name: 'taken' }), [...steps, ...says('Done.')]]
    const chat: ChatHarness = await chatHarness({ answers })
    const { after } = await chat.say('please')
    expect(after).toEqual(['Error: There is a session "taken" already'])
    expect(chat.chat.conversation.name).toBeUndefined()
    expect(chat.window).toContain('please')
    expect(chat.chatcli.sessions.load('taken').messages).toHaveLength(1)
  })
})

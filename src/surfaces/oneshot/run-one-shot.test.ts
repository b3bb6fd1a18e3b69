import { describe, expect, it } from 'vitest'
import type { FakeReply } from '../../../test/fake-model-server-reply.ts'
import {
  chatRequest,
  type ChatRequestOptions,
  scriptedFetch,
} from '../../commands/chat/chat-request.suite.ts'
import { type SampleMemory, sampleMemory } from '../../commands/sample-memory.suite.ts'
import type { ChatCliError } from '../../errors.ts'
import { runOneShot } from './run-one-shot.ts'

interface Shot {
  readonly out: string
  readonly notes: readonly string[]
  readonly error: ChatCliError | undefined
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  readonly memory: SampleMemory
}

interface ShotOptions extends ChatRequestOptions {
  readonly replies?: readonly FakeReply[]
  readonly input?: string
  /** The signal is given when this is printed. */
  readonly stopAt?: string
}

async function shoot(given: ShotOptions = {}): Promise<Shot> {
  const { replies = [], input, stopAt } = given
  const request = chatRequest(given)
  const { fetch, bodies } = scriptedFetch(replies)
  const stop = new AbortController()
  const notes: string[] = []
  let out = ''
  let error: ChatCliError | undefined
  try {
    await runOneShot(request, {
      out(text) {
        out += text
        if (stopAt !== undefined && text.includes(stopAt)) stop.abort()
      },
      note: (line) => notes.push(line),
      fetch,
      signal: stop.signal,
      input,
    })
  } catch (thrown) {
    error = thrown as ChatCliError
  }
  return { out, notes, error, bodies, memory: request.memory }
}

const asked = ({ bodies }: Shot): unknown =>
  (bodies.at(-1)?.['messages'] as { content: string }[] | undefined)?.at(-1)?.content
/** Every file but those that are made of what was saved before. */
const everything = (memory: SampleMemory): string[] => {
  const files = (folder: string): string[] =>
    memory.disk
      .list(folder)
      .flatMap((name) =>
        memory.disk.stat(`${folder}/${name}`)?.kind === 'folder'
          ? files(`${folder}/${name}`)
          : [`${folder}/${name}`],
      )
  return files('/home/chatcli').filter((path) => !/\/index\/|\/catalogue\.json$/.test(path))
}

describe('what is said', () => {
  it.each([
    [{ prompt: 'one' }, undefined, 'one'],
    [{}, 'two\n', 'two\n'],
    [{ prompt: 'one' }, 'two', 'one\ntwo'],
    [{ prompt: 'one' }, '  \n', 'one'],
  ])('%j with %j on standard input is %j', async (options, input, words) => {
    const shot = await shoot({ options, ...(input === undefined ? {} : { input }) })
    expect(asked(shot)).toBe(words)
    expect(shot.out).toBe('Hm.\n')
  })

  it('nothing is a usage error, and nobody is asked', async () => {
    const { error, bodies } = await shoot({ options: { prompt: ' ' } })
    expect(error).toMatchObject({ code: 'usage', message: 'There is nothing to say.' })
    expect(bodies).toEqual([])
  })
})

describe('what is kept', () => {
  it('is nothing', async () => {
    const memory = sampleMemory()
    const before = everything(memory)
    for (const reply of [{ text: 'At noon.' }, { variant: 'unauthorised' }] as const) {
      await shoot({ memory, options: { prompt: 'high tide?' }, replies: [reply] })
      expect(everything(memory)).toEqual(before)
    }
    await shoot({ memory, options: { prompt: 'rate limiter?' }, hasModel: false })
    expect(everything(memory)).toEqual(before)
  })

  it('is a session with --session, and the next call sees it', async () => {
    const options = { prompt: 'high tide?', session: 'tides' }
    const first = await shoot({ options, replies: [{ text: 'At noon.' }] })
    const second = await shoot({ options: { prompt: 'sure?', session: 'tides' }, memory: first.memory })
    expect(JSON.stringify(second.bodies[0])).toContain('At noon.')
    const { messages } = first.memory.chatcli.sessions.load('tides')
    expect(messages.map(({ content }) => content)).toEqual(['high tide?', 'At noon.', 'sure?', 'Hm.'])
  })

  it('is compacted when the model calls it too long, and told in one line', async () => {
    const memory = sampleMemory()
    const live = memory.chatcli.sessions.create({ name: 'sea' })
    for (let k = 0; k < 20; k++)
      live.append([
        { role: 'user', content: `question ${k} about the tide` },
        { role: 'assistant', content: `We decided on harbour ${k} for the boats.` },
      ])
    live.save()
    live.close()
    const replies: readonly FakeReply[] = [
      { variant: 'too-long' },
      { text: '## Facts\n- boats' },
      { text: 'High.' },
    ]
    const { out, notes, error } = await shoot({
      memory,
      replies,
      options: { prompt: 'now?', session: 'sea' },
    })
    expect(error).toBeUndefined()
    expect(out).toBe('High.\n')
    expect(notes.filter((line) => line.startsWith('It was too long for the model'))).toHaveLength(1)
    expect(memory.chatcli.sessions.record('sea').messages).toHaveLength(42)
    expect(memory.chatcli.sessions.load('sea').messages.length).toBeLessThan(15)
  })

  it('is told apart from the answer, which comes all the same when the disk is full', async () => {
    const memory = sampleMemory()
    memory.disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    const { out, error } = await shoot({
      memory,
      options: { prompt: 'high tide?', session: 'tides' },
      format: 'json',
      replies: [{ text: 'At noon.' }],
    })
    expect(error).toMatchObject({ code: 'storage' })
    expect(JSON.parse(out)).toMatchObject({ text: 'At noon.', error: { code: 'storage' } })
  })

  it('is an autosave with --save', async () => {
    const { notes, memory } = await shoot({ options: { prompt: 'high tide?', save: true } })
    expect(notes.at(-1)).toMatch(/^Saved as "autosave-/)
    expect(memory.chatcli.sessions.list().sessions.filter(({ machine }) => machine)).toHaveLength(1)
  })

  it('is the partial answer of what was stopped, with --session', async () => {
    const { error, out, memory } = await shoot({
      options: { prompt: 'count', session: 'count' },
      replies: [{ text: 'one two three', variant: 'stalled' }],
      stopAt: 'one',
    })
    expect(error).toMatchObject({ code: 'interrupted' })
    expect(out).toBe('one \n')
    expect(memory.chatcli.sessions.load('count').messages[1]).toMatchObject({
      content: 'one ',
      meta: { partial: true },
    })
  })

  it('is nothing of a session that was not there when the provider is unknown', async () => {
    const { error, memory } = await shoot({ options: { prompt: 'x', session: 'tides', provider: 'nowhere' } })
    expect(error).toMatchObject({ code: 'usage' })
    expect(memory.chatcli.sessions.exists('tides')).toBe(false)
  })
})

describe('--json', () => {
  it('is one document', async () => {
    const { out, notes } = await shoot({
      options: { prompt: 'high tide?', session: 'tides' },
      format: 'json',
      replies: [{ text: 'At noon.' }],
    })
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      text: 'At noon.',
      end: 'done',
      provider: 'openai',
      model: 'tern-1',
      fromMemory: false,
      session: 'tides',
      supplements: [],
      usage: { answers: 1, unknown: 0, inputTokens: 11, outputTokens: 7, cost: 0, unpriced: 0 },
      error: null,
    })
    expect(notes).toEqual([])
  })

  it('holds the error, which is thrown all the same', async () => {
    const { out, error } = await shoot({
      options: { prompt: 'x' },
      format: 'json',
      replies: [{ variant: 'unauthorised' }],
    })
    expect(error).toMatchObject({ code: 'provider' })
    expect(JSON.parse(out)).toMatchObject({ end: 'failed', error: { code: 'provider' }, session: null })
  })
})

describe('what is printed', () => {
  it('is safe in a terminal, and as it came with --raw', async () => {
    const replies = [{ text: 'a \u001B[2Jb' }]
    expect((await shoot({ options: { prompt: 'x' }, replies })).out).toBe('a b\n')
    expect((await shoot({ options: { prompt: 'x', raw: true }, replies })).out).toContain('\u001B[2J')
  })

  it('is no match when memory has nothing', async () => {
    const { error, out } = await shoot({ options: { prompt: 'xyzzyqwerty' }, hasModel: false })
    expect(error).toMatchObject({ code: 'no-match' })
    expect(out).toBe('No past conversation has anything about that.\n')
  })

  it('says when the answer was cut at its length', async () => {
    const { notes, bodies } = await shoot({
      options: { prompt: 'x', 'max-tokens': '5' },
      replies: [{ text: 'one two', variant: 'length' }],
    })
    expect(notes).toContain('The answer was cut at the limit of tokens.')
    expect(JSON.stringify(bodies[0])).toMatch(/"max_(completion_)?tokens":5/)
  })

  it('refuses recall that nobody can allow, in words for the model', async () => {
    const search = { name: 'session', arguments: { cmd: 'search', args: { query: 'rate limiter' } } }
    const replies = [{ toolCalls: [search] }, { text: 'I may not.' }]
    const remote = { OPENAI_BASE_URL: 'http://models.example.test/v1' }
    const refused = await shoot({ options: { prompt: 'x' }, environment: remote, replies })
    expect(JSON.stringify(refused.bodies[1])).toContain('--allow session')
    const allowed = await shoot({ options: { prompt: 'x', allow: 'session' }, environment: remote, replies })
    expect(JSON.stringify(allowed.bodies[1])).toContain('1000 rps per key')
  })
})

describe('what comes to mind', () => {
  const elsewhere = { OPENAI_BASE_URL: 'https://models.example/v1' }
  const prompt = 'what did we decide about the rate limiter?'
  const remembering = (): SampleMemory => {
    const memory = sampleMemory()
    memory.chatcli.search('')
    return memory
  }

  it('goes to a model on this machine, is told on standard error, and stands in the document', async () => {
    const shot = await shoot({ memory: remembering(), options: { prompt } })
    expect(asked(shot)).toMatch(
      /^\[SESSION RECALL\][^]*proj-acme[^]*\n\nwhat did we decide about the rate limiter\?$/,
    )
    expect(shot.notes).toEqual(['recalled: proj-acme (2 weeks ago)'])
    const { out, notes } = await shoot({ memory: remembering(), options: { prompt }, format: 'json' })
    const { supplements } = JSON.parse(out) as { readonly supplements: readonly unknown[] }
    expect(supplements).toEqual([
      {
        line: 'recalled: proj-acme (2 weeks ago)',
        text: expect.stringContaining('- proj-acme (17d ago') as string,
      },
    ])
    expect(notes).toEqual([])
  })

  it('goes elsewhere only with leave, since nobody can be asked', async () => {
    const shot = await shoot({ memory: remembering(), options: { prompt }, environment: elsewhere })
    expect(asked(shot)).toBe(prompt)
    expect(JSON.stringify(shot.bodies)).not.toContain('proj-acme')
    const options = { prompt, allow: 'session' }
    expect(asked(await shoot({ memory: remembering(), options, environment: elsewhere }))).toContain(
      'proj-acme',
    )
  })

  it('is nothing when it is turned off', async () => {
    const environment = { CHATCLI_SESSION_AUTORECALL: 'off' }
    const shot = await shoot({ memory: remembering(), options: { prompt }, environment })
    expect(asked(shot)).toBe(prompt)
    expect(JSON.stringify(shot.bodies)).not.toContain('Memory:')
  })
})

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtChat, type BuiltChat } from './built-chat.suite.ts'

let chat: BuiltChat

beforeEach(async () => {
  chat = await builtChat()
})
afterEach(() => chat.close())

const lastAsked = (): string => {
  const messages = chat.server.requests.at(-1)?.body['messages'] as { readonly content: string }[] | undefined
  return messages?.at(-1)?.content ?? ''
}
const askedFor = (): string => JSON.stringify(chat.server.requests.at(-1)?.body)
const sessions = async (): Promise<readonly { readonly name: string; readonly messages: number }[]> => {
  const { stdout } = await chat.run(['session', 'list', '--json'])
  return (JSON.parse(stdout) as { sessions: { name: string; messages: number }[] }).sessions
}

describe('what is said', () => {
  it.each([
    [['-p', 'high tide?'], undefined, 'high tide?'],
    [[], 'from a pipe\n', 'from a pipe\n'],
    [['-p', 'review this'], 'line 1\nline 2', 'review this\nline 1\nline 2'],
    [['chat', '-p', 'by its name'], undefined, 'by its name'],
    [['--prompt=with=signs'], undefined, 'with=signs'],
  ])('%j with %j on standard input', async (args, input, words) => {
    const run = await chat.run(args, input === undefined ? {} : { input })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout.trimEnd()).toBe(`You said: ${words.trimEnd()}`)
    expect(lastAsked()).toBe(words)
  })

  it('-p without a value is a usage error', async () => {
    const run = await chat.run(['-p'])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('--prompt')
    expect(chat.server.requests).toEqual([])
  })

  it('nothing at all shows the help', async () => {
    const run = await chat.run([])
    expect(run.status).toBe(0)
    expect(run.stdout).toContain('chatcli search')
  })
})

describe('what is kept', () => {
  it('is nothing: no file has a word of it', async () => {
    await chat.run(['-p', 'the walrus in the harbour'])
    chat.server.say({ text: 'an oyster answers', variant: 'cut' })
    await chat.run(['-p', 'the walrus again'])
    await chat.run(['-p', 'the walrus without a model'], {
      env: { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', CHATCLI_PROVIDER: '' },
    })
    for (const [path, text] of chat.files()) {
      expect([path, /walrus|oyster/.test(text)]).toEqual([path, false])
      expect(path).not.toMatch(/sessions|transcripts|trash/)
    }
    expect(await sessions()).toEqual([])
  })

  it('--session makes a session and continues it: the second call sees the first', async () => {
    expect((await chat.run(['-p', 'high tide?', '--session', 'tides'])).status).toBe(0)
    expect((await chat.run(['-p', 'and low tide?', '--session', 'tides'])).status).toBe(0)
    expect(askedFor()).toContain('You said: high tide?')
    expect(await sessions()).toMatchObject([{ name: 'tides', messages: 4 }])
  })

  it('--continue goes on with the newest, --resume with the one that is named', async () => {
    await chat.run(['-p', 'first', '--session', 'one'])
    await chat.run(['-p', 'second', '--session', 'two'])
    await chat.run(['-p', 'third', '--continue'])
    expect(askedFor()).toContain('You said: second')
    await chat.run(['-p', 'fourth', '--resume', 'one'])
    expect(askedFor()).toContain('You said: first')
    expect(askedFor()).not.toContain('You said: third')
    expect((await sessions()).map(({ name, messages }) => [name, messages])).toEqual([
      ['one', 4],
      ['two', 4],
    ])
  })

  it('--continue with nothing to go on with is 3', async () => {
    expect((await chat.run(['-p', 'x', '--continue'])).status).toBe(3)
    expect(chat.server.requests).toEqual([])
  })

  it('--resume of what is not there is 3, with the nearest name, and makes nothing', async () => {
    await chat.run(['-p', 'x', '--session', 'tide-notes'])
    const run = await chat.run(['-p', 'x', '--resume', 'tide-note'])
    expect(run.status).toBe(3)
    expect(run.stderr).toContain('Did you mean tide-notes?')
    expect((await sessions()).map(({ name }) => name)).toEqual(['tide-notes'])
  })

  it.each(['--resume', '--session'])(
    '%s of a damaged session is 5, and the file stays as it is',
    async (option) => {
      mkdirSync(join(chat.home, 'sessions'), { recursive: true })
      const path = join(chat.home, 'sessions', 'broken.json')
      writeFileSync(path, '{"version":2,"chat_hist')
      const run = await chat.run(['-p', 'x', option, 'broken'])
      expect(run.status).toBe(5)
      expect(run.stdout).toBe('')
      expect(readFileSync(path, 'utf8')).toBe('{"version":2,"chat_hist')
      expect(chat.server.requests).toEqual([])
      expect([...chat.files().keys()].filter((file) => file.includes('transcripts'))).toEqual([])
    },
  )

  it('--save keeps it as an autosave, which --resume takes up and leaves one of', async () => {
    const run = await chat.run(['-p', 'keep me', '--save'])
    const name = /Saved as "(autosave-[\d-]+)"/.exec(run.stderr)?.[1] ?? ''
    expect(await sessions()).toMatchObject([{ name, messages: 2 }])
    expect((await chat.run(['-p', 'more', '--resume', name])).status).toBe(0)
    expect(askedFor()).toContain('You said: keep me')
    expect(await sessions()).toMatchObject([{ name, messages: 4 }])
    const bound = await chat.run(['-p', 'x', '--session', 'autosave-mine'])
    expect(bound.status).toBe(2)
  })

  it('two of --session, --resume and --continue are a usage error', async () => {
    const run = await chat.run(['-p', 'x', '--session', 'a', '--continue'])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('Give one of --session, --resume and --continue.')
  })

  it('CHATCLI_SESSION_TRANSCRIPT=false keeps the session file alone', async () => {
    const env = { CHATCLI_SESSION_TRANSCRIPT: 'false' }
    await chat.run(['-p', 'high tide?', '--session', 'tides'], { env })
    await chat.run(['-p', 'sure?', '--session', 'tides'], { env })
    expect(askedFor()).toContain('You said: high tide?')
    expect(await sessions()).toMatchObject([{ name: 'tides', messages: 4 }])
    expect(
      [...chat.files().keys()].filter((file) => file.endsWith('.jsonl') && file.includes('transcripts')),
    ).toEqual([])
  })
})

describe('how it is printed', () => {
  it('--json prints one document, and nothing else on standard output', async () => {
    const run = await chat.run(['-p', 'hi', '--json', '--session', 'tides'])
    expect(JSON.parse(run.stdout)).toMatchObject({
      schemaVersion: 1,
      text: 'You said: hi',
      end: 'done',
      provider: 'openai',
      model: 'fake-model',
      fromMemory: false,
      session: 'tides',
      usage: { answers: 1, inputTokens: 11, outputTokens: 7 },
      error: null,
    })
    expect(run.stderr).toBe('')
  })

  it('--json with a failure: the document, one line of error, and the exit code', async () => {
    chat.server.say({ variant: 'unauthorised' })
    const run = await chat.run(['-p', 'hi', '--json'])
    expect(run.status).toBe(9)
    expect(JSON.parse(run.stdout)).toMatchObject({ end: 'failed', error: { code: 'provider' } })
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: 'provider' } })
    expect(run.stdout + run.stderr).not.toContain('sk-wrong')
  })

  it('--raw prints the answer as it came; without it nothing moves the cursor', async () => {
    const reply = { text: 'a\u001B[2Jb' }
    chat.server.say(reply, reply)
    expect((await chat.run(['-p', 'x', '--raw'])).stdout).toBe('a\u001B[2Jb\n')
    expect((await chat.run(['-p', 'x'])).stdout).toBe('ab\n')
  })

  it('speaks Portuguese', async () => {
    const env = { CHATCLI_LANG: 'pt-BR', CHATCLI_PROVIDER: 'nowhere' }
    const run = await chat.run(['-p', 'oi'], { env })
    expect(run.status).toBe(2)
    expect(run.stderr).toMatch(/^chatcli: .*\nDica: /)
  })
})

describe('what goes wrong', () => {
  it('--max-tokens reaches the request, and a bad one is 2', async () => {
    await chat.run(['-p', 'x', '--max-tokens', '17'])
    expect(askedFor()).toMatch(/"max_(completion_)?tokens":17/)
    const run = await chat.run(['-p', 'x', '--max-tokens', 'many'])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('--max-tokens')
  })

  it.each(['unauthorised', 'server-error', 'no-such-model', 'html-error', 'not-json'] as const)(
    '%s is 9, in words and without a trace',
    async (variant) => {
      chat.server.say({ variant })
      const run = await chat.run(['-p', 'x'])
      expect(run.status).toBe(9)
      expect(run.stdout).toBe('')
      expect(run.stderr).toMatch(/^chatcli: .+\nHint: .+\n$/)
      expect(run.stderr).not.toMatch(/\n\s+at |sk-/)
    },
  )

  it.each(['cut', 'error-event'] as const)('%s prints the part that came, and is 9', async (variant) => {
    chat.server.say({ text: 'one two three', variant })
    const run = await chat.run(['-p', 'x', '--session', 'cut'])
    expect(run.status).toBe(9)
    expect(run.stdout).toBe('one \n')
    const { stdout } = await chat.run(['session', 'export', 'cut', 'jsonl', '-'])
    expect(stdout).toContain('"partial":true')
  })

  it('--timeout ends a stalled answer: 9', async () => {
    chat.server.say({ text: 'one two', variant: 'stalled' })
    const run = await chat.run(['-p', 'x', '--timeout', '1s'])
    expect(run).toMatchObject({ status: 9, stdout: 'one \n' })
  })

  it('a server that is not there is 9', async () => {
    const run = await chat.run(['-p', 'x'], { env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } })
    expect(run.status).toBe(9)
    expect(run.stderr).toContain('127.0.0.1:9')
  })

  it.each(['--provider', '--mode'])('%s that does not exist is 2, and makes no session', async (option) => {
    const run = await chat.run(['-p', 'x', option, 'nowhere', '--session', 'tides'])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('nowhere')
    expect(await sessions()).toEqual([])
  })

  it('nothing in memory and no model is 1', async () => {
    const env = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', CHATCLI_PROVIDER: '' }
    const run = await chat.run(['-p', 'xyzzyqwerty'], { env })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('No model is set up')
  })

  it.each([
    ['SIGINT', 130, null],
    ['SIGTERM', null, 'SIGTERM'],
    ['SIGHUP', null, 'SIGHUP'],
  ] as const)('%s stops it, and the part that came is kept', async (name, status, signal) => {
    chat.server.say({ text: 'one two three', variant: 'stalled' })
    const run = await chat.run(['-p', 'count', '--session', 'count'], {
      onOutput: (stdout, child) => {
        if (stdout.startsWith('one')) child.kill(name)
      },
    })
    expect(run).toMatchObject({ status, signal, stdout: 'one \n' })
    const { stdout } = await chat.run(['session', 'export', 'count', 'jsonl', '-'])
    expect(stdout).toContain('"partial":true')
    const listed = await chat.run(['session', 'list', '--json'])
    expect(listed.stdout).toContain('"messages": 2')
    expect(listed.stdout).not.toContain('"interrupted": true')
  })

  it('a reader that has seen enough stops it without a trace', async () => {
    chat.server.say({ text: 'one two three', variant: 'stalled' })
    const run = await chat.run(['-p', 'count', '--session', 'count', '--timeout', '5s'], {
      onOutput: (_, child) => child.stdout?.destroy(),
    })
    expect(run.stderr).not.toMatch(/\n\s+at /)
    expect(await sessions()).toMatchObject([{ name: 'count' }])
  })
})

describe('recall', () => {
  it('by a model that cannot ask is refused in words it can pass on; on this machine it is free', async () => {
    await chat.run(['-p', 'the pilot station is painted green', '--session', 'pilot'])
    const search = { name: 'session', arguments: { cmd: 'search', args: { query: 'pilot station' } } }
    chat.server.say({ toolCalls: [search] })
    const free = await chat.run(['-p', 'what colour?'])
    expect(free.stdout).toContain('painted green')
    expect(free.stderr).toContain('⏺ @session search · query: pilot station')
  })
})

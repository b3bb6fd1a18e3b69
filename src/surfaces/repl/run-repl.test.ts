import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FakeReply } from '../../../test/fake-model-server-reply.ts'
import {
  chatRequest,
  type ChatRequestOptions,
  scriptedFetch,
} from '../../commands/chat/chat-request.suite.ts'
import { type SampleMemory, sampleMemory } from '../../commands/sample-memory.suite.ts'
import { runRepl } from './run-repl.ts'
import { scriptedLines, type TypedLine } from './scripted-lines.suite.ts'

interface Played {
  /** All that was shown. */
  readonly screen: string
  readonly prompts: readonly string[]
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  readonly memory: SampleMemory
}

interface PlayOptions extends ChatRequestOptions {
  readonly replies?: readonly FakeReply[]
  /** Ctrl-C is typed when this is shown. */
  readonly interruptAt?: string
  readonly columns?: number
}

async function play(typed: readonly TypedLine[], options: PlayOptions = {}): Promise<Played> {
  const { replies = [], interruptAt, columns } = options
  const request = chatRequest(options)
  const { fetch, bodies } = scriptedFetch(replies)
  const lines = scriptedLines(typed)
  let screen = ''
  const out = (text: string): void => {
    screen += text
    if (interruptAt !== undefined && text.includes(interruptAt)) lines.interrupt()
  }
  await runRepl(request, { lines, out, note: (line) => out(`${line}\n`), fetch, columns: () => columns })
  return { screen, prompts: lines.prompts, bodies, memory: request.memory }
}

const autosaved = ({ chatcli }: SampleMemory): number[] =>
  chatcli.sessions
    .list()
    .sessions.filter(({ machine }) => machine)
    .map(({ messages }) => messages)

describe('the chat, line by line', () => {
  it('greets, answers, and saves what nobody named when the input ends', async () => {
    const { screen, prompts, memory } = await play(['When is high tide?'], {
      replies: [{ text: 'At noon.' }],
    })
    expect(screen).toMatch(
      /^ChatCLI \S+\. \/help lists the commands, \/exit leaves\.\nTalking to tern-1 \(openai\)\.\nNewest conversation: tide-notes \(2026-\d\d-\d\d \d\d:\d\d, "Tides"\)\nAt noon\.\nSaved as "autosave-\d{8}-\d{6}"\. Go on with: \/session load autosave-\d{8}-\d{6}\n$/,
    )
    expect(prompts).toEqual(['tern-1> ', 'tern-1> '])
    expect(autosaved(memory)).toEqual([2])
  })

  it('leaves nothing when nothing was said', async () => {
    const { screen, memory } = await play(['', '   ', '/exit', 'never read'])
    expect(screen).not.toContain('Saved')
    expect(autosaved(memory)).toEqual([])
  })

  it('shows the session in the prompt, and a star where it goes on beside one', async () => {
    const first = await play(['hi', '/session save tides', '/session detach', '/session load proj-acme'])
    expect(first.prompts).toEqual([
      'tern-1> ',
      'tern-1> ',
      '[tides] tern-1> ',
      'tern-1> ',
      '[proj-acme] tern-1> ',
    ])
    const second = await play(['one', '/session new', '/exit'])
    const [auto] = second.memory.chatcli.sessions.list().sessions.filter(({ machine }) => machine)
    const third = await play([`/session load ${auto?.name}`], { memory: second.memory })
    expect(third.prompts[1]).toBe(`[${auto?.name}*] tern-1> `)
  })

  it('answers from memory without a model', async () => {
    const { screen, prompts } = await play(['how did we cap the rate limiter?'], { hasModel: false })
    expect(prompts[0]).toBe('memory> ')
    expect(screen).toContain('No model is set up')
    expect(screen).toContain('1000 rps per key')
  })

  it('speaks Portuguese', async () => {
    const { screen } = await play(['/sesion', 'oi', '/exit'], { language: 'pt-BR', hasModel: false })
    expect(screen).toContain('/help lista os comandos')
    expect(screen).toContain('Erro: Comando desconhecido: "/sesion".\nDica: Você quis dizer /session?')
    expect(screen).toContain('Nenhuma conversa passada fala disso.')
  })

  it('wraps what it says itself to the terminal', async () => {
    const { screen } = await play([], { hasModel: false, columns: 40 })
    for (const line of screen.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })
})

describe('what is not saved', () => {
  it('is said at once, and by the prompt as long as it is true', async () => {
    const memory = sampleMemory()
    const breakDisk = (): string => {
      memory.disk.failAt(1, 'ENOSPC', { names: ['write'], path: 'transcripts', forever: true })
      return 'two'
    }
    const mendDisk = (): string => {
      memory.disk.clearFaults()
      return 'three'
    }
    const { screen, prompts } = await play(['one', '/session save tides', breakDisk, mendDisk], { memory })
    expect(prompts).toEqual([
      'tern-1> ',
      'tern-1> ',
      '[tides] tern-1> ',
      '[tides · not saved] tern-1> ',
      '[tides] tern-1> ',
    ])
    expect(screen).toMatch(/NOT SAVED: [^]*Everything is saved again\./)
  })
})

describe('errors', () => {
  it('are shown with what to do, and the chat goes on', async () => {
    const { screen, memory } = await play(['/session load tide-note', '/session delete', 'hello'])
    expect(screen).toContain('Error: There is no session "tide-note"\nHint: Did you mean tide-notes?')
    expect(screen).toContain('Hint: For example: /session delete tide-notes')
    expect(autosaved(memory)).toEqual([2])
  })

  it('of the provider keep what was said, and nothing is lost', async () => {
    const { screen, bodies, memory } = await play(['one', 'two'], {
      replies: [{ variant: 'unauthorised' }, { text: 'Two it is.' }],
    })
    expect(screen).toContain('Error: ')
    expect(screen).toContain('OPENAI_API_KEY')
    expect(JSON.stringify(bodies[1])).toContain('one')
    expect(autosaved(memory)).toEqual([3])
  })

  it('of a model that cannot be used are told at the start, and memory answers', async () => {
    const { screen, prompts } = await play(['rate limiter?'], { options: { provider: 'nowhere' } })
    expect(screen).toContain('The model cannot be used: ')
    expect(prompts[0]).toBe('memory> ')
    expect(screen).toContain('1000 rps')
  })

  it('at the start end it: a session that is not there', async () => {
    await expect(play([], { options: { resume: 'nobody' } })).rejects.toMatchObject({ code: 'not-found' })
    await expect(play([], { options: { allow: 'everything' } })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('Ctrl-C', () => {
  it('stops the answer and not the chat; the part that came is kept', async () => {
    const { screen, prompts, memory } = await play(['count', 'still there?'], {
      replies: [{ text: 'one two three', variant: 'stalled' }, { text: 'Yes.' }],
      interruptAt: 'one',
    })
    expect(screen).toMatch(/one\s*\nStopped\.\nYes\.\n/)
    expect(prompts).toHaveLength(3)
    const [auto] = memory.chatcli.sessions.list().sessions.filter(({ machine }) => machine)
    const { messages } = memory.chatcli.sessions.load(auto?.name ?? '')
    expect(messages.map(({ content, meta }) => [content.trim(), meta?.['partial'] ?? false])).toEqual([
      ['count', false],
      ['one', true],
      ['still there?', false],
      ['Yes.', false],
    ])
  })
})

describe('permissions', () => {
  const run: FakeReply = { toolCalls: [{ name: 'write', arguments: { path: 'a.txt', content: 'x' } }] }

  it('are asked for in the chat; a refusal reaches the model', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'chatcli-repl-'))
    const { screen, prompts, bodies } = await play(['write it', 'n', '/exit'], {
      cwd,
      replies: [run, { text: 'As you wish.' }],
      options: { mode: 'agent' },
    })
    expect(screen).toContain('Allow write: ')
    expect(prompts).toContain('[y] once  [a] always, "write"  [n] not now  [!] never: ')
    expect(JSON.stringify(bodies[1])).toContain('did not allow it')
    expect(screen).toContain('As you wish.')
    expect(readdirSync(cwd)).toEqual([])
    rmdirSync(cwd)
  })
})

describe('the start', () => {
  it('offers a conversation that was interrupted', async () => {
    const request = chatRequest()
    const live = request.memory.chatcli.sessions.create()
    live.append([
      { role: 'user', content: 'Where is the pilot?' },
      { role: 'assistant', content: 'On board.' },
    ])
    live.close()
    const { screen } = await play([], { memory: request.memory })
    expect(screen).toMatch(
      /A conversation was interrupted: "Where is the pilot\?" \(2 messages\)\. Go on with it: \/session recover \S+/,
    )
    const named = await play([], { memory: request.memory, options: { session: 'tide-notes' } })
    expect(named.screen).toContain('Session "tide-notes" loaded (25 messages).')
    expect(named.screen).not.toContain('interrupted')
  })

  it('says what is given up without transcripts', async () => {
    const { screen } = await play([], { environment: { CHATCLI_SESSION_TRANSCRIPT: 'false' } })
    expect(screen).toContain('Transcripts are off')
  })

  it('takes colours from a terminal that has them, and none where TERM is dumb', async () => {
    const style = { strong: (text: string) => `<b>${text}</b>`, quiet: (text: string) => text }
    for (const [term, prompt] of [
      ['xterm', '<b>tern-1> </b>'],
      ['dumb', 'tern-1> '],
    ] as const) {
      const request = chatRequest({ environment: { TERM: term } })
      const lines = scriptedLines([])
      await runRepl(
        { ...request, context: { ...request.context, style } },
        { lines, out: () => undefined, note: () => undefined, fetch: scriptedFetch([]).fetch },
      )
      expect(lines.prompts).toEqual([prompt])
    }
  })
})

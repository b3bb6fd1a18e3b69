import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { FakeReply } from '../../../test/fake-model-server-reply.ts'
import {
  chatRequest,
  type ChatRequestOptions,
  scriptedFetch,
} from '../../commands/chat/chat-request.suite.ts'
import { layOutAnswer } from '../../commands/chat/lay-out-answer.ts'
import { type SampleMemory, sampleMemory } from '../../commands/sample-memory.suite.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { displayWidth } from '../../text/display-width.ts'
import { runRepl } from './run-repl.ts'
import { scriptedLines } from './scripted-lines.suite.ts'

const uses = (name: string, args: Readonly<Record<string, unknown>>): FakeReply => ({
  toolCalls: [{ name, arguments: args }],
})

interface Scene extends ChatRequestOptions {
  readonly typed: readonly string[]
  readonly replies?: readonly FakeReply[]
  /** Nothing was ever said here. */
  readonly isNew?: boolean
}

const scenes: Readonly<Record<string, Scene>> = {
  'first run': { typed: [], hasModel: false, isNew: true },
  greeting: { typed: [] },
  help: { typed: ['/help'] },
  'session usage': { typed: ['/session'] },
  'status and settings': { typed: ['/session status', '/config session', '/cost', '/mode'] },
  list: { typed: ['/session list'] },
  search: { typed: ['/session search high water', '/search "token bucket"'] },
  'load, fork, new, delete': {
    typed: [
      '/session load tide-notes',
      '/session fork tide-notes-of-the-harbour',
      '/session new',
      '/session delete tide-notes',
      'y',
    ],
  },
  errors: { typed: ['/sesion', '/session load tide-note', '/session save ../etc', '/mode turbo'] },
  'permission and tools': {
    typed: ['Write it down.', 'n'],
    options: { mode: 'agent' },
    cwd: tmpdir(),
    replies: [
      uses('write', { path: 'notes/tables-of-high-water.txt', content: 'Noon.\n' }),
      uses('session', { cmd: 'list' }),
      { text: 'It is **not** written down: you did not allow it, and there are two sessions anyway.' },
    ],
  },
  'answer from memory': { typed: ['How did we cap the rate limiter?'], hasModel: false },
  'nothing in memory': { typed: ['xyzzy quux'], hasModel: false },
}

function emptyMemory(): SampleMemory {
  const disk = createSimulatedDisk()
  disk.makeFolder('/home')
  const now = (): number => Date.UTC(2026, 3, 1, 9)
  return { disk, chatcli: openChatCli({ home: '/home/chatcli', disk, now, timeZone: 'UTC' }), now }
}

/** What a terminal shows of a scene, what is typed too; a wide character takes two columns. */
async function screenOf(scene: Scene, language: 'en' | 'pt-BR', columns: number): Promise<string> {
  const memory = scene.isNew === true ? emptyMemory() : sampleMemory()
  const request = chatRequest({ ...scene, memory, language, isTerminal: true })
  const { context } = request
  const lines = scriptedLines(scene.typed)
  let screen = ''
  const out = (text: string): void => void (screen += text)
  const typed = async <T extends string | undefined>(prompt: string, next: Promise<T>): Promise<T> => {
    const line = await next
    out(`${prompt}${line ?? ''}\n`)
    return line
  }
  await runRepl(
    { ...request, context: { ...context, columns } },
    {
      lines: {
        ...lines,
        read: (prompt) => typed(prompt, lines.read(prompt)),
        ask: (question) => typed(question, lines.ask(question)),
      },
      out,
      note: (line) => out(`${line}\n`),
      fetch: scriptedFetch(scene.replies ?? []).fetch,
      columns: () => columns,
      layOut: () => layOutAnswer({ out, columns: () => columns, colour: false, text: context.text }),
    },
  )
  return screen
    .replace(/^ChatCLI \S+\./, 'ChatCLI 0.0.0.')
    .replaceAll(/\btr-[\w-]+/g, (id) => 'tr-'.padEnd(id.length, '0'))
}

describe.each([
  ['en', 80],
  ['en', 40],
  ['pt-BR', 80],
  ['pt-BR', 40],
] as const)('the chat in %s at %i columns', (language, columns) => {
  it.each(Object.keys(scenes))('%s', async (name) => {
    const screen = await screenOf(scenes[name] ?? { typed: [] }, language, columns)
    expect(screen).toMatchSnapshot()
    // A prompt and what is typed behind it are broken by the editor of lines.
    const said = screen.split('\n').filter((line) => !/^(?:\[\S+\] )?[\w-]+> /.test(line))
    const wider = said.filter((line) => displayWidth(line) > columns)
    expect(wider).toEqual([])
  })
})

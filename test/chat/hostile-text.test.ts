import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatRequest } from '../../src/commands/chat/chat-request.suite.ts'
import { layOutAnswer } from '../../src/commands/chat/lay-out-answer.ts'
import { noticeLine } from '../../src/commands/chat/notice-line.ts'
import { localMemory } from '../../src/commands/picker/local-memory.ts'
import { sampleContext, sampleMemory, type SampleMemory } from '../../src/commands/sample-memory.suite.ts'
import { writeDurably } from '../../src/disk/write-durably.ts'
import { ChatCliError } from '../../src/errors.ts'
import { terminalStyle } from '../../src/surfaces/cli/terminal-style.ts'
import { cliHarness } from '../../src/surfaces/cli/cli-harness.suite.ts'
import { pickSequentially } from '../../src/surfaces/picker/pick-sequentially.ts'
import { runPicker } from '../../src/surfaces/picker/run-picker.ts'
import { candidateLines } from '../../src/surfaces/repl/input/candidate-lines.ts'
import { completeLine } from '../../src/surfaces/repl/input/complete-line.ts'
import { completionWorld } from '../../src/surfaces/repl/input/complete-line.suite.ts'
import { parseHistory } from '../../src/surfaces/repl/input/history-lines.ts'
import { ShownTexts } from '../../src/surfaces/repl/input/shown-texts.ts'
import { runRepl } from '../../src/surfaces/repl/run-repl.ts'
import { scriptedLines } from '../../src/surfaces/repl/scripted-lines.suite.ts'
import { textFor } from '../../src/text/text-for.ts'
import { type FakeReply, fullReply } from '../fake-model-server-reply.ts'
import { openaiChatFormat } from '../fake-model-server-openai.ts'
import { watchedTerminal } from './watched-terminal.suite.ts'

const payloads: readonly (readonly [what: string, payload: string])[] = [
  ['clear and home', '\u001B[2J\u001B[H'],
  ['cursor up and erase', '\u001B[1A\u001B[2K'],
  ['backspaces and a return', '\b\b\b\r'],
  ['colours', '\u001B[41;97;5m'],
  ['hidden letters', '\u001B[8m'],
  ['title', '\u001B]0;owned\u0007'],
  ['title, other end', '\u001B]2;owned\u001B\\'],
  ['title without an end', '\u001B]0;owned'],
  ['title of C1', '\u009D0;owned\u009C'],
  ['clipboard', '\u001B]52;c;b3duZWQ=\u0007'],
  ['clipboard of C1', '\u009D52;c;b3duZWQ=\u009C'],
  ['mouse', '\u001B[?1000h\u001B[?1003h\u001B[?1006h'],
  ['modes', '\u001B[?1h\u001B[4h\u001B[?6h\u001B[?7l\u001B[?2004h\u001B[?1004h\u001B='],
  ['other screen', '\u001B[?1049h'],
  ['hidden cursor', '\u001B[?25l'],
  ['scroll region', '\u001B[5;6r'],
  ['other letters', '\u001B(0\u000E'],
  ['reset', '\u001Bc'],
  ['questions', '\u001B[6n\u001B[c\u001B]10;?\u0007\u0005'],
  ['link', '\u001B]8;;http://127.0.0.1/\u001B\\'],
  ['DCS', '\u001BP+q544e\u001B\\\u001BP$q"p\u001B\\'],
  ['DCS of C1', '\u0090+q544e\u009C'],
  ['APC, PM, SOS', '\u001B_Gi=1\u001B\\\u001B^x\u001B\\\u001BXx\u001B\\'],
  ['CSI of C1', '\u009B2J\u009B41m'],
  ['other C1', '\u0084\u0085\u008D'],
  ['bell and DEL', '\u0007\u007F'],
  ['order of letters', '\u202Egnp.\u202C\u2066x\u2069\u2067y\u2069\u202Dz'],
]

/** What our own words may hold: the styles that set them off. */
const styles = /\u001B\[(?:[0-9]|2[0-9]|3[0-9]|9[0-7])m/g
/** What nothing that is shown may hold beside them. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/

async function expectHarmless(output: string): Promise<void> {
  // Something of the stored text is there, or nothing was tested.
  expect(output).toContain('lighthouse')
  expect(JSON.stringify(output.replaceAll(styles, '').match(unsafe))).toBe('null')
  expect((await watchedTerminal(output)).mischief).toEqual([])
}

const evil = (payload: string): string => `lighthouse ${payload} keeper`

/** A memory in which every field a person can see has the payload in it. */
function hostileMemory(payload: string): SampleMemory {
  const memory = sampleMemory()
  const { disk, chatcli } = memory
  const text = evil(payload)
  chatcli.sessions.save(
    'evil',
    [
      { role: 'user', content: text },
      {
        role: 'assistant',
        content: `${text}\n\n\`\`\`${text}\n${text}\n\`\`\`\n- [${text}](http://x/${payload})\n| ${text} |\n|---|\n| ${text} |`,
        tool_calls: [{ id: text, name: text, arguments: { [text]: text } }],
      },
      { role: 'tool', content: text, tool_call_id: text },
      { role: text, content: text },
      { role: 'system', content: text },
    ],
    { title: text, source: { tool: text, id: text, path: text, cwd: text, branch: text, model: text } },
  )
  // What other programs left behind.
  const put = (name: string, content: string): void => {
    writeDurably(disk, `/home/chatcli/sessions/${name}`, new TextEncoder().encode(content), {
      replace: true,
      randomName: () => 'abc',
    })
  }
  const foreign = { version: 2, name: text, title: text, source: { tool: text, id: text }, machine: text }
  put('foreign.json', JSON.stringify({ ...foreign, chat_history: [{ role: text, content: text }] }))
  put(`lighthouse${payload.replaceAll('/', '')}.json`, '{')
  put('broken.json', `{"version": ${JSON.stringify(text)}, "chat_history": ${JSON.stringify(text)}`)
  return memory
}

describe.each(payloads)('%s', (_, payload) => {
  const text = evil(payload)

  it('does nothing on the command line', async () => {
    const memory = hostileMemory(payload)
    const cli = cliHarness({
      isTty: true,
      columns: 80,
      open: async () => memory.chatcli,
      disk: async () => memory.disk,
    })
    let all = ''
    for (const argv of [
      ['session', 'list'],
      ['session', 'list', '--sizes'],
      ['session', 'list', '--from', text],
      ['session', 'get', 'evil'],
      ['session', 'get', 'foreign'],
      ['session', 'get', text],
      ['session', 'search', 'lighthouse', 'keeper'],
      ['session', 'search', text],
      ['session', 'search', 'lighthouse', '--explain'],
      ['session', 'transcript', 'evil', 'search', 'lighthouse'],
      ['session', 'transcript', 'evil', 'show', '0'],
      ['session', 'transcript', 'evil', 'stats'],
      ['session', 'export', 'evil', 'md', '-'],
      ['session', 'rename', 'evil', text],
      ['session', 'delete', text],
      ['config', 'set', text, text],
      ['config', 'set', 'mode', text],
      ['config', 'get', text],
      ['tool', 'session', text],
      [text],
      ['session', text],
      ['session', 'list', `--${text}`],
    ]) {
      const { out, err } = await cli.run(...argv)
      await expectHarmless(`lighthouse ${argv.length}\n${out}${err}`)
      all += out + err
    }
    expect(all).toContain('keeper')
    expect(all).toContain('assistant')
  })

  it('does nothing in the picker', async () => {
    const memory = hostileMemory(payload)
    const context = sampleContext(memory, { style: terminalStyle, columns: 80 })
    let written = ''
    let input: ((bytes: Uint8Array) => void) | undefined
    const picked = runPicker('lighthouse', {
      context,
      colour: true,
      memory: () => localMemory(memory.chatcli, (work) => queueMicrotask(work)),
      terminal: {
        size: () => ({ columns: 80, rows: 24 }),
        write: (words) => void (written += words),
        open: ({ onInput }) => void (input = onInput),
        suspend: () => undefined,
        close: () => undefined,
      },
      later: (work) => {
        queueMicrotask(work)
        return () => undefined
      },
    })
    const settle = async (): Promise<void> => {
      for (let i = 0; i < 5; i++) await nextTurn()
    }
    await settle()
    // Down, back up, what it says of a paste, and away.
    for (const keys of ['\u001B[B', '\u001B[A', `\u001B[200~${text}\u001B[201~`, '\u0003']) {
      input?.(new TextEncoder().encode(keys))
      await settle()
    }
    await picked
    expect(written).toContain('lighthouse')
    // Its own: the other screen, the cursor, pastes.
    const { mischief } = await watchedTerminal(written)
    expect(mischief).toEqual([])
    expect(
      JSON.stringify(written.match(/\u001B\[\?(?:1|6|100\d)[hl]|[\u0080-\u009F\u202A-\u202E\u2066-\u2069]/)),
    ).toBe('null')

    let lines = ''
    const out = (words: string): void => void (lines += words)
    const typed = scriptedLines(['?', 'lighthouse', text, ''])
    await pickSequentially('', { context, out, read: (prompt) => typed.read(prompt) })
    await expectHarmless(lines)
  })

  it('does nothing while a line is typed', async () => {
    const world = {
      ...completionWorld(),
      sessions: () => [
        { word: text, about: text },
        { word: 'evil', about: text },
      ],
    }
    const paths = { ...world.paths, list: () => [text, 'lighthouse.md'] }
    const listed = ['/session load ', '/session load li'].flatMap((line) => {
      const { candidates } = completeLine(line, line.length, world)
      return candidateLines(candidates, { columns: 80, mostLines: 20, andMore: String })
    })
    await expectHarmless(listed.join('\n'))
    // These are written into the line as they stand.
    const { candidates } = completeLine('say @', 5, { ...world, paths })
    await expectHarmless(candidates.map(({ word }) => word).join('\n'))
    // A history file that another program wrote.
    const texts = new ShownTexts(({ characters }, beginning) => `${characters}: ${beginning}`)
    const recalled = parseHistory(`${text}\n${JSON.stringify(`${text} again`)}\n`)
    await expectHarmless(recalled.map((entry) => texts.show(entry)).join('\n'))
  })

  it('does nothing in a notice', async () => {
    const error = new ChatCliError('storage', text)
    const shown = (['en', 'pt-BR'] as const).flatMap((language) => [
      noticeLine({ kind: 'deleted-elsewhere', name: text }, textFor(language)),
      noticeLine({ kind: 'renamed-elsewhere', from: text, to: text }, textFor(language)),
      noticeLine({ kind: 'copy', of: text }, textFor(language)),
      noticeLine({ kind: 'snapshot-failed', error }, textFor(language)),
    ])
    await expectHarmless(shown.join('\n'))
  })
})

describe('in the chat', () => {
  let cwd = ''
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'chatcli-hostile-'))
  })
  afterAll(() => rmSync(cwd, { recursive: true, force: true }))

  it.each(payloads)('P86, R89: %s does nothing', async (_, payload) => {
    const text = evil(payload)
    const file = `lighthouse${payload.replaceAll('/', '')}`
    writeFileSync(join(cwd, file), text)
    const calls = (name: string, args: unknown): FakeReply => ({ toolCalls: [{ name, arguments: args }] })
    const replies: readonly FakeReply[] = [
      { text },
      {
        text: `# ${text}\n\n| ${text} |\n|---|\n| ${text} |\n\n\`\`\`${text}\n${text}\n\`\`\`\n[${text}](x${payload})`,
      },
      calls('list', { path: '.' }),
      calls('read', { path: file }),
      calls('session', { cmd: 'get', args: { name: 'evil' } }),
      calls('run', { command: `echo ${text}` }),
      calls(text, { [text]: text }),
      { text: 'Done.' },
    ]
    let asked = 0
    const fetch: typeof globalThis.fetch = async () => {
      const reply = replies[asked++]
      if (reply !== undefined) {
        const frames = openaiChatFormat.frames(fullReply(reply), 'tern-1')
        return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
      }
      return Response.json({ error: { message: text, code: text, type: text } }, { status: 400 })
    }
    const memory = hostileMemory(payload)
    const request = chatRequest({
      memory,
      cwd,
      isTerminal: true,
      options: { mode: 'agent' },
      environment: { CHATCLI_MODEL: text },
    })
    const context = { ...request.context, style: terminalStyle, columns: 80 }
    const lines = scriptedLines([
      'one',
      'two',
      'use your tools',
      'n',
      'n',
      '/output',
      'fail',
      `/${text}`,
      `/session ${text}`,
      `/session load ${text}`,
      `/session save ${text}`,
      '/session load foreign',
      '/session status',
      '/session list',
      '/session search lighthouse keeper',
      '/session get evil',
      '/session transcript evil show 0',
      '/session delete evil',
      'n',
      `/mode ${text}`,
      `/model ${text}`,
      `/provider ${text}`,
      '/config session',
    ])
    let screen = ''
    const out = (words: string): void => void (screen += words)
    await runRepl(
      { ...request, context },
      {
        lines,
        out,
        note: (line) => out(`${line}\n`),
        columns: () => 80,
        fetch,
        layOut: () => layOutAnswer({ out, columns: () => 80, colour: true, text: context.text }),
      },
    )
    expect(screen).toContain('Done.')
    expect(screen).toContain('✓')
    await expectHarmless(screen)
    await expectHarmless(lines.prompts.join('\n'))
  })
})

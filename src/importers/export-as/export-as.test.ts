import * as fs from 'node:fs'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../conversation/message.ts'
import { createRealDisk } from '../../disk/real-disk.ts'
import { type CollectedConversation, collectImport, unitsOf } from '../collect-import.suite.ts'
import type { Importer } from '../importer.ts'
import { claudeCode } from '../claude-code/claude-code.ts'
import { codex } from '../codex/codex.ts'
import { geminiCli } from '../gemini-cli/gemini-cli.ts'
import { opencode } from '../opencode/opencode.ts'
import { pi } from '../pi/pi.ts'
import { sampleMachine, type SampleMachine } from '../sample-machine.suite.ts'
import { type CarryOptions, carriedConversation } from './carried-conversation.ts'
import { type ExportedAs, exportAs, type ResumeTool, resumeTools } from './export-as.ts'

const CWD = '/home/ada/it’s weather'
const AT = Date.UTC(2026, 3, 2, 7)
const at = (n: number): string => new Date(AT + n * 1000).toISOString()
const call = (id: string, name: string, given: object) => ({ id, type: 'function', name, arguments: given })

const window: readonly Message[] = [
  { role: 'user', content: 'What was said before, in short', meta: { is_summary: true }, created_at: at(0) },
  { role: 'user', content: 'Is the gauge calibrated? 雨 ☔\n\nIt says `12 mm`.', created_at: at(1) },
  { role: 'assistant', content: 'I think about it', meta: { thinking: true }, created_at: at(2) },
  {
    role: 'assistant',
    content: 'I look at both.',
    tool_calls: [call('c1', 'read', { path: 'gauge.md' }), call('c:2', 'run', { command: 'ls', n: 2 })],
    created_at: at(3),
  },
  { role: 'tool', content: 'line 1\nline 2', tool_call_id: 'c1', created_at: at(4) },
  { role: 'tool', content: 'no such file', tool_call_id: 'c:2', is_error: true, created_at: at(5) },
  { role: 'assistant', content: 'It is.', created_at: at(6) },
  { role: 'user', content: 'ok', created_at: at(7) },
  { role: 'user', content: 'ok', images: [{ file_name: 'gauge.png' }], created_at: at(8) },
  { role: 'system', content: 'Be brief.' },
  { role: 'assistant', content: '', tool_calls: [call('c3', 'read', {})], created_at: at(9) },
  { role: 'tool', content: 'of nothing', tool_call_id: 'c9', created_at: at(9) },
  { role: 'assistant', content: 'Good ``` night', created_at: at(10) },
]
const options: CarryOptions = {
  title: 'Gauge 雨',
  cwd: CWD,
  branch: 'main',
  model: 'demo-1',
  startedAt: AT,
  earlier: 4,
}

const readers: readonly Importer[] = [claudeCode, codex, geminiCli, opencode, pi]

let machine: SampleMachine
beforeEach(() => {
  machine = sampleMachine({})
})
afterEach(() => machine.remove())

function write(tool: ResumeTool, to?: string, messages: readonly Message[] = window): ExportedAs {
  return exportAs(carriedConversation(messages, options), {
    tool,
    machine: { ...machine, disk: createRealDisk() },
    to,
    cwd: machine.path('desk'),
    uuid: randomUUID,
    randomHex: (digits) => randomBytes(digits).toString('hex').slice(0, digits),
    version: '1.0.0',
  })
}

async function read(tool: ResumeTool, path: string): Promise<CollectedConversation> {
  const importer = readers.find((each) => each.tool === tool) as Importer
  const { conversations, skipped } = await collectImport(importer, machine, unitsOf(importer, machine, path))
  expect(skipped).toEqual([])
  expect(conversations.size).toBe(1)
  return [...conversations.values()][0] as CollectedConversation
}

/** One line for each thing that was said or done: tools differ in how many of them make a message. */
function flat({ messages }: CollectedConversation, { withErrors = true } = {}): string[] {
  return messages.flatMap(({ message, branch }) => {
    const { role, content, tool_calls: calls, tool_call_id: id, is_error, meta } = message
    expect(branch).toBe('active')
    if (role === 'tool') return [`result ${id}${is_error && withErrors ? ' (error)' : ''}: ${content}`]
    return [
      ...(content === '' ? [] : [`${meta?.is_summary === true ? 'summary' : role}: ${content}`]),
      ...(calls ?? []).map((made) => `call ${made.id} ${made.name} ${JSON.stringify(made.arguments)}`),
    ]
  })
}

const expected = [
  'summary: What was said before, in short',
  'user: Is the gauge calibrated? 雨 ☔\n\nIt says `12 mm`.',
  'assistant: I look at both.',
  'call c1 read {"path":"gauge.md"}',
  'call c_2 run {"command":"ls","n":2}',
  'result c1: line 1\nline 2',
  'result c_2 (error): no such file',
  'assistant: It is.',
  'user: ok',
  'user: ok',
  'assistant: Good ``` night',
]

describe.each(resumeTools)('as %s', (tool) => {
  it('is read back as the same conversation', async () => {
    const { path, id } = write(tool)
    const conversation = await read(tool, path)
    // A summary is nothing that Gemini CLI has: it goes along as a message. Codex does not keep whether a call failed.
    const lines = expected.map((line) => {
      if (tool === 'gemini-cli') return line.replace(/^summary/, 'user')
      return tool === 'codex' ? line.replace(' (error)', '') : line
    })
    expect(flat(conversation)).toEqual(lines)
    const { facts, messages } = conversation
    expect(facts).toMatchObject({ id, title: 'Gauge 雨', cwd: CWD })
    expect(messages.map((message) => message.at)).not.toContain(undefined)
    expect(messages.at(-1)?.at).toBe(AT + 10_000)
  })

  it('says what was left behind, and how to go on', () => {
    const { losses, command, path, id } = write(tool)
    expect(Object.fromEntries(losses)).toEqual({
      earlier: 4,
      thinking: 1,
      system: 1,
      images: 1,
      'open-calls': 1,
      'lone-results': 1,
    })
    expect(command).toMatch(/^cd '\/home\/ada\/it’s weather' && /)
    expect(command).toContain(tool === 'pi' || tool === 'opencode' ? path : id)
    expect(path.startsWith(machine.folder)).toBe(true)
    expect(fs.statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is a new file each time, also in another folder', async () => {
    const to = machine.path('else where')
    const [first, second] = [write(tool, to), write(tool, to)]
    expect(first.path).not.toBe(second.path)
    expect(first.path.startsWith(`${to}/`)).toBe(true)
    expect(second.command).toContain(`'${tool === 'opencode' ? second.path : to}`)
    expect(fs.existsSync(first.path)).toBe(true)
    expect(flat(await read(tool, second.path)).length).toBe(expected.length)
  })

  it('takes a conversation in which nothing was said', () => {
    expect(Object.fromEntries(write(tool, undefined, []).losses)).toEqual({ earlier: 4 })
  })
})

it('is offered for every tool that says it goes on with what is written back', () => {
  const resuming = readers.filter(({ capabilities }) => capabilities.resumes).map(({ tool }) => tool)
  expect(resumeTools).toEqual(resuming)
})

it('keeps times and models where they are known, and says where they are not', () => {
  const { entries, losses } = carriedConversation(
    [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Second', created_at: at(5), meta: { model: 'own' } },
      { role: 'user', content: 'Third' },
    ],
    { ...options, earlier: 0 },
  )
  expect(entries.map((entry) => [entry.at, entry.model])).toEqual([
    [AT, 'demo-1'],
    [AT + 5000, 'own'],
    [AT + 5000, 'demo-1'],
  ])
  expect(Object.fromEntries(losses)).toEqual({ undated: 2 })
})

it('leaves what Gemini CLI would take for a command of its own, and says so', async () => {
  const { path, losses } = write('gemini-cli', undefined, [
    { role: 'user', content: '/home is full', created_at: at(1) },
    { role: 'user', content: 'What now?', created_at: at(2) },
  ])
  expect(losses.get('commands')).toBe(1)
  expect(flat(await read('gemini-cli', path))).toEqual(['user: What now?'])
})

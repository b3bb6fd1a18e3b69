import { resolve } from 'node:path'
import type { Tool, ToolArguments } from '../../agent/tool.ts'
import { answerOf } from '../../agent/tools/answer-of.ts'
import { fenceContext } from '../../contexts/fence-context.ts'
import { ChatCliError } from '../../errors.ts'
import type { CommandContext } from '../command.ts'
import type { Chat } from './chat.ts'
import { ofConversation } from './context-slash.ts'
import { expandPath } from '../context/expand-path.ts'
import { toolArguments } from '../tool-arguments.ts'
import { runAsCommand } from './run-as-command.ts'

export interface ContextToolOptions {
  readonly context: CommandContext
  readonly chat: Chat
  readonly signal: AbortSignal
  /** Random letters and digits, new each time. */
  readonly newMark: () => string
}

/** What a verb takes: words by name, in order, and options. */
interface Verb {
  readonly words: readonly string[]
  readonly options: readonly string[]
  /** It changes something, so the person is asked. */
  readonly isWriting: boolean
}

const facts = ['mode', 'description', 'tags'] as const
const verbs: Readonly<Record<string, Verb>> = {
  list: { words: [], options: [], isWriting: false },
  show: { words: ['name'], options: [], isWriting: false },
  inspect: { words: ['name', 'path'], options: ['chunk'], isWriting: false },
  attached: { words: [], options: [], isWriting: false },
  metrics: { words: [], options: [], isWriting: false },
  create: { words: ['name', 'paths'], options: [...facts, 'force'], isWriting: true },
  update: { words: ['name', 'paths'], options: [...facts, 'new_name'], isWriting: true },
  attach: { words: ['name'], options: ['priority', 'chunks', 'retrieve', 'full'], isWriting: true },
  detach: { words: ['name'], options: [], isWriting: true },
  merge: { words: ['name', 'names'], options: [...facts, 'force'], isWriting: true },
  export: { words: ['name', 'path'], options: ['force'], isWriting: true },
  import: { words: ['path'], options: ['new_name', 'force'], isWriting: true },
  delete: { words: ['name'], options: ['force'], isWriting: true },
}
/** Whose answers hold what stands in files. */
const quoting: ReadonlySet<string> = new Set(['list', 'show', 'inspect', 'attached'])
const otherVerbs: Readonly<Record<string, string>> = {
  new: 'create',
  edit: 'update',
  add: 'attach',
  remove: 'detach',
  ls: 'list',
  info: 'show',
  view: 'show',
  del: 'delete',
  rm: 'delete',
  join: 'merge',
  stats: 'metrics',
}

/** `@context` for a model: the verbs of `/context`. Reading ones run at once, the others when the person allows it. */
export function contextTool({ context, chat, signal, newMark }: ContextToolOptions): Tool {
  return {
    name: 'context',
    about:
      'Named sets of files that go along with this conversation. cmd "list", "show" (name), "inspect" (name; path of a file, or chunk), "attached", "metrics"; "create" (name, paths, mode full|summary|chunked|smart|knowledge, description, tags), "update" (name), "attach" (name; retrieve, chunks, priority, full), "detach", "merge" (name, names), "export", "import", "delete". What is attached is told from the next message of the person on.',
    input: {
      type: 'object',
      properties: {
        cmd: { type: 'string', enum: Object.keys(verbs) },
        args: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            path: { type: 'string' },
            paths: { type: 'array', items: { type: 'string' } },
            names: { type: 'array', items: { type: 'string' } },
            mode: { type: 'string' },
            description: { type: 'string' },
            tags: { type: 'array', items: { type: 'string' } },
            chunk: { type: 'integer' },
            chunks: { type: 'array', items: { type: 'integer' } },
            retrieve: { type: 'integer', description: 'Passages given for each message.' },
            priority: { type: 'integer', description: '0 to 1000; smaller ones come first.' },
            full: { type: 'boolean' },
            force: { type: 'boolean' },
            new_name: { type: 'string' },
          },
        },
      },
      required: ['cmd'],
    },
    isReadOnly: (args) => verbOf(callOf(args))?.isWriting === false,
    needs(args) {
      const call = callOf(args)
      const verb = verbOf(call)
      if (verb?.isWriting !== true) return undefined
      const force = call.values['force'] === true ? ['--force'] : []
      const subject = [call.cmd, ...subjectOf(call.cmd, wordsOf(verb, call), context), ...force].join(' ')
      return { tool: 'context', subject, scope: subject }
    },
    run: (args) =>
      answerOf(async () => {
        const call = callOf(args)
        const { cmd } = call
        const verb = verbOf(call)
        if (verb === undefined) {
          throw new ChatCliError('usage', `There is no cmd "${cmd}"`, {
            hint: `Use one of: ${Object.keys(verbs).join(', ')}`,
          })
        }
        const argv = ['context', cmd, ...optionsOf(call, verb), '--', ...wordsOf(verb, call)]
        // Whether it may was asked before; a question in between would be asked of nobody.
        const quiet = {
          ...ofConversation(context, chat),
          signal,
          ask: undefined,
          isTerminal: false,
          columns: undefined,
        }
        const text = (await runAsCommand(argv, quiet)).join('\n')
        return quoting.has(cmd) ? fenceContext(text, newMark()) : text
      }),
  }
}

interface Call {
  readonly cmd: string
  readonly values: ToolArguments
}

/** Whatever form a model gives it: arguments in `args`, as text, or beside `cmd`. */
function callOf({ command, action, ...args }: ToolArguments): Call {
  const call = toolArguments([JSON.stringify({ cmd: command ?? action, ...args })])
  if ('problem' in call) return { cmd: '', values: {} }
  const word = call.command ?? ''
  return { cmd: Object.hasOwn(otherVerbs, word) ? (otherVerbs[word] ?? word) : word, values: call.values }
}

function verbOf({ cmd }: Call): Verb | undefined {
  return Object.hasOwn(verbs, cmd) ? verbs[cmd] : undefined
}

/** A file may be called `-`: nothing is read from the person's keyboard, and nothing written past the marks. */
function wordsOf({ words }: Verb, { values }: Call): readonly string[] {
  return words.flatMap((name) => {
    const value = values[name] ?? (name === 'paths' ? values['path'] : undefined)
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    return list.flatMap((each) =>
      typeof each === 'string' && each !== '' ? [each === '-' ? './-' : each] : [],
    )
  })
}

function optionsOf({ cmd, values }: Call, { options }: Verb): readonly string[] {
  const given = options.flatMap((name) => {
    const value = values[name]
    const flag = `--${name === 'new_name' ? (cmd === 'import' ? 'as' : 'name') : name}`
    if (value === undefined || value === null || value === false) return []
    if (value === true) return [flag]
    const text = Array.isArray(value) ? value.map(String).join(',') : wordOf(value)
    // Joined, so that no value is taken for an option.
    return text === undefined ? [] : [`${flag}=${text}`]
  })
  return cmd === 'delete' ? [...given, '--yes'] : given
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** What the person is shown: paths whole, so that nobody allows something else than they think. */
function subjectOf(
  cmd: string,
  [first = '', ...rest]: readonly string[],
  context: CommandContext,
): readonly string[] {
  const whole = (path: string): string => resolve(context.cwd, expandPath(path, context))
  if (cmd === 'import') return [whole(first)]
  if (cmd === 'create' || cmd === 'update' || cmd === 'export') return [first, ...rest.map(whole)]
  return [first, ...rest]
}

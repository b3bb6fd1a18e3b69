import type { ChatCli } from '../chatcli.ts'
import { closedNames, isClosedSession } from './closed-sessions.ts'
import { ChatCliError } from '../errors.ts'
import type { Page, PageOptions } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { sanitiseForTerminal, sanitiseLine } from '../text/sanitise.ts'
import type { JsonObject } from './command.ts'
import { listJson, pageJson, searchJson } from './json-of.ts'
import { renderPage } from './render-page.ts'
import { renderSearch } from './render-search.ts'
import { missedQuery } from './missed-query.ts'
import { nameHint } from './name-hint.ts'
import { noMatch } from './no-match.ts'
import { plainStyle } from './text-style.ts'
import { toolArguments } from './tool-arguments.ts'

/** What the tool answers. */
export interface ToolAnswer {
  /** For the model; safe to show. */
  readonly text: string
  readonly isError: boolean
  /** What went wrong; with code `no-match` it is a search that found nothing, which is no error. */
  readonly problem: ChatCliError | undefined
  /** The command that was understood. */
  readonly command: string | undefined
  /** The answer for programs, in the form of docs/json.md. */
  readonly result: JsonObject | undefined
}

export interface SessionToolOptions {
  readonly text: Catalogue
  /** Milliseconds since the epoch; the system's clock when not given. */
  readonly now?: () => number
  readonly timeZone?: string | undefined
  /** Tools whose imported conversations are not there for the model, in lower case. */
  readonly hiddenSources?: readonly string[]
  /** Id of the transcript of the live conversation: a search in it would find the question itself. */
  readonly current?: string | undefined
  /** Takes something out of the texts of messages, secrets say, before anything is cut. */
  readonly clean?: ((text: string) => string) | undefined
  /** The live conversation that `save`, `fork`, `attach` and `detach` are about; refused without one. */
  readonly conversation?: ToolConversation
}

/** What a model may do with the conversation it is in. Each gives the sentence that confirms it. */
export interface ToolConversation {
  save(name: string): string
  fork(name: string): string
  attach(name: string): string
  detach(): string
}

const commands: Readonly<Record<string, ToolCommand>> = {
  search: 'search',
  find: 'search',
  recall: 'search',
  get: 'get',
  read: 'get',
  show: 'get',
  open: 'get',
  list: 'list',
  sessions: 'list',
  save: 'save',
  fork: 'fork',
  branch: 'fork',
  attach: 'attach',
  bind: 'attach',
  detach: 'detach',
  unbind: 'detach',
}

export type ToolCommand = 'search' | 'get' | 'list' | 'save' | 'fork' | 'attach' | 'detach'

const valid = 'search, get, list, save, fork, attach, detach'
const readOnly: ReadonlySet<ToolCommand> = new Set(['search', 'get', 'list'])
/** What a model is given at most, whatever it asks for. */
const most = { messages: 200, snippets: 20, sessions: 20, listed: 200, characters: 8000 }
const listedByDefault = 50

interface Call {
  readonly chatcli: ChatCli
  readonly text: Catalogue
  readonly now: number
  readonly timeZone: string | undefined
  readonly hiddenSources: readonly string[]
  readonly current: string | undefined
  readonly clean: ((text: string) => string) | undefined
  readonly conversation: ToolConversation | undefined
  readonly values: Readonly<Record<string, unknown>>
  readonly bare: string
}

type Answer = Pick<ToolAnswer, 'text' | 'result'> & { readonly problem?: ChatCliError }

/** What a call does; undefined when it cannot be understood. */
export function sessionCommand(argv: readonly string[]): ToolCommand | undefined {
  const given = toolArguments(argv)
  if ('problem' in given || given.command === undefined || !Object.hasOwn(commands, given.command))
    return undefined
  return commands[given.command]
}

/** Whether a call only reads; what cannot be understood does not count as reading. */
export function isSessionRead(argv: readonly string[]): boolean {
  const command = sessionCommand(argv)
  return command !== undefined && readOnly.has(command)
}

/**
 * The tool through which a model recalls saved conversations, and keeps the one it is in. Private sessions and hidden
 * sources are not there for it. Never throws for what a model can get wrong.
 *
 * @param argv the envelope `{"cmd":"search","args":{"query":"…"}}`, or words; see `toolArguments`
 */
export function runSessionTool(
  chatcli: ChatCli,
  argv: readonly string[],
  { text, now = Date.now, timeZone, hiddenSources = [], current, clean, conversation }: SessionToolOptions,
): ToolAnswer {
  const given = toolArguments(argv)
  const fail = (problem: ChatCliError, command?: string): ToolAnswer => {
    const { hint = '' } = problem
    const lines = [
      text.fromStore(problem.message),
      ...(hint === '' ? [] : [text.hintLine(text.fromStore(hint))]),
    ]
    const message = sanitiseForTerminal(lines.join('\n'))
    return { text: message, isError: true, problem, command, result: undefined }
  }
  const misused = (message: string): ToolAnswer => fail(new ChatCliError('usage', message, { hint: '' }))
  if (argv.join('').trim() === '') return misused(text.tool.empty)
  if ('problem' in given) return misused(text.tool.notJson(given.problem))
  if (given.command === undefined) return misused(text.tool.missingCommand(valid))
  const command = Object.hasOwn(commands, given.command) ? commands[given.command] : undefined
  if (command === undefined) return misused(text.tool.unknownCommand(given.command, valid))
  try {
    const { values, bare } = given
    const answer = answers(command, {
      chatcli,
      text,
      now: now(),
      timeZone,
      hiddenSources,
      current,
      clean,
      conversation,
      values,
      bare,
    })
    return { isError: false, problem: undefined, command, ...answer }
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    const hint = nameHint(
      error,
      [nameIn(given.values, given.bare) ?? ''],
      () => openNames(chatcli, hiddenSources),
      text,
    )
    return fail(new ChatCliError(error.code, error.message, { hint, cause: error }), command)
  }
}

function answers(command: ToolCommand, call: Call): Answer {
  switch (command) {
    case 'search':
      return search(call)
    case 'get':
      return get(call)
    case 'list':
      return list(call)
    default:
      return change(command, call)
  }
}

function change(command: 'save' | 'fork' | 'attach' | 'detach', call: Call): Answer {
  const { conversation, text, values, bare, chatcli, hiddenSources } = call
  if (conversation === undefined) {
    throw new ChatCliError('refused', text.tool.needsConversation(command), {
      hint: text.tool.nextSteps[command],
    })
  }
  if (command === 'detach') return { text: conversation.detach(), result: {} }
  const name = nameIn(values, bare)
  if (name === undefined) throw new ChatCliError('usage', text.tool.required(command, 'name'), { hint: '' })
  // What is attached is what a model is given from then on.
  const taken = command === 'attach' ? nameOfTaken(chatcli, name) : undefined
  if (taken !== undefined) openPage(taken, { private: false, hiddenSources, limit: 1 }, { ...call, command })
  return { text: conversation[command](name), result: { name } }
}

/** The conversation that would be taken up, by its name in the list; undefined when a new one would be made. */
function nameOfTaken({ sessions }: ChatCli, name: string): string | undefined {
  return sessions.exists(name) ? name : sessions.unsaved().find((one) => one.calledLast === name)?.name
}

function search({ chatcli, text, now, timeZone, hiddenSources, current, clean, values, bare }: Call): Answer {
  const query = words(values['query']) ?? bare
  if (query.trim() === '')
    throw new ChatCliError('usage', text.tool.required('search', 'query'), { hint: '' })
  const result = chatcli.search(query, {
    now,
    ...(timeZone === undefined ? {} : { timeZone }),
    limit: within(count(values['limit']) || 3, most.snippets),
    sessions: within(count(values['sessions']) || 10, most.sessions),
    exclude: closedNames(chatcli, hiddenSources, current),
    ...(clean === undefined ? {} : { clean }),
    ...(values['strict'] === true || values['strict'] === 'true' ? { strict: true } : {}),
  })
  return {
    text: renderSearch(result, { text, style: plainStyle, timeZone }),
    result: searchJson(result),
    ...(result.sessions.length === 0 ? { problem: noMatch(result, text) } : {}),
  }
}

function get({ chatcli, text, now, timeZone, hiddenSources, clean, values, bare }: Call): Answer {
  const name = nameIn(values, bare)
  if (name === undefined) throw new ChatCliError('usage', text.tool.required('get', 'name'), { hint: '' })
  const message = positionOf(values['message'], text)
  const rest = values['name'] === undefined ? bare.trim().replace(/^\S+\s*/, '') : bare
  const query = words(values['query']) ?? rest
  const options: PageOptions = {
    private: false,
    hiddenSources,
    now,
    ...(clean === undefined ? {} : { clean }),
    ...(timeZone === undefined ? {} : { timeZone }),
    offset: Math.max(0, count(values['offset']) ?? 0),
    limit: within(count(values['limit']) || 20, most.messages),
    ...(query.trim() === '' ? {} : { query }),
    ...(message === undefined ? {} : { message, cut: most.characters }),
  }
  const page = openPage(name, options, { chatcli, text, command: 'get' })
  const single = message !== undefined
  const next = (offset: number): string => text.nextOffset(offset)
  return {
    text: [
      renderPage(page, { text, style: plainStyle, single, next }),
      ...missedQuery(page, options, text),
    ].join('\n\n'),
    result: pageJson(page),
  }
}

/**
 * A page for a model. Whether a session is private is known of what was opened: a name may be another one in the eyes of
 * the disk.
 *
 * @throws ChatCliError `refused` for a private or hidden one, and what `ChatCli.page` throws
 */
export function openPage(
  name: string,
  options: PageOptions,
  {
    chatcli,
    text,
    command,
  }: { readonly chatcli: ChatCli; readonly text: Catalogue; readonly command: ToolCommand },
): Page {
  try {
    return chatcli.page(name, options)
  } catch (error) {
    if (!(error instanceof ChatCliError) || error.code !== 'refused') throw error
    const message = error.message.endsWith('is hidden')
      ? text.tool.hiddenSource(command, name)
      : text.tool.privateSession(command, name)
    throw new ChatCliError('refused', message, { hint: '', cause: error })
  }
}

function list({ chatcli, text, hiddenSources, values }: Call): Answer {
  const limit = within(count(values['limit']) || listedByDefault, most.listed)
  const all = chatcli.sessions.list()
  const open = all.sessions.filter((session) => !isClosedSession(session, hiddenSources))
  const shown = open.slice(0, limit)
  const rows = shown.map(({ name, title }) => {
    return `  • ${sanitiseLine(name)}${title === '' ? '' : ` — ${sanitiseLine(title)}`}`
  })
  const more = open.length - shown.length
  return {
    text:
      open.length === 0
        ? text.sessionListEmpty
        : [text.sessionListHeading, '', ...rows, ...(more > 0 ? ['', text.andMore(more)] : [])].join('\n'),
    result: listJson({ sessions: shown, total: open.length, unreadable: all.unreadable }),
  }
}

function openNames(chatcli: ChatCli, hiddenSources: readonly string[]): string[] {
  const { sessions } = chatcli.sessions.list()
  return sessions.filter((session) => !isClosedSession(session, hiddenSources)).map((session) => session.name)
}

function nameIn(values: Readonly<Record<string, unknown>>, bare: string): string | undefined {
  const name = words(values['name'], ' ') ?? /^\S+/.exec(bare.trim())?.[0]
  return name === undefined || name.trim() === '' ? undefined : name.trim()
}

/** Text, or a list of texts (a flag that was repeated). */
function words(value: unknown, between = ' '): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string').join(between)
  return undefined
}

/** A number, a text that is one, or the last of a list; fractions are cut off. Undefined for anything else. */
function count(value: unknown): number | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  const text = typeof last === 'string' ? last.trim() : ''
  const number = typeof last === 'number' ? last : text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? Math.trunc(number) : undefined
}

/** Reading message 0 for something that is no position would be an answer to another question. */
function positionOf(value: unknown, text: Catalogue): number | undefined {
  if (value === undefined || value === '') return undefined
  const position = count(value)
  if (position !== undefined && position >= 0) return position
  throw new ChatCliError('usage', text.tool.badMessage(JSON.stringify(value)), { hint: '' })
}

function within(value: number, high: number): number {
  return Math.min(high, Math.max(1, value))
}

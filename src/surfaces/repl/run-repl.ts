import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AskPerson } from '../../agent/permissions.ts'
import type { PutDown } from '../../agent/put-down.ts'
import { allowedTools } from '../../commands/chat/allowed-tools.ts'
import { attachedLine } from '../../commands/chat/attached-line.ts'
import type { Chat, Said } from '../../commands/chat/chat.ts'
import type { ChatRequest } from '../../commands/chat/chat-request.ts'
import { chatWords } from '../../commands/chat/chat-words.ts'
import { firstRun } from '../../commands/chat/first-run.ts'
import { importOffer } from '../../commands/import/import-offer.ts'
import { newestLine } from '../../commands/chat/newest-line.ts'
import { noticeLine } from '../../commands/chat/notice-line.ts'
import { openChat } from '../../commands/chat/open-chat.ts'
import { retainInBackground } from '../../commands/chat/retain-in-background.ts'
import { runSlash } from '../../commands/chat/run-slash.ts'
import { splitWords } from '../../commands/chat/split-words.ts'
import { takeUp } from '../../commands/chat/take-up.ts'
import { type AnswerStream, TurnPrinter } from '../../commands/chat/turn-printer.ts'
import { wrapWords } from '../../commands/chat/wrap-words.ts'
import type { Pick } from '../../commands/picker/pick-result.ts'
import { nameHint } from '../../commands/name-hint.ts'
import { plainStyle, type TextStyle } from '../../commands/text-style.ts'
import { version } from '../../commands/version.ts'
import { touchFile } from '../../disk/file-system-facts.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { LineSource } from './line-source.ts'
import { permissionAsker } from './permission-asker.ts'

export interface ReplEdge {
  readonly lines: LineSource
  readonly out: (text: string) => void
  /** What is not an answer, in whole lines. */
  readonly note: (line: string) => void
  /** Width of the terminal at this moment. */
  readonly columns?: () => number | undefined
  readonly fetch: typeof globalThis.fetch
  /** Lays out answers, in a terminal. */
  readonly layOut?: (() => Promise<(() => AnswerStream) | undefined>) | undefined
  /** Lets the person choose a session. */
  readonly pick?: Pick
}

/**
 * The chat, line by line, until the person leaves or the input ends.
 *
 * @throws ChatCliError for settings and names that are wrong at the start; later ones are shown, and the chat goes on
 */
export async function runRepl(request: ChatRequest, edge: ReplEdge): Promise<void> {
  const { context, settings, options } = request
  // Nothing but text goes to a terminal that knows nothing else.
  const style = context.environment['TERM'] === 'dumb' ? plainStyle : context.style
  const { lines } = edge
  const fit = (line: string): string => wrapWords(line, edge.columns?.() ?? Infinity)
  const note = (text: string): void => {
    for (const line of text.split('\n')) edge.note(fit(line))
  }
  // What does not fit stands above what is typed.
  const question = (words: string): Promise<string> => {
    const above = fit(words).split('\n')
    const last = above.pop() ?? ''
    for (const line of above) edge.note(line)
    return lines.ask(last)
  }
  const allow = allowedTools(options, context.text)
  const ask: AskPerson = permissionAsker(question, note, context.text)
  const chat = openChat(context, { settings, fetch: edge.fetch, allow, ask })
  const repl: Repl = { chat, style, request, edge: { ...edge, note }, fit, question }
  const name = takeUp(chat, options, context)
  await greet(repl, name)
  const leaving = new AbortController()
  try {
    let isTidyingDue = true
    let isOfferDue = name === undefined
    if (isOfferDue && lines.tell === undefined) {
      for (const line of offers(context)) note(line)
      isOfferDue = false
    }
    for (;;) {
      if (context.isTerminal) edge.out('\n')
      const reading = lines.read(style.strong(promptOf(chat, context.text)))
      if (isOfferDue) {
        // To look at every session takes longer than to show a prompt.
        await nextTurn()
        isOfferDue = false
        const offered = offers(context)
        if (offered.length > 0) lines.tell?.(`${offered.map(fit).join('\n')}\n`)
      }
      if (isTidyingDue) {
        isTidyingDue = false
        tidy(repl, leaving.signal)
        takeIn(repl, leaving.signal)
      }
      const line = await reading
      if (line === undefined) break
      if (line.trim() === '') continue
      const goesOn = line.trimStart().startsWith('/') ? await slash(repl, line) : await say(repl, line)
      if (!goesOn) break
    }
  } finally {
    leaving.abort()
    for (const farewell of farewells(chat.leave(), context.text)) note(sanitiseLine(farewell))
  }
}

/** What is old goes while the person types. */
function tidy(repl: Repl, signal: AbortSignal): void {
  const { context, settings } = repl.request
  const { chatcli, text } = context
  const options = { chatcli, settings, text: chatWords(text), signal, touch: touchFile }
  void retainInBackground(options).then((told) => tellAbove(repl, told, signal))
}

/** What other tools have written since comes while the person types, if that is wanted. */
function takeIn(repl: Repl, signal: AbortSignal): void {
  const { context, settings } = repl.request
  if (!settings.importOnStart) return
  void import('../../commands/import/import-on-start.ts')
    .then(({ importOnStart }) => importOnStart(context, { settings, signal }))
    .then((told) => tellAbove(repl, told, signal))
}

/** Tells something above what is typed, where it can be. */
function tellAbove({ edge, fit }: Repl, told: readonly string[], signal: AbortSignal): void {
  if (signal.aborted || told.length === 0) return
  const lines = told.map((line) => fit(sanitiseLine(line)))
  if (edge.lines.tell === undefined) for (const line of lines) edge.note(line)
  else edge.lines.tell(`${lines.join('\n')}\n`)
}

interface Repl {
  readonly chat: Chat
  readonly style: TextStyle
  readonly request: ChatRequest
  readonly edge: ReplEdge
  /** A line as it fits the terminal. */
  readonly fit: (line: string) => string
  readonly question: (words: string) => Promise<string>
}

function promptOf({ conversation, model }: Chat, { chat }: Catalogue): string {
  const { name, origin, live } = conversation
  const session = name ?? (origin === undefined ? undefined : `${origin}*`)
  const parts = [
    ...(session === undefined ? [] : [sanitiseLine(session)]),
    ...(live.status === 'not-saved' ? [chat.promptNotSaved] : []),
  ]
  const shown = parts.length === 0 ? '' : `[${parts.join(' · ')}] `
  return `${shown}${sanitiseLine(model?.id ?? 'memory')}> `
}

async function greet({ chat, request, edge }: Repl, name: string | undefined): Promise<void> {
  const { text } = request.context
  const { note } = edge
  note(text.chat.welcome(version))
  const model = await openModel(chat, note, text)
  const first = firstRun(request.context, {
    home: request.settings.home,
    hasModel: model !== 'none',
    randomName: randomUUID,
  })
  if (first !== undefined) {
    const found = await importOffer(request.context)
    for (const line of ['', ...first.split('\n'), ...found]) note(line)
  } else if (model === 'none') note(text.chat.noModel)
  if (!request.settings.transcript) note(text.chat.transcriptsOff)
  const count = chat.conversation.messages.length
  if (name !== undefined)
    note(sanitiseLine(count === 0 ? text.chat.attachedNew(name) : text.chat.loaded(name, count)))
  for (const line of attachedLine(chat.conversation, text)) note(sanitiseLine(line))
}

/** What to go on with. */
function offers(context: ChatRequest['context']): readonly string[] {
  return [...newestLine(context), ...interrupted(context)]
}

/** What to say of conversations that nobody put down. */
function interrupted({ chatcli, text }: ChatRequest['context']): readonly string[] {
  const [newest, ...others] = chatcli.sessions
    .unsaved()
    .filter(({ isHeld, messages }) => !isHeld && messages > 0)
  if (newest === undefined) return []
  return [
    sanitiseLine(text.chat.recoverable(newest.name, newest.messages, newest.title)),
    ...(others.length > 0 ? [text.chat.moreRecoverable(others.length)] : []),
  ]
}

/** Opens the model of the settings, and tells which one it is or what is wrong with it. */
async function openModel(
  chat: Chat,
  note: (line: string) => void,
  text: Catalogue,
): Promise<'open' | 'none' | 'failed'> {
  try {
    const model = await chat.useModel()
    if (model === undefined) return 'none'
    note(sanitiseLine(text.chat.modelIs(model.provider, model.id)))
    return 'open'
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    note(sanitiseLine(text.chat.modelTrouble(error.message)))
    if (error.hint) note(sanitiseLine(text.hintLine(error.hint)))
    return 'failed'
  }
}

/** @returns false when the person wants to leave */
async function slash({ chat, style, request, edge, fit, question }: Repl, line: string): Promise<boolean> {
  const { note, out } = edge
  const { text, chatcli } = request.context
  const stop = new AbortController()
  const release = edge.lines.onInterrupt(() => stop.abort())
  try {
    const result = await runSlash(line, {
      ...request.context,
      signal: stop.signal,
      text: chatWords(text),
      style,
      columns: edge.columns?.() ?? request.context.columns,
      chat,
      ask: question,
      readInput: () => question(text.chat.inputPrompt),
      pick: edge.pick,
      show: (line) => out(`${line}\n`),
    })
    const shown = result.lines.flatMap((each) => each.split('\n'))
    for (const each of shown) out(`${result.isVerbatim === true ? each : fit(each)}\n`)
    // What happened on the way, a disk that refuses above all, is told at once.
    for (const notice of chat.conversation.takeNotices()) note(noticeLine(notice, text))
    return result.exit !== true
  } catch (error) {
    const names = (): string[] => chatcli.sessions.list().sessions.map((session) => session.name)
    const words = chatWords(text)
    showError(error, note, words, (failure) => nameHint(failure, splitWords(line), names, words))
    return true
  } finally {
    release()
  }
}

/** @returns true: the chat goes on */
async function say({ chat, style, request, edge }: Repl, words: string): Promise<boolean> {
  const { lines, out, note } = edge
  const { text } = request.context
  // What lays it out is loaded with the first answer, not before the first prompt.
  const layOut = await edge.layOut?.()
  const printer = new TurnPrinter({ text, style, out, note, layOut, columns: edge.columns?.() })
  const stop = new AbortController()
  const release = lines.onInterrupt(() => stop.abort())
  try {
    const said = await chat.say(words, { signal: stop.signal, onEvent: printer.print })
    printer.endLine()
    for (const line of endLines(said, request)) note(sanitiseLine(line))
  } catch (error) {
    printer.endLine()
    showError(error, note, chatWords(text))
  } finally {
    release()
  }
  return true
}

/** What is to be told of a turn that is over. */
function endLines({ end, error, text: answer, after }: Said, { context, settings }: ChatRequest): string[] {
  const { text } = context
  const { notices } = text.chat
  const lines: string[] = []
  if (end === 'interrupted') lines.push(notices.stopped)
  if (end === 'failed' && error !== undefined) {
    lines.push(text.errorLine(text.fromStore(error.message)))
    if (error.hint) lines.push(text.hintLine(text.fromStore(error.hint)))
    if (answer !== '') lines.push(notices.partial)
  }
  if (end === 'length') lines.push(notices.cutAtLength)
  if (end === 'steps') lines.push(notices.tooManySteps(settings.maxSteps))
  return [...lines, ...after]
}

function showError(
  error: unknown,
  note: (line: string) => void,
  text: Catalogue,
  hintOf: (error: ChatCliError) => string = ({ hint, code }) => hint ?? text.hints[code],
): void {
  if (!(error instanceof ChatCliError)) throw error
  note(sanitiseLine(text.errorLine(text.fromStore(error.message))))
  const hint = text.fromStore(hintOf(error))
  if (hint !== '') note(sanitiseLine(text.hintLine(hint)))
}

function farewells(left: PutDown, { chat }: Catalogue): readonly string[] {
  if (left.kind === 'saved') return [chat.leaving.saved(left.name)]
  if (left.kind === 'autosaved') return [chat.leaving.autosaved(left.name)]
  return []
}

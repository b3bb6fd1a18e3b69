import type { ChatRequest } from '../../commands/chat/chat-request.ts'
import { allowedTools } from '../../commands/chat/allowed-tools.ts'
import type { Chat, Said } from '../../commands/chat/chat.ts'
import { openChat } from '../../commands/chat/open-chat.ts'
import { takeUp } from '../../commands/chat/take-up.ts'
import { type AnswerStream, TurnPrinter } from '../../commands/chat/turn-printer.ts'
import type { JsonObject } from '../../commands/command.ts'
import type { PutDown } from '../../agent/put-down.ts'
import { isOn, textOption } from '../../commands/input-values.ts'
import { ChatCliError } from '../../errors.ts'
import { escapeJsonControls, sanitiseLine } from '../../text/sanitise.ts'

export interface OneShotEdge {
  readonly out: (text: string) => void
  readonly note: (line: string) => void
  readonly fetch: typeof globalThis.fetch
  /** Lays out the answer, in a terminal. */
  readonly layOut?: (() => AnswerStream) | undefined
  /** Given when the person or the system wants it to end. */
  readonly signal: AbortSignal
  /** Standard input, when something is piped in. */
  readonly input: string | undefined
}

/** The first number in every document, see docs/json.md. */
const schemaVersion = 1

/**
 * Says one thing and prints the answer. Nothing of it is kept, unless a session was asked for.
 *
 * @throws ChatCliError what keeps it from an answer, after what came of it was printed
 */
export async function runOneShot(request: ChatRequest, edge: OneShotEdge): Promise<void> {
  const { options, format, context } = request
  const { text, style } = context
  const input = { words: [], options }
  const words = wordsOf(textOption(input, 'prompt'), edge.input)
  if (words === '') {
    throw new ChatCliError('usage', text.chat.nothingSaid, { hint: text.chat.nothingSaidHint })
  }
  const { chat, isKept } = await openOneShot(request, edge)
  const name = takeUp(chat, options, context)
  const isRaw = isOn(input, 'raw')
  const isJson = format === 'json'
  const note = isRaw || isJson ? () => undefined : edge.note
  const printer = new TurnPrinter({
    text,
    style,
    raw: isRaw,
    note,
    out: isJson ? () => undefined : edge.out,
    layOut: isRaw || isJson ? undefined : edge.layOut,
  })
  let left
  let said
  try {
    const model = await chat.useModel()
    if (model === undefined) note(text.chat.noModel)
    said = await chat.say(words, { signal: edge.signal, onEvent: printer.print })
  } finally {
    printer.endLine()
    left = putDown(chat)
  }
  // The answer is printed, whatever became of it on the disk.
  const error = said.error ?? (left instanceof ChatCliError ? left : undefined)
  const kept = 'kind' in left && 'name' in left ? left.name : undefined
  if (isJson) edge.out(documentOf({ ...said, error }, chat, isKept ? (kept ?? name) : undefined))
  else for (const line of said.after) note(sanitiseLine(line))
  if (said.end === 'length') note(text.chat.notices.cutAtLength)
  if (said.end === 'steps') note(text.chat.notices.tooManySteps(request.settings.maxSteps))
  if (isKept && 'kind' in left && left.kind === 'autosaved')
    note(sanitiseLine(text.chat.leaving.autosaved(left.name)))
  if (error !== undefined) throw error
  if (said.isFromMemory && said.isEmpty) throw new ChatCliError('no-match', text.chat.nothingInMemory)
}

/** Without a session to keep it in, the conversation is in memory only. */
async function openOneShot(
  { options, settings, context, open }: ChatRequest,
  { fetch }: OneShotEdge,
): Promise<{ readonly chat: Chat; readonly isKept: boolean }> {
  const allow = allowedTools(options, context.text)
  const isKept = ['session', 'resume', 'continue', 'save'].some((option) => options[option] !== undefined)
  if (isKept) {
    const keeping = { ...settings, autosave: true, writeThrough: true }
    return { chat: openChat(context, { settings: keeping, fetch, allow }), isKept }
  }
  const fleeting = { ...settings, transcript: false, autosave: false }
  const chatcli = await open(fleeting)
  return { chat: openChat({ ...context, chatcli }, { settings: fleeting, fetch, allow }), isKept }
}

/** Also while something else goes wrong, which is the thing to tell then. */
function putDown(chat: Chat): PutDown | ChatCliError {
  try {
    return chat.leave()
  } catch (error) {
    if (error instanceof ChatCliError) return error
    throw error
  }
}

function wordsOf(prompt: string | undefined, piped: string | undefined): string {
  return [prompt, piped].filter((part) => part !== undefined && part.trim() !== '').join('\n')
}

function documentOf(
  { text, end, usage, error, isFromMemory, supplements }: Said,
  { model }: Chat,
  session: string | undefined,
): string {
  const { answers, unknown, inputTokens, outputTokens, cost, unpriced } = usage
  const json: JsonObject = {
    schemaVersion,
    text,
    end,
    provider: model?.provider ?? null,
    model: model?.id ?? null,
    fromMemory: isFromMemory,
    session: session ?? null,
    supplements: supplements.map(({ line, whole }) => ({ line, text: whole })),
    usage: { answers, unknown, inputTokens, outputTokens, cost, unpriced },
    error:
      error === undefined ? null : { code: error.code, message: error.message, hint: error.hint ?? null },
  }
  return `${escapeJsonControls(JSON.stringify(json, null, 2))}\n`
}

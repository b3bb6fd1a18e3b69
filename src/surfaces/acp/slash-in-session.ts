import type { StopReason } from '@agentclientprotocol/sdk/unstable'
import { type Mode, modes } from '../../agent/modes.ts'
import { chatWords } from '../../commands/chat/chat-words.ts'
import { runSlash, slashNames } from '../../commands/chat/run-slash.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import { plainStyle } from '../../commands/text-style.ts'
import { ChatCliError } from '../../errors.ts'
import type { AcpSession } from './acp-session.ts'
import { leaving } from './available-commands.ts'
import { slashAnswer } from './slash-answer.ts'
import { troubleWords } from './trouble-words.ts'

/** A mode to go to, with what is to be said there; or a command of the chat. */
export type SlashCommand =
  | { readonly kind: 'mode'; readonly mode: Mode; readonly rest: string }
  | { readonly kind: 'command' }

/** The command that words are; undefined for what is said, such as a path that begins with a slash. */
export function commandIn(words: string): SlashCommand | undefined {
  const [, name = '', rest = ''] = /^\/(\S+)\s*([^]*)$/.exec(words.trim()) ?? []
  const word = name.toLowerCase()
  const mode = word === 'run' ? 'agent' : modes.find((known) => known === word)
  if (mode !== undefined) return { kind: 'mode', mode, rest }
  return slashNames.includes(word) ? { kind: 'command' } : undefined
}

/** Runs a command of the chat on the conversation of its session, and tells what it says. */
export async function runCommand(
  session: AcpSession,
  served: ServedConversation,
  line: string,
  signal: AbortSignal,
): Promise<StopReason> {
  const { chat, cwd } = served
  const { context } = session.world
  const { text } = context
  const words = chatWords(text)
  const [first = ''] = line.trim().slice(1).toLowerCase().split(/\s/, 1)
  if (leaving.includes(first)) {
    session.say(text.acp.leaving)
    return 'end_turn'
  }
  const before = { mode: chat.mode, model: chat.model?.id }
  let reason: StopReason = 'end_turn'
  try {
    const result = await served.alone(() =>
      runSlash(line, {
        ...context,
        text: words,
        style: plainStyle,
        columns: undefined,
        isTerminal: false,
        cwd,
        chat,
        signal,
        ask: session.askYesNo,
        readInput: () => Promise.resolve(''),
      }),
    )
    session.say(slashAnswer(result))
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    if (signal.aborted) reason = 'cancelled'
    const hint = error.hint ?? words.hints[error.code]
    session.say(troubleWords(words.errorLine(words.fromStore(error.message)), hint, words))
  }
  session.tellNotices(chat)
  const { mode } = chat
  if (mode !== before.mode) {
    await served.setMode(mode)
    session.tellMode(served, mode)
  }
  session.noteModel(served, before.model)
  session.tellOthers(served)
  return reason
}

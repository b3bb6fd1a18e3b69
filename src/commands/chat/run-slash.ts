import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext } from '../command.ts'
import { parseCommandLine } from '../parse-command-line.ts'
import { similarWords } from '../similar-words.ts'
import type { Chat } from './chat.ts'
import { runSessionSlash } from './run-session-slash.ts'
import { splitWords } from './split-words.ts'
import { usageLines } from './usage-lines.ts'

export interface SlashContext extends CommandContext {
  readonly chat: Chat
}

export interface SlashResult {
  /** What to show, safe in a terminal. */
  readonly lines: readonly string[]
  /** The person wants to leave. */
  readonly exit?: boolean
}

type Run = (context: SlashContext, words: readonly string[]) => Promise<SlashResult> | SlashResult

const modes = ['chat', 'agent', 'coder'] as const

const slashCommands: Readonly<Record<string, Run>> = {
  help: ({ text }) => ({ lines: [text.chat.help] }),
  exit: () => ({ lines: [], exit: true }),
  quit: () => ({ lines: [], exit: true }),
  newsession: (context) => runSessionSlash(context, ['new']),
  session: runSessionSlash,
  mode({ chat, text }, [wanted]) {
    const mode = modes.find((known) => known === wanted?.toLowerCase())
    if (wanted !== undefined && mode === undefined) {
      throw new ChatCliError('usage', text.chat.badMode(wanted), {
        hint: text.usageErrors.choiceHint(modes),
      })
    }
    if (mode !== undefined) chat.mode = mode
    return { lines: [text.chat.modeIs(chat.mode)] }
  },
  async model(context, [model]) {
    if (model !== undefined) await context.chat.useModel({ model })
    return { lines: modelLines(context) }
  },
  async provider(context, [provider]) {
    if (provider !== undefined) await context.chat.useModel({ provider })
    return { lines: modelLines(context) }
  },
  cost: ({ chat, text }) => ({ lines: usageLines(chat.usage(), text) }),
}

/** Runs a line that begins with a slash. @throws ChatCliError for what a person can get wrong */
export async function runSlash(line: string, context: SlashContext): Promise<SlashResult> {
  const { text } = context
  const [, name = '', rest = ''] = /^\/(\S*)\s*([^]*)$/.exec(line.trim()) ?? []
  const word = name.toLowerCase()
  const words = splitWords(rest)
  const run = Object.hasOwn(slashCommands, word) ? slashCommands[word] : undefined
  if (run !== undefined) return run(context, words)
  if (['config', 'search', 'index'].includes(word)) return runAsCommand([word, ...words], context)
  const known = [...Object.keys(slashCommands), 'config', 'search', 'index']
  const similar = similarWords(word, known).map((near) => `/${near}`)
  throw new ChatCliError('usage', text.chat.unknownSlash(sanitiseLine(name)), {
    hint: similar.length > 0 ? text.didYouMean(similar) : text.chat.helpHint,
  })
}

/** Runs what the command line has too, in its words. */
async function runAsCommand(argv: readonly string[], context: SlashContext): Promise<SlashResult> {
  const invocation = parseCommandLine(argv, context.text)
  if (invocation.kind !== 'command') return { lines: [context.text.chat.help] }
  const { spec, input } = invocation
  const result =
    spec.isBase === true
      ? await (
          await spec.load()
        )(context, input)
      : await (
          await spec.load()
        )(context, input)
  return { lines: [result.text, ...(result.notes ?? [])] }
}

function modelLines({ chat, text }: SlashContext): readonly string[] {
  const { model } = chat
  return [model === undefined ? text.chat.noModel : sanitiseLine(text.chat.modelIs(model.provider, model.id))]
}

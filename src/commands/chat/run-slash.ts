import { modes } from '../../agent/modes.ts'
import { ChatCliError } from '../../errors.ts'
import { readConfig } from '../../settings.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { configPlace } from '../config-place.ts'
import { settingTable } from '../setting-table.ts'
import { viewSetting } from '../setting-view.ts'
import { similarWords } from '../similar-words.ts'
import { conversationStatus } from './conversation-status.ts'
import { runAsCommand } from './run-as-command.ts'
import { runSessionSlash } from './run-session-slash.ts'
import type { SlashContext, SlashResult } from './slash-context.ts'
import { splitWords } from './split-words.ts'
import { toolOutput } from './tool-output.ts'
import { usageLines } from './usage-lines.ts'

type Run = (
  context: SlashContext,
  words: readonly string[],
  rest: string,
) => Promise<SlashResult> | SlashResult

const slashCommands: Readonly<Record<string, Run>> = {
  help: ({ text }) => ({ lines: [text.chat.help] }),
  exit: () => ({ lines: [], exit: true }),
  quit: () => ({ lines: [], exit: true }),
  newsession: (context) => runSessionSlash(context, ['new']),
  async rewind(context, words) {
    const { rewindSlash } = await import('./rewind-slash.ts')
    return rewindSlash(context, words)
  },
  async compact(context, _, rest) {
    const { compactSlash } = await import('./compact-slash.ts')
    return compactSlash(context, rest)
  },
  async context(context, words) {
    const { contextSlash } = await import('./context-slash.ts')
    return contextSlash(context, words)
  },
  async export(context, words) {
    const { exportSlash } = await import('./export-slash.ts')
    return exportSlash(context, words)
  },
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
  output: (context, [wanted]) => ({ lines: toolOutput(context, wanted), isVerbatim: true }),
}

/** What a shell runs in the same words. */
const asTyped = ['storage', 'trash', 'doctor'] as const

/** The words that a line may begin with behind its slash. */
export const slashNames: readonly string[] = [
  ...Object.keys(slashCommands),
  'config',
  'search',
  'index',
  ...asTyped,
]

/** Runs a line that begins with a slash. @throws ChatCliError for what a person can get wrong */
export async function runSlash(line: string, context: SlashContext): Promise<SlashResult> {
  const { text } = context
  const [, name = '', rest = ''] = /^\/(\S*)\s*([^]*)$/.exec(line.trim()) ?? []
  const word = name.toLowerCase()
  const words = splitWords(rest)
  const run = Object.hasOwn(slashCommands, word) ? slashCommands[word] : undefined
  if (run !== undefined) return run(context, words, rest)
  if (word === 'config') return { lines: await configLines(words, context) }
  // Alone, it shows what is there.
  if (word === 'trash' && words.length === 0) return { lines: await runAsCommand(['trash', 'list'], context) }
  if (['search', 'index', ...asTyped].includes(word))
    return { lines: await runAsCommand([word, ...words], context) }
  const similar = similarWords(word, slashNames).map((near) => `/${near}`)
  throw new ChatCliError('usage', text.chat.unknownSlash(sanitiseLine(name)), {
    hint: similar.length > 0 ? text.didYouMean(similar) : text.chat.helpHint,
  })
}

const aboutSessions = [
  'transcript',
  'autosave',
  'writeThrough',
  'autoRecall',
  'hiddenSources',
  'mode',
  'home',
] as const

/** The file may have changed since the start; and what is written into it does not change this chat. */
async function configLines(words: readonly string[], context: SlashContext): Promise<readonly string[]> {
  const file = await readConfig(context.disk, configPlace(context))
  if (words[0]?.toLowerCase() === 'session') {
    const views = aboutSessions.map((name) => viewSetting(name, { ...context, config: () => file }))
    return [...conversationStatus(context), '', ...settingTable(views, context.text)].map(sanitiseLine)
  }
  const lines = await runAsCommand(['config', ...words], { ...context, config: () => file })
  const isChange = ['set', 'unset'].includes(words[0] ?? '')
  return isChange ? [...lines, context.text.chat.configLater] : lines
}

function modelLines({ chat, text }: SlashContext): readonly string[] {
  const { model } = chat
  return [model === undefined ? text.chat.noModel : sanitiseLine(text.chat.modelIs(model.provider, model.id))]
}

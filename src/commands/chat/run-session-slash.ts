import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { similarWords } from '../similar-words.ts'
import { activeName } from './active-name.ts'
import { attachedLine } from './attached-line.ts'
import { conversationStatus } from './conversation-status.ts'
import { putDownLines } from './put-down-lines.ts'
import { runAsCommand } from './run-as-command.ts'
import type { SlashContext, SlashResult } from './slash-context.ts'

type Verb = (
  context: SlashContext,
  words: readonly string[],
) => readonly string[] | Promise<readonly string[]>

const verbs: Readonly<Record<string, Verb>> = {
  save({ chat, text }, words) {
    const [name] = namesIn(words, ['--force'], text)
    const isKnown = (chat.conversation.name ?? chat.conversation.origin) !== undefined
    if (name === undefined && !isKnown) throw nameMissing('save', text)
    const saved = chat.conversation.save(name, { force: words.includes('--force') })
    return [text.chat.saved(saved)]
  },
  load(context, [name]) {
    const { chat, text } = context
    if (name === undefined) throw nameMissing('load', text)
    const before = chat.conversation.load(name)
    return [...putDownLines(before, text), ...loadedLines(context, name)]
  },
  attach(context, [name]) {
    const { chat, text, chatcli } = context
    if (name === undefined) throw nameMissing('attach', text)
    if (chat.conversation.name === name) return [text.chat.alreadyAttached(name)]
    const isThere = chatcli.sessions.exists(name)
    const before = chat.conversation.attach(name)
    if (isThere) return [...putDownLines(before, text), ...loadedLines(context, name)]
    if (chat.conversation.name === undefined) return [text.chat.continuing(name)]
    const isEmpty = chat.conversation.messages.length === 0
    return [isEmpty ? text.chat.attachedNew(name) : text.chat.attached(name)]
  },
  detach({ chat, text }) {
    const name = chat.conversation.detach()
    return [name === undefined ? text.chat.notAttached : text.chat.detached(name)]
  },
  status: conversationStatus,
  new({ chat, text }) {
    return [...putDownLines(chat.conversation.startNew(), text), text.chat.newConversation]
  },
  fork({ chat, text }, [name]) {
    if (name === undefined) throw nameMissing('fork', text)
    const { from, messages } = chat.conversation.fork(name)
    return text.sessionForked(from ?? '—', name, messages).split('\n')
  },
  rename({ chat, text }, [first, second]) {
    const { name } = chat.conversation
    const [from, to] = second === undefined ? [name, first] : [first, second]
    if (from === undefined || to === undefined) throw nameMissing('rename', text)
    chat.conversation.rename(from, to)
    return [text.sessionRenamed(from, to)]
  },
  async delete(context, words) {
    const { chat, text, ask, chatcli } = context
    const [name] = namesIn(words, ['--purge', '--dry-run', '--yes'], text)
    if (name === undefined) throw nameMissing('delete', text)
    if (words.includes('--purge') || words.includes('--dry-run')) return deleteAsCommand(context, name, words)
    const isAsked = chatcli.sessions.exists(name) && !words.includes('--yes')
    const answer = isAsked ? await ask?.(text.chat.confirmDelete(sanitiseLine(name))) : undefined
    if (answer !== undefined && !text.isYes(answer)) return [text.chat.notDeleted]
    const isActive = chat.conversation.isAtHand(name)
    chat.conversation.delete(name)
    return [text.sessionDeleted(name), ...(isActive ? [text.chat.activeDeleted] : [])]
  },
  recover({ chat, text }, [name]) {
    if (name === undefined) throw nameMissing('recover', text)
    const before = chat.conversation.recover(name)
    const recovered = text.chat.recovered(chat.conversation.messages.length)
    return [...putDownLines(before, text), recovered, ...attachedLine(chat.conversation, text)]
  },
  private({ chat, text }, [value = 'on']) {
    const isOn = !['off', 'no', 'false', '0'].includes(value.toLowerCase())
    chat.conversation.setPrivate(isOn)
    return [isOn ? text.chat.privateOn : text.chat.privateOff]
  },
}

/** Verbs of the command line that work here as they do there. */
const asCommands: ReadonlySet<string> = new Set(['list', 'search', 'get', 'show', 'restore', 'forget'])
/** Verbs that are about the active conversation when they name none. */
const aboutActive: ReadonlySet<string> = new Set(['export', 'transcript'])

/** The words that may follow `/session`. */
export const sessionVerbs: readonly string[] = [...Object.keys(verbs), ...asCommands, ...aboutActive, 'pick']

/** `/session …`. @throws ChatCliError for what a person can get wrong */
export async function runSessionSlash(context: SlashContext, words: readonly string[]): Promise<SlashResult> {
  const { text } = context
  const [first, ...rest] = words
  if (first === undefined) return { lines: [text.chat.sessionUsage] }
  const word = first.toLowerCase()
  if (asCommands.has(word)) {
    const isVerbatim = ['get', 'show'].includes(word)
    return { lines: await runAsCommand(['session', word, ...rest], context), isVerbatim }
  }
  if (aboutActive.has(word)) {
    context.chat.conversation.flush()
    const named = withActive(context, word, rest)
    return { lines: await runAsCommand(['session', word, ...named], context), isVerbatim: true }
  }
  if (word === 'pick') {
    const { pickSessionSlash } = await import('./pick-session-slash.ts')
    return { lines: await pickSessionSlash(context, rest) }
  }
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined
  if (verb !== undefined) return { lines: (await verb(context, rest)).map(sanitiseLine) }
  const similar = similarWords(word, sessionVerbs).map((near) => `/session ${near}`)
  throw new ChatCliError('usage', text.chat.unknownSession(sanitiseLine(first)), {
    hint: similar.length > 0 ? text.didYouMean(similar) : text.chat.sessionHint,
  })
}

/** `--purge` and `--dry-run` are the command's; the conversation at hand is over when it was deleted. */
async function deleteAsCommand(
  context: SlashContext,
  name: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const { conversation } = context.chat
  const isActive = conversation.isAtHand(name) && !words.includes('--dry-run')
  const lines = await runAsCommand(['session', 'delete', ...words], context)
  if (!isActive) return lines
  conversation.abandon()
  return [...lines, context.text.chat.activeDeleted]
}

/**
 * The words that are no options.
 *
 * @throws ChatCliError `usage` for an option that is not known: it may have been meant to hold something back
 */
function namesIn(
  words: readonly string[],
  known: readonly string[],
  text: SlashContext['text'],
): readonly string[] {
  const unknown = words.find((word) => word.startsWith('--') && !known.includes(word))
  if (unknown !== undefined) {
    throw new ChatCliError('usage', text.usageErrors.unknownOption(unknown), { hint: text.chat.sessionHint })
  }
  return words.filter((word) => !word.startsWith('--'))
}

/** Puts the name of the active conversation in front of words that name none. */
function withActive(
  { chat, chatcli, text }: SlashContext,
  verb: string,
  words: readonly string[],
): readonly string[] {
  const actions = verb === 'export' ? ['md', 'jsonl', 'sharegpt'] : ['search', 'show', 'export', 'stats']
  if (!actions.includes(words[0] ?? '') && words.length > 0) return words
  const active = chat.conversation.name ?? activeName(chatcli, chat.conversation)
  if (active === undefined) throw nameMissing(verb, text)
  return [active, ...words]
}

function loadedLines({ chat, text }: SlashContext, name: string): readonly string[] {
  const { conversation } = chat
  return [
    text.chat.loaded(name, conversation.messages.length),
    ...(conversation.name === undefined ? [text.chat.continuing(name)] : []),
    ...attachedLine(conversation, text),
  ]
}

function nameMissing(what: string, { chat }: SlashContext['text']): ChatCliError {
  return new ChatCliError('usage', chat.nameMissing(what), { hint: chat.nameMissingHint(what) })
}

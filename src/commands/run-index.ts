import type { IndexStatus } from '../chatcli.ts'
import { localTime } from '../text/local-time.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult, JsonObject } from './command.ts'
import { checkWordCount, choiceOf, wordAt } from './input-values.ts'

const actions = ['status', 'rebuild', 'verify'] as const

/** `index status|rebuild|verify`: how the search index stands, making it anew, reading every byte of it. */
export function runIndex(context: CommandContext, input: CommandInput): CommandResult {
  const { text } = context
  const action = choiceOf(text, wordAt(text, input, 0, actions.join('|')), 'index', actions)
  checkWordCount(text, input, 1)
  switch (action) {
    case 'rebuild':
      return rebuild(context)
    case 'verify':
      return verify(context)
    default: {
      const status = context.chatcli.index.status()
      return { text: statusText(status, context), json: statusJson(status) }
    }
  }
}

function rebuild(context: CommandContext): CommandResult {
  const { chatcli, text, now } = context
  const start = now()
  const status = chatcli.index.rebuild()
  const seconds = (now() - start) / 1000
  const rate = seconds > 0 ? status.text / 1e6 / seconds : undefined
  return {
    text: [text.index.rebuilt(seconds, rate), '', statusText(status, context)].join('\n'),
    json: { seconds, megabytesPerSecond: rate ?? null, ...statusJson(status) },
  }
}

function verify({ chatcli, text }: CommandContext): CommandResult {
  const { segments, bytes, damaged } = chatcli.index.verify()
  const lines = damaged.map(({ part, reason }) => `  ${sanitiseLine(part)}  ${sanitiseLine(reason)}`)
  return {
    text:
      damaged.length === 0 ? text.index.whole(segments, bytes) : [text.index.mended, '', ...lines].join('\n'),
    json: { segments, bytes, damaged: damaged.map(({ part, reason }) => ({ part, reason })) },
  }
}

function statusText(status: IndexStatus, { text, timeZone }: CommandContext): string {
  const { index } = text
  const { sweptAt, unreadable, damaged } = status
  const swept = sweptAt === undefined ? undefined : localTime(sweptAt, timeZone)
  return [
    index.sessions(status.indexed, status.sessions, status.messages),
    index.size(status.segments, status.bytes, status.text === 0 ? 0 : status.bytes / status.text),
    ...(status.outdatedText > 0 ? [index.outdated(status.outdatedText / status.text)] : []),
    swept === undefined ? index.incomplete : index.swept(`${swept.date} ${swept.time}`),
    ...unreadable.map(({ name, reason }) => text.notSearched(sanitiseLine(name), sanitiseLine(reason))),
    ...damaged.map((part) => index.damaged(sanitiseLine(part))),
    sanitiseLine(status.path),
  ].join('\n')
}

function statusJson(status: IndexStatus): JsonObject {
  const { path, segments, bytes, indexed, sessions, messages, text, outdatedText } = status
  return {
    path,
    segments,
    bytes,
    indexed,
    sessions,
    messages,
    text,
    outdatedText,
    sweptAt: status.sweptAt === undefined ? null : new Date(status.sweptAt).toISOString(),
    unreadable: status.unreadable.map(({ name, reason }) => ({ name, reason })),
    damaged: [...status.damaged],
  }
}

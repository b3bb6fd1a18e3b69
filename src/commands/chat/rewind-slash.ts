import type { LineRef } from '../../conversation/event.ts'
import { refKey } from '../../conversation/range-set.ts'
import { type RewindPoint, rewindPoints } from '../../agent/rewind/rewind-points.ts'
import { type Rewound, rewindTo } from '../../agent/rewind/rewind-to.ts'
import { undoCompaction } from '../../agent/rewind/undo-compaction.ts'
import { undoRewind } from '../../agent/rewind/undo-rewind.ts'
import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { askBelow } from './ask-below.ts'
import { rewindFiles, type WithFiles } from './rewind-files.ts'
import { rewindList } from './rewind-list.ts'
import type { SlashContext, SlashResult } from './slash-context.ts'

const options = ['--files', '--no-files', '--anyway'] as const

/**
 * `/rewind [N | list | undo | compact]`: takes the conversation back to before something the person said, and takes
 * that back. Without a number the points are listed, and a person at a terminal is asked for one.
 *
 * @throws ChatCliError `usage` for a number that is none, and as `rewindTo`, `undoRewind` and `undoCompaction`
 */
export async function rewindSlash(context: SlashContext, words: readonly string[]): Promise<SlashResult> {
  const { chat, text, ask, isTerminal, now } = context
  const said = words.filter((word) => !word.startsWith('--'))
  const [what = '', ...more] = said.map((word) => word.toLowerCase())
  const unknown = words.find((word) => word.startsWith('--') && !isOption(word)) ?? more[0]
  if (unknown !== undefined)
    throw new ChatCliError('usage', text.rewind.badOption(sanitiseLine(unknown)), {
      hint: text.rewind.badOptionHint,
    })
  if (what === 'undo') return undo(context, filesOption(words))
  if (['compact', 'compaction'].includes(what)) return expand(context)
  const { live } = chat.conversation
  live.catchUp()
  const points = rewindPoints(live, now())
  const gaps = live.state().problems.filter(({ kind }) => kind === 'gap').length
  const isAsked = what === '' && isTerminal && ask !== undefined && points.length > 0
  if (!isAsked && ['', 'list'].includes(what)) return { lines: rewindList(points, gaps, context, Infinity) }
  const answer = isAsked
    ? (await askBelow(context, rewindList(points, gaps, context, 20), text.rewind.choose)).trim()
    : what
  if (isAsked && ['', 'q'].includes(answer.toLowerCase())) return { lines: [text.rewind.stayed] }
  const rewound = rewindTo(chat.conversation, pointAt(points, answer, context).ref, {
    now: now(),
    anyway: words.includes('--anyway'),
  })
  return { lines: await tell(rewound, context, filesOption(words)), again: rewound.words }
}

function pointAt(points: readonly RewindPoint[], word: string, { text }: SlashContext): RewindPoint {
  const point = /^\d{1,9}$/.test(word) ? points[Number(word) - 1] : undefined
  if (point !== undefined) return point
  throw new ChatCliError('usage', text.rewind.badNumber(sanitiseLine(word)), {
    hint: text.rewind.badNumberHint(points.length),
  })
}

/** More lines of a message are not shown again. */
const mostLines = 12

async function tell(rewound: Rewound, context: SlashContext, files: WithFiles): Promise<readonly string[]> {
  const { chat, text } = context
  const { point, ref, removed, restored, words, turns } = rewound
  const lines = words.trimEnd().split('\n')
  const shown = lines.slice(0, mostLines).map((line) => `  ${sanitiseLine(line)}`)
  const cut = lines.length - shown.length
  return [
    ref === undefined
      ? text.rewind.sameAlready
      : text.rewind.done(sanitiseLine(point.label), removed, restored),
    ...(await filesOf(ref, context, files, () => ({
      plan: chat.keeper?.().plan(turns),
      ranCommands: chat.conversation.live
        .whole()
        .record.some(({ turn, message }) => turns.has(turn) && (message.tool_calls ?? []).some(isCommand)),
    }))),
    text.rewind.youSaid,
    ...shown,
    ...(cut > 0 ? [`  … ${text.chat.moreLines(cut)}`] : []),
  ]
}

async function undo(context: SlashContext, files: WithFiles): Promise<SlashResult> {
  const { chat, text } = context
  const { kind, ref, undoes, messages } = undoRewind(chat.conversation)
  const told = kind === 'undone' ? text.rewind.undone(messages) : text.rewind.redone(messages)
  const plan = () => ({ plan: chat.keeper?.().planBack(refKey(undoes)), ranCommands: false })
  return { lines: [told, ...(await filesOf(ref, context, files, plan))] }
}

function expand({ chat, text }: SlashContext): SlashResult {
  const { before, after, left } = undoCompaction(chat.conversation)
  return {
    lines: [text.rewind.expanded(before, after), ...(left > 0 ? [text.rewind.moreCompactions(left)] : [])],
  }
}

/** The conversation is where it was to go; what is wrong with files is told, and changes nothing about that. */
async function filesOf(
  ref: LineRef | undefined,
  context: SlashContext,
  files: WithFiles,
  look: () => Parameters<typeof rewindFiles>[1],
): Promise<readonly string[]> {
  if (files === 'no' || context.chat.keeper === undefined || ref === undefined) return []
  try {
    return await rewindFiles(context, look(), { rewind: refKey(ref), files })
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    return [sanitiseLine(context.text.errorLine(context.text.fromStore(error.message)))]
  }
}

function filesOption(words: readonly string[]): WithFiles {
  if (words.includes('--no-files')) return 'no'
  return words.includes('--files') ? 'yes' : 'ask'
}

function isOption(word: string): boolean {
  return options.some((known) => known === word)
}

function isCommand({ name }: { readonly name: string }): boolean {
  return name.replace(/^@/, '') === 'run'
}

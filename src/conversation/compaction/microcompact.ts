import { answeredCalls, isRecall } from './answered-calls.ts'
import { describeText } from './describe-text.ts'
import type { Draft, DraftEntry } from './draft.ts'
import { isToolResult, shortenedTo } from './message-kinds.ts'
import type { Archiver } from './recall-marker.ts'
import { withCut, withStub } from './with-less-text.ts'

/** The variables of the published program, with its defaults. */
export interface MicrocompactOptions {
  readonly archive: Archiver
  /** CHATCLI_MICROCOMPACT_TRUNCATE_TURNS: answers behind a result from which on its middle is left out; 2. */
  readonly truncateTurns?: number
  /** CHATCLI_MICROCOMPACT_SUMMARIZE_TURNS: answers behind it from which on one line stands for it; 4. */
  readonly summarizeTurns?: number
  /** CHATCLI_MICROCOMPACT_HEAD_CHARS: 2000. */
  readonly headChars?: number
  /** CHATCLI_MICROCOMPACT_TAIL_CHARS: 500. */
  readonly tailChars?: number
  /** CHATCLI_MICROCOMPACT_MIN_CONTENT: shorter results stay; 3000. */
  readonly minContent?: number
  /** Turns that must stay as they are: the open ones of other writers. */
  readonly openTurns?: ReadonlySet<string>
  /** Tools whose results stay, beside `recall`, which was asked for the original. */
  readonly spared?: ReadonlySet<string>
}

/** What a cut must save, as a share of the text: the transcript keeps the cut text too. */
const worthwhile = 0.4

/**
 * Shortens results of tools that lie some answers back, first to their beginning and end, later to one line. Messages to
 * be preserved verbatim stay.
 */
export function microcompact(draft: Draft, options: MicrocompactOptions): Draft {
  const { archive, minContent = 3000, openTurns, spared } = options
  const { truncateTurns = 2, summarizeTurns = 4, headChars: head = 2000, tailChars: tail = 500 } = options
  const calls = answeredCalls(draft.map(({ message }) => message))
  const ages = answersBehind(draft)
  return draft.map((entry, i) => {
    const { message, from } = entry
    const age = ages[i] ?? 0
    if (!isToolResult(message) || age < Math.min(truncateTurns, summarizeTurns)) return entry
    const isSpared = spared?.has(calls[i]?.name.replace(/^@/, '') ?? '') === true
    if (isSpared || isRecall(calls[i]) || message.meta?.preserve_verbatim === true) return entry
    if (openTurns !== undefined && from.some(({ turn }) => openTurns.has(turn))) return entry
    const done = shortenedTo(message)
    const isCut = done === 'cut' || done === 'short'
    if (done === 'stub' || (!isCut && message.content.length < minContent)) return entry
    if (age >= summarizeTurns) return stub(entry, calls[i]?.name, archive)
    if (isCut || head + tail > message.content.length * (1 - worthwhile)) return entry
    return withCut(entry, { head, tail }, archive) ?? entry
  })
}

function stub(entry: DraftEntry, tool: string | undefined, archive: Archiver): DraftEntry {
  const what = shortenedTo(entry.message) !== undefined ? 'shortened ' : ''
  const by = tool === undefined ? '' : ` of ${tool}`
  return withStub(entry, `${what}result${by}: ${describeText(entry.message.content)}`, archive) ?? entry
}

/** For each entry how many answers of the model stand behind it. */
function answersBehind(draft: Draft): readonly number[] {
  let answers = 0
  return draft
    .toReversed()
    .map(({ message }) => (message.role === 'assistant' ? answers++ : answers))
    .toReversed()
}

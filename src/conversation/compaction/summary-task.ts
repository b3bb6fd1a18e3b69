import type { Message } from '../message.ts'
import { archivedText } from './archived-text.ts'
import type { Draft } from './draft.ts'
import { type Limits } from './limits.ts'
import { middleOf } from './middle-of.ts'
import { type Archiver, markerOf } from './recall-marker.ts'
import { messagesIn, replaceMiddle } from './replace-middle.ts'

/** What a summary is to be made of. */
export interface SummaryTask {
  /** Their places in the draft, in order. */
  readonly places: readonly number[]
  readonly messages: readonly Message[]
  /** How many messages a person said there, counting what earlier summaries stand for. */
  readonly count: number
  /** What the person wants of it. */
  readonly instruction?: string | undefined
}

export interface SummaryOptions extends Limits {
  /** Fewer messages are not worth a summary; 4 when not given. */
  readonly atLeast?: number
  readonly instruction?: string | undefined
}

/** Level 2: what is to be summarised; undefined when that is too little. */
export function summaryTask(draft: Draft, options: SummaryOptions): SummaryTask | undefined {
  const { atLeast = 4, instruction } = options
  const places = middleOf(draft, options)
  if (places.length < atLeast) return undefined
  const messages = places.flatMap((place) => draft[place]?.message ?? [])
  return { places, messages, count: messagesIn(draft, places), instruction }
}

/**
 * The draft with a summary in the place of what it was made of, which is archived.
 *
 * @param summary as the model, or an extract, gave it
 */
export function withSummary(draft: Draft, task: SummaryTask, summary: string, archive: Archiver): Draft {
  const { places, messages, count, instruction } = task
  const key = archive(archivedText(messages))
  const quoted = instruction?.replace(/\s+/g, ' ').trim()
  const title =
    quoted === undefined || quoted === ''
      ? `[STRUCTURED SUMMARY — covering ${count} earlier messages]`
      : `[COMPACTED CONTEXT — ${count} messages summarized per user instruction: "${quoted}"]`
  const recall =
    key === undefined ? '' : `\n[The messages themselves can be read with @recall ${markerOf(key)}]`
  const meta = { is_summary: true, summary_of: count }
  return replaceMiddle(draft, places, { role: 'user', content: `${title}${recall}\n\n${summary}`, meta })
}

import { archivedText } from './archived-text.ts'
import type { Draft, DraftEntry } from './draft.ts'
import { type Limits, fixedEntries } from './limits.ts'
import { isPersons, shortenedTo } from './message-kinds.ts'
import { middleOf } from './middle-of.ts'
import { type Archiver, markerOf } from './recall-marker.ts'
import { messagesIn, replaceMiddle } from './replace-middle.ts'
import { type TokensOf, tokensIn } from './sizing.ts'
import { withCut } from './with-less-text.ts'

export interface EmergencyOptions extends Limits {
  readonly archive: Archiver
  readonly tokensOf: TokensOf
  readonly budget: number
  /** So many of the newest messages are not even shortened; 2 when not given. */
  readonly wholeLast?: number
}

/** No message is made shorter than this, characters. */
const shortest = 400

/**
 * Level 3: a line stands for the middle; when that is not enough, the longest messages lose theirs, but never the newest,
 * and what a person typed last of all.
 */
export function emergency(draft: Draft, options: EmergencyOptions): Draft {
  const { archive, tokensOf, budget, wholeLast = 2 } = options
  if (tokensIn(draft, tokensOf) <= budget) return draft
  const short = withoutMiddle(draft, options)
  const fixed = fixedEntries(short, { ...options, keepLast: wholeLast })
  const order = [...short.keys()]
    .filter((i) => fixed[i] === false)
    .sort((a, b) => rank(short[a]) - rank(short[b]))
  const result = [...short]
  let left = tokensIn(short, tokensOf) - budget
  for (const i of order) {
    const entry = result[i]
    if (left <= 0 || entry === undefined) break
    if (!isWorthCutting(entry)) continue
    const cut = withCut(entry, { head: shortest * 0.75, tail: shortest * 0.25, how: 'short' }, archive)
    if (cut === undefined) continue
    left -= tokensOf(entry.message) - tokensOf(cut.message)
    result[i] = cut
  }
  return result
}

function isWorthCutting({ message }: DraftEntry): boolean {
  const done = shortenedTo(message)
  return done !== 'short' && done !== 'stub' && message.content.length > shortest * 1.5
}

/** Longest first, what a person typed behind all others. */
function rank(entry: DraftEntry | undefined): number {
  if (entry === undefined) return 0
  return -entry.message.content.length + (isPersons(entry.message) ? 2 ** 40 : 0)
}

function withoutMiddle(draft: Draft, options: EmergencyOptions): Draft {
  const places = middleOf(draft, options)
  const isOneNotice = places.length === 1 && draft[places[0] ?? 0]?.message.meta?.is_summary === true
  if (places.length === 0 || isOneNotice) return draft
  // As the window has them: what this draft made of them stands in no transcript from which it could be made again.
  const messages = places.flatMap((place) => draft[place]?.from.map(({ message }) => message) ?? [])
  const key = options.archive(archivedText(messages))
  const count = messagesIn(draft, places)
  const recall = key === undefined ? '' : `; they can be read with @recall ${markerOf(key)}`
  const content = `[CONTEXT TRUNCATED: ${count} messages removed${recall}]`
  const notice = { role: 'user', content, meta: { is_summary: true, summary_of: count } }
  const short = replaceMiddle(draft, places, notice)
  // A few short messages may take less than the line that would stand for them.
  return tokensIn(short, options.tokensOf) < tokensIn(draft, options.tokensOf) ? short : draft
}

import type { SearchOptions } from '../../search/search-result.ts'
import { timePhrases } from '../../search/time-phrase.ts'
import type { TimeContext, TimeSpan } from '../../search/time-span.ts'
import { keywordsOf } from './keywords.ts'
import { pastReference } from './past-reference.ts'

/** A turn about which past conversations are asked. */
export interface RecallTurn extends TimeContext {
  /** What the person says. */
  readonly words: string
  /** What was said last before, oldest first. */
  readonly before: readonly string[]
}

/** What past conversations are asked. */
export interface RecallPlan {
  /** `explicit`: the person speaks of the past. `ambient`: nobody asked for it. */
  readonly mode: 'explicit' | 'ambient'
  readonly query: string
  /** What the person asks, as said. */
  readonly asked: string
  /** The words that must say what a session has to do with it; none when the newest ones are meant. */
  readonly keywords: readonly string[]
  /** How many are given at most. */
  readonly sessions: number
  readonly options: Pick<SearchOptions, 'newest' | 'after' | 'before'>
}

/** A question that asks for nothing in particular: the search answers it with the newest sessions. */
const theNewest = 'what did we talk about before'
const longestQuestion = 400

/**
 * What to ask past conversations for a turn. Words that speak of the past are a question as they are; any other are one
 * only by what they are about, and among the newest sessions.
 *
 * @returns undefined when the turn is about nothing
 */
export function planRecall({ words, before, ...context }: RecallTurn): RecallPlan | undefined {
  const reference = pastReference(words, context)
  if (reference !== undefined) {
    const said = reference.sentences.join(' ')
    const asked = plainQuestion(said)
    const times = timePhrases(asked, context)
    const keywords = keywordsOf(
      times.reduce((left, { start, end }) => left.replace(asked.slice(start, end), ' '), asked),
    )
    const [time] = times
    // Who means a time, and says nothing of a conversation, means no other time.
    const isBound = time !== undefined && (keywords.length === 0 || reference.by === 'time')
    return {
      mode: 'explicit',
      query: keywords.length === 0 ? theNewest : asked,
      asked: said,
      keywords,
      sessions: 2,
      options: isBound ? within(time.span) : {},
    }
  }
  const keywords = keywordsOf(words, before)
  if (keywords.length === 0) return undefined
  return {
    mode: 'ambient',
    query: plainQuestion(keywords.join(' ')),
    asked: words,
    keywords,
    sessions: 1,
    options: { newest: 60 },
  }
}

function within({ from, to }: TimeSpan): Pick<SearchOptions, 'after' | 'before'> {
  return { ...(from === undefined ? {} : { after: from }), ...(to === undefined ? {} : { before: to }) }
}

/** Nothing in it is an operator of the search. */
function plainQuestion(text: string): string {
  return text
    .replace(/["“”„*]/g, ' ')
    .replace(/(^|\s)[-+](?=\S)/g, '$1')
    .replace(/\b(role|tool|in|source|lang|before|after|on|has):(?=\S)/gi, '$1 ')
    .replace(/\s+/g, ' ')
    .slice(0, longestQuestion)
    .trim()
}

import type { MessageHit, SearchOptions, SearchResult, SessionHit } from '../../search/search-result.ts'
import { asksTheSame } from './asks-the-same.ts'
import { asksForPast } from './past-reference.ts'
import type { RecallPlan } from './plan-recall.ts'
import { withEvidence } from './with-evidence.ts'

/** What is asked of the memory. */
export interface RecallMemory {
  search(query: string, options: SearchOptions): SearchResult
  /** Whether a model may be told of it here: not of the conversation it is in, not of what is private or gone. */
  isOpen(hit: SessionHit): boolean
}

/** Messages of a session that are looked at. */
const messagesEach = 6
/** How often closed sessions are left out and the rest is asked again. */
const mostTries = 4

/**
 * The sessions a plan brings to mind, best first, from what the index has at this moment; nothing waits for it. One in
 * which the person only asked for the past, as they do now, comes behind those where it was said, and such a question
 * tells nothing.
 */
export function recallSessions(plan: RecallPlan, memory: RecallMemory): readonly SessionHit[] {
  const found = openSessions(plan, memory)
  // Whoever asks for the newest means the newest.
  const isAbout = plan.mode === 'explicit' && plan.keywords.length > 0
  const askedBefore = isAbout ? found.filter((hit) => isAskedIn(hit, plan)) : []
  if (askedBefore.length === 0) return found.map((hit) => withoutQuestion(hit, plan))
  const isSource = (hit: SessionHit): boolean => memory.isOpen(hit) && !isAskedIn(hit, plan)
  const sources = openSessions(plan, { ...memory, isOpen: isSource })
  return [...sources, ...askedBefore].slice(0, plan.sessions).map((hit) => withoutQuestion(hit, plan))
}

function openSessions(plan: RecallPlan, memory: RecallMemory): readonly SessionHit[] {
  const exclude = new Set<string>()
  for (let tries = 0; tries < mostTries; tries++) {
    const result = memory.search(plan.query, {
      ...plan.options,
      asIs: true,
      explain: true,
      limit: messagesEach,
      sessions: plan.sessions + 2,
      exclude: [...exclude],
    })
    // As if the closed ones were not there: they are no reason to leave out another one either.
    const closed = result.sessions.filter((hit) => !memory.isOpen(hit))
    if (closed.length === 0) return withEvidence(result, plan)
    for (const { name, alsoIn } of closed) for (const one of [name, ...alsoIn]) exclude.add(one)
  }
  return []
}

function isAskedIn({ messages }: SessionHit, plan: RecallPlan): boolean {
  const said = messages.filter(({ role }) => role === 'user')
  return (
    said.some(({ snippet }) => asksTheSame(snippet.text, plan.asked)) ||
    (said.length > 0 && said.every((message) => isQuestion(message, plan)))
  )
}

function isQuestion({ role, snippet: { text } }: MessageHit, { asked }: RecallPlan): boolean {
  return role === 'user' && (asksTheSame(text, asked) || asksForPast(text))
}

/** As long as it has something else to tell. */
function withoutQuestion(hit: SessionHit, plan: RecallPlan): SessionHit {
  const messages = hit.messages.filter((message) => !isQuestion(message, plan))
  return messages.length === 0 ? hit : { ...hit, messages }
}

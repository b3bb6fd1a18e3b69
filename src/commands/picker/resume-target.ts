import type { SearchResult } from '../../search/search-result.ts'
import type { CommandContext } from '../command.ts'
import { bestSession } from './best-session.ts'
import type { PickResult } from './pick-result.ts'

/** Where `resume WORDS` leads to. */
export interface ResumeTarget {
  /** Undefined when there is more than one that could be meant. */
  readonly picked: PickResult | undefined
  /** The words name the session. */
  readonly isNamed: boolean
  /** The answer to the words, when they had to be looked for. */
  readonly result?: SearchResult
}

/**
 * What the words of `chatcli resume` mean: the session of that name, else the one that is clearly ahead of all others.
 *
 * @throws ChatCliError as the search
 */
export function resumeTarget({ chatcli, now, timeZone }: CommandContext, query: string): ResumeTarget {
  const name = query.trim()
  if (!/\s/.test(name) && chatcli.sessions.exists(name)) {
    return { picked: { action: 'resume', name }, isNamed: true }
  }
  const result = chatcli.search(query, { now: now(), ...(timeZone === undefined ? {} : { timeZone }) })
  const best = bestSession(result)
  const [message] = best?.messages ?? []
  const picked: PickResult | undefined =
    best === undefined
      ? undefined
      : { action: 'resume', name: best.name, ...(message === undefined ? {} : { message: message.position }) }
  return { picked, isNamed: false, result }
}

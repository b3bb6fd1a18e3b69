import { eventMessage } from './item-messages.ts'
import type { RolloutLine, RolloutProblem } from './rollout-lines.ts'
import { SaidInThread, type ThreadStyle } from './said-in-thread.ts'
import { ThreadFacts } from './thread-facts.ts'

/** What must be known of a rollout before its messages can be given. */
export interface RolloutSurvey {
  readonly style: ThreadStyle
  readonly facts: ThreadFacts
  /** Byte offset of the first line that is not a copy of another thread, when the file says so. */
  readonly ownOffset: number | undefined
}

type Lines = () => AsyncIterable<RolloutLine | RolloutProblem>

/**
 * Looks through a rollout: once, and a second time when turns were rolled back, which is known only behind them.
 *
 * @param id what the name of the file says
 */
export async function surveyRollout(lines: Lines, id: string): Promise<RolloutSurvey> {
  const hasEvents = new Set<string>()
  const facts = new ThreadFacts(id)
  let ownOffset: number | undefined
  let hasRollback = false
  for await (const line of lines()) {
    if ('problem' in line) continue
    facts.line(line)
    const { type, payload, offset } = line
    if (type !== 'event_msg') continue
    const kind = payload['type']
    hasRollback ||= kind === 'thread_rolled_back'
    if (kind === 'thread_settings_applied' && payload['thread_id'] === facts.id) ownOffset ??= offset
    if (hasEvents.size < 2) {
      const said = eventMessage(payload)
      if (said !== undefined) hasEvents.add(said.message.role)
    }
  }
  const ownFrom = facts.copiedFrom === undefined ? undefined : ownOffset
  const style = { hasEvents, undone: new Set<number>() }
  if (!hasRollback) return { style, facts, ownOffset: ownFrom }
  const dry = new SaidInThread(style)
  for await (const line of lines()) if (!('problem' in line) && line.offset >= (ownFrom ?? 0)) dry.line(line)
  dry.end()
  return { style: { hasEvents, undone: dry.undone }, facts, ownOffset: ownFrom }
}

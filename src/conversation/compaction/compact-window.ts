import { ChatCliError } from '../../errors.ts'
import type { RewriteBody } from '../event.ts'
import type { WindowMessage } from '../fold-state.ts'
import { type Draft, draftOf, rewriteOf } from './draft.ts'
import { emergency } from './emergency.ts'
import type { Limits } from './limits.ts'
import type { Archiver } from './recall-marker.ts'
import { type TokensOf, tokensIn } from './sizing.ts'
import { type SummaryTask, summaryTask, withSummary } from './summary-task.ts'
import { trim } from './trim.ts'

export interface CompactOptions extends Limits {
  readonly archive: Archiver
  readonly tokensOf: TokensOf
  /** Tokens that the window is to have. */
  readonly budget: number
  /** Tokens that it must not exceed: only for that the last level is taken; the budget when not given. */
  readonly most?: number
  /** A person asked for a summary: make one, however small the window is. */
  readonly isAsked?: boolean
  /** What the person wants of the summary. */
  readonly instruction?: string | undefined
  /** Makes a summary, by a model or without one; undefined or empty when it could not. What it throws reaches the caller. */
  readonly summarise: (task: SummaryTask) => Promise<string | undefined>
}

export interface Compaction {
  /** The event to record; undefined when there is nothing to do. */
  readonly rewrite: RewriteBody | undefined
  /** The window as it is then. */
  readonly draft: Draft
  /** The last level that was needed. */
  readonly level: 'none' | 'trim' | 'summary' | 'emergency'
  /** Tokens of the window. */
  readonly before: number
  readonly after: number
  /** False when even the last level could not make it small enough: it has more than `most`. */
  readonly fits: boolean
}

/**
 * Makes a window small enough: trims, then summarises, then drops the middle; each level only when the one before was not
 * enough. One event comes of it, so one undo takes it all back. Nothing is changed here, so whatever `summarise` throws
 * leaves the conversation as it was.
 *
 * @throws ChatCliError `refused` when a person asked and there is too little to summarise
 */
export async function compactWindow(
  window: readonly WindowMessage[],
  options: CompactOptions,
): Promise<Compaction> {
  const { archive, tokensOf, budget, most = budget, isAsked = false, instruction, summarise } = options
  const whole = draftOf(window)
  const before = tokensIn(whole, tokensOf)
  const done = (level: Compaction['level'], draft: Draft): Compaction => {
    const rewrite = rewriteOf(level === 'trim' ? 'trim' : 'compact', window, draft)
    const after = tokensIn(draft, tokensOf)
    return {
      rewrite,
      draft,
      level: rewrite === undefined ? 'none' : level,
      before,
      after,
      fits: after <= most,
    }
  }
  if (!isAsked && before <= budget) return done('none', whole)

  const trimmed = trim(whole, options)
  if (!isAsked && tokensIn(trimmed, tokensOf) <= budget) return done('trim', trimmed)

  // A summary is made of what was said, not of what trimming left of it.
  const task = summaryTask(whole, { ...options, instruction, ...(isAsked ? { atLeast: 2 } : {}) })
  if (task === undefined && isAsked) throw tooLittle()
  const summary = task === undefined ? undefined : (await summarise(task))?.trim()
  let draft = trimmed
  if (task !== undefined && summary) {
    const short = withSummary(whole, task, summary, archive)
    draft = tokensIn(short, tokensOf) <= budget || isAsked ? short : trim(short, options)
    if (isAsked || tokensIn(draft, tokensOf) <= most) return done('summary', draft)
  }
  const last = emergency(draft, { ...options, budget: most })
  return done(last === draft ? (draft === trimmed ? 'trim' : 'summary') : 'emergency', last)
}

function tooLittle(): ChatCliError {
  return new ChatCliError('refused', 'There is too little to compact', {
    hint: 'Go on talking; the newest messages always stay as they are.',
  })
}

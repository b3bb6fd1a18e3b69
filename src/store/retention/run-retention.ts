import { readHomeFile, updateHomeFile } from '../home-file.ts'
import { readCatalogueInSteps } from '../catalogue.ts'
import type { StoreContext } from '../store-context.ts'
import { agedTrash, removeTrashed } from './aged-trash.ts'
import { findExpiredInSteps } from './find-expired.ts'
import { keepFresh } from './keep-fresh.ts'
import { moveExpired } from './move-expired.ts'
import { homeWithClock, judgeHomeClock } from './retention-clock.ts'
import { retentionLock } from './retention-lock.ts'
import {
  homeWithPolicy,
  longerThanHome,
  type PolicyInForce,
  policyInForce,
  policyOfHome,
  type RetentionPolicy,
} from './retention-policy.ts'
import { readRetentionState, writeRetentionState } from './retention-state.ts'

export interface RunRetentionOptions {
  /** What the settings ask for. */
  readonly policy: RetentionPolicy
  /** Lets others work between two steps. */
  readonly pause: () => Promise<void>
  /** Sets the time of a file, for transcripts that another program would remove. */
  readonly touch?: ((path: string, ms: number) => void) | undefined
  /** Sessions and entries of the trash one run removes at most; 500 when not given. */
  readonly most?: number
  /** Stops it between two steps; the rest goes another day. */
  readonly signal?: AbortSignal
}

/** `done`: it was due; the rest are why nothing was looked at. */
export type RetentionOutcome =
  | { readonly kind: 'not-due' | 'no-home' | 'locked' }
  | {
      readonly kind: 'done'
      readonly clock: 'fine' | 'jumped' | 'behind'
      readonly policy: PolicyInForce
      /** Sessions and transcripts that went to the trash. */
      readonly sessions: number
      /** Entries of the trash that were removed. */
      readonly trash: number
      /** Nobody was told before that sessions go by themselves. */
      readonly isFirst: boolean
    }

const DAY = 86_400_000
/** Small, since a person may be typing meanwhile. */
const BATCH = 4

/**
 * The daily removing of what is old, for surfaces that stay: machine sessions past their time or their number go to the
 * trash, and out of the trash what is past its time there. A step is a few files; whenever it is stopped, what is left
 * is whole.
 *
 * @throws ChatCliError `storage`, `damaged`
 */
export async function runRetention(
  context: StoreContext,
  { policy: asked, pause, touch, most = 500, signal }: RunRetentionOptions,
): Promise<RetentionOutcome> {
  const { disk, home, now } = context
  if (disk.stat(home.sessions) === undefined && disk.stat(home.transcripts) === undefined)
    return { kind: 'no-home' }
  if (!isDue(readRetentionState(context).lastRun, now())) return { kind: 'not-due' }
  const lock = retentionLock(context)
  if (lock === undefined) return { kind: 'locked' }
  try {
    // Whoever had the lock before may have done it.
    const before = readRetentionState(context)
    if (!isDue(before.lastRun, now())) return { kind: 'not-due' }
    const ofHome = policyOfHome(readHomeFile(context))
    const policy = policyInForce(asked, ofHome)
    // A clock that jumped is known by the files of the home; the first look at many takes its time.
    await paused(readCatalogueInSteps(context), pause)
    const clock = judgeHomeClock(context)
    updateHomeFile(context, (file) => {
      const longer = longerThanHome(asked, ofHome)
      const kept = Object.keys(longer).length > 0 ? homeWithPolicy(file, longer) : file
      return homeWithClock(kept, clock)
    })
    writeRetentionState(context, { ...before, lastRun: now() })
    let sessions = 0
    let trash = 0
    if (clock.verdict === 'fine') {
      const goesOn = (): boolean => signal?.aborted !== true && lock.isHeld()
      await pause()
      if (touch !== undefined) keepFresh(context, touch)
      await pause()
      const expired = (await paused(findExpiredInSteps(context, policy), pause)).slice(0, most)
      for (const gone of moveExpired(context, expired, { batch: BATCH })) {
        sessions += gone.length
        await pause()
        if (!goesOn()) break
      }
      const aged = policy.trashDays === 0 || !goesOn() ? [] : agedTrash(context, policy.trashDays)
      for (const _ of removeTrashed(context, aged.slice(0, Math.max(0, most - sessions)))) {
        trash++
        await pause()
        if (!goesOn()) break
      }
    }
    const isFirst = sessions > 0 && before.announcedAt === undefined
    if (sessions + trash > 0) {
      writeRetentionState(context, {
        lastRun: now(),
        announcedAt: before.announcedAt ?? (isFirst ? now() : undefined),
        runs: [{ at: now(), sessions, trash }, ...before.runs],
      })
    }
    return { kind: 'done', clock: clock.verdict, policy, sessions, trash, isFirst }
  } finally {
    lock.close()
  }
}

/** Does something step by step, and lets others work in between. */
async function paused<T>(steps: Generator<void, T, undefined>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pause()
  }
}

/** A time in the future is one of a clock that was wrong. */
function isDue(lastRun: number | undefined, now: number): boolean {
  return lastRun === undefined || Math.abs(now - lastRun) >= DAY
}

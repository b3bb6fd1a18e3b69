import { setTimeout as wait } from 'node:timers/promises'
import type { ChatCli } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { retentionSettings } from '../retention-settings.ts'

export interface RetainInBackgroundOptions {
  readonly chatcli: ChatCli
  readonly settings: Settings
  readonly text: Catalogue
  /** Stops it between two steps: the surface ends. */
  readonly signal: AbortSignal
  /** Waits until the person has begun: the first step looks at every session. */
  readonly begin?: () => Promise<void>
  /** Lets the person, and everything else in this process, go on between two steps. */
  readonly pause?: () => Promise<void>
  /** Sets the time of a file. */
  readonly touch?: (path: string, ms: number) => void
}

/**
 * The daily removing of what is old, for a surface that stays: to be started when it has started, and not to be waited
 * for. A disk that refuses is met again by whatever works there; `chatcli doctor` tells of it.
 *
 * @returns what to tell the person, in lines; nothing most of the time
 */
export async function retainInBackground(options: RetainInBackgroundOptions): Promise<readonly string[]> {
  const { chatcli, settings, text, signal, pause = shortly, begin = atLeisure, touch } = options
  try {
    const policy = retentionSettings(settings)
    await begin()
    if (signal.aborted) return []
    const storage = await chatcli.storage()
    const outcome = await storage.retain({ policy, pause, signal, touch })
    if (outcome.kind !== 'done' || !outcome.isFirst) return []
    return [text.storage.announced(outcome.sessions, outcome.policy.ttlDays)]
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    // A setting that is wrong is the person's to mend.
    if (error.code !== 'usage') return []
    return [text.errorLine(error.message), ...(error.hint === undefined ? [] : [text.hintLine(error.hint)])]
  }
}

async function atLeisure(): Promise<void> {
  await wait(2000, undefined, { ref: false })
}

async function shortly(): Promise<void> {
  await wait(15, undefined, { ref: false })
}

import { parseTime } from '../../conversation/parse-time.ts'
import { readCatalogue } from '../catalogue.ts'
import { type HomeFile, readHomeFile } from '../home-file.ts'
import type { StoreContext } from '../store-context.ts'
import { type ClockVerdict, judgeClock } from './clock-guard.ts'

/**
 * What is to be thought of the clock of this machine, by the times that earlier runs left in `home.json`. Where none
 * did, the home itself says when it was last used: when its files were changed, as far as no program can set it.
 *
 * @throws ChatCliError `damaged`, `storage`
 */
export function judgeHomeClock(context: StoreContext): ClockVerdict & { readonly highWater: number } {
  const file = readHomeFile(context)
  const days = file['earlier_days']
  const memory = {
    highWater: timeIn(file['high_water']) ?? lastUsed(context, file),
    earlierDays: Array.isArray(days) ? days.filter((day) => typeof day === 'string') : [],
  }
  return { ...judgeClock(context.now(), memory), highWater: memory.highWater }
}

/** `home.json` with what is to be remembered of the clock. */
export function homeWithClock(file: HomeFile, { memory }: ClockVerdict): HomeFile {
  const { earlier_days: _, ...rest } = file
  const { highWater, earlierDays } = memory
  return {
    ...rest,
    high_water: new Date(highWater).toISOString(),
    ...(earlierDays.length > 0 ? { earlier_days: earlierDays } : {}),
  }
}

function lastUsed(context: StoreContext, file: HomeFile): number {
  const { disk, home, now } = context
  const folders = [home.sessions, home.transcripts].map((path) => disk.stat(path))
  const files = [...folders, ...readCatalogue(context).rows]
  const times = files.flatMap((stat) => (stat === undefined ? [] : [stat.mtimeMs, stat.ctimeMs]))
  const used = times.reduce((latest, time) => Math.max(latest, time), timeIn(file['created_at']) ?? 0)
  return used === 0 ? now() : used
}

function timeIn(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTime(value) : undefined
}

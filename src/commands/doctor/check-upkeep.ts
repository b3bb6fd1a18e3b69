import type { ChatCli, StorageReport } from '../../chatcli.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { localTime } from '../../text/local-time.ts'
import { readableSize } from '../readable-size.ts'
import type { Finding } from './finding.ts'

export interface CheckUpkeepOptions {
  readonly chatcli: ChatCli
  /** Undefined when the settings do not say how long things stay. */
  readonly report: StorageReport | undefined
  readonly text: Catalogue
  readonly timeZone: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The index against the files, what retention would remove, and whether the clock can be trusted. */
export function checkUpkeep({ chatcli, report, text, timeZone, now }: CheckUpkeepOptions): Finding[] {
  const { doctor } = text
  const { indexed, sessions: all, damaged, unreadable } = chatcli.index.status()
  // What cannot be read has a finding of its own.
  const sessions = Math.max(indexed, all - unreadable.length)
  const isWhole = indexed >= sessions && damaged.length === 0
  const index: Finding = {
    check: 'index',
    severity: isWhole ? 'ok' : damaged.length > 0 ? 'warning' : 'info',
    measured: doctor.indexed(indexed, sessions),
    expected: doctor.indexed(sessions, sessions),
    places: damaged.map((path) => ({ path, measured: '', expected: '' })),
    ...(isWhole
      ? {}
      : {
          fix: () => {
            chatcli.index.verify()
            chatcli.index.refresh()
            chatcli.index.maintain()
          },
        }),
  }
  if (report === undefined) return [index]
  const { policy, clock, stores } = report
  const going = stores.map(({ wouldGo }) => wouldGo)
  const items = going.reduce((sum, store) => sum + store.items, 0)
  const bytes = going.reduce((sum, store) => sum + store.bytes, 0)
  const date = (at: number): string => localTime(at, timeZone)?.date ?? ''
  return [
    index,
    {
      check: 'retention',
      severity: items === 0 ? 'ok' : 'info',
      measured: items === 0 ? doctor.none : doctor.wouldGo(items, readableSize(bytes)),
      expected: doctor.policy(policy.ttlDays, policy.keep, policy.trashDays),
    },
    {
      check: 'clock',
      severity: clock.verdict === 'fine' ? 'ok' : 'warning',
      measured: date(now()),
      expected: doctor.since(date(clock.highWater)),
    },
  ]
}

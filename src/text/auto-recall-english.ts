const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

const some = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** What is told of conversations that came to mind, in English; part of the catalogue. */
export const autoRecallEnglish = {
  /** @param ms milliseconds; undefined where that is not known */
  ago(ms: number | undefined): string {
    if (ms === undefined) return 'some time ago'
    if (ms < minute) return 'just now'
    if (ms < hour) return some(Math.floor(ms / minute), 'minute')
    if (ms < day) return some(Math.floor(ms / hour), 'hour')
    if (ms < 2 * day) return 'yesterday'
    if (ms < 14 * day) return some(Math.floor(ms / day), 'day')
    if (ms < 60 * day) return some(Math.floor(ms / (7 * day)), 'week')
    if (ms < 730 * day) return some(Math.floor(ms / (30.44 * day)), 'month')
    return some(Math.floor(ms / (365.25 * day)), 'year')
  },
  recalled: (sessions: readonly string[]): string => `recalled: ${sessions.join(', ')}`,
  session: (name: string, ago: string): string => `${name} (${ago})`,
  /** @param at date and time */
  newest: (name: string, at: string, title: string): string =>
    `Newest conversation: ${name} (${at}${title === '' ? '' : `, "${title}"`})`,
}

export type AutoRecallText = typeof autoRecallEnglish

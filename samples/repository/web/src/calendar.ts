/** Nights of a stay, as the calendar of the page shows them. */
export interface Night {
  /** ISO date of the evening. */
  readonly date: string
  readonly isFree: boolean
}

/**
 * Days are counted in the zone of the marina, whatever the zone of the visitor's computer: a skipper in New York who picks
 * the 3rd means the 3rd at the harbour.
 */
const marinaZone = 'Europe/Amsterdam'

export function dateInMarina(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: marinaZone }).format(moment)
}

/** The nights between two dates, the day of departure not among them. */
export function nightsBetween(from: string, to: string): readonly string[] {
  const nights: string[] = []
  for (let day = new Date(`${from}T12:00:00Z`); day.toISOString().slice(0, 10) < to; ) {
    nights.push(day.toISOString().slice(0, 10))
    day = new Date(day.getTime() + 86_400_000)
  }
  return nights
}

/** The first run of free nights that is long enough, or undefined. */
export function firstFreeStay(nights: readonly Night[], wanted: number): string | undefined {
  let run = 0
  for (const [i, night] of nights.entries()) {
    run = night.isFree ? run + 1 : 0
    if (run === wanted) return nights[i - wanted + 1]?.date
  }
  return undefined
}

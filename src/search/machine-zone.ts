/** Milliseconds for which the zone is believed to be the same: to ask costs as much as a small query. */
const believed = 60_000

let last: { readonly zone: string; readonly at: number } | undefined

/** The IANA zone of this machine. @param now milliseconds since the epoch */
export function machineZone(now: number): string {
  if (last === undefined || !(Math.abs(now - last.at) < believed))
    last = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, at: now }
  return last.zone
}

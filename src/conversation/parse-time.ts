/** A time written as text, in milliseconds since the epoch; undefined when there is none that can be read. */
export function parseTime(text: string | undefined): number | undefined {
  const at = text === undefined ? NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

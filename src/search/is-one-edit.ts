/**
 * Whether one word becomes another by a single slip of the fingers: a letter too many, one missing, one wrong, or two
 * neighbours exchanged. Counts UTF-16 code units. Equal words are no slip.
 */
export function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (a.length > b.length) return restA.slice(1) === restB
  if (a.length < b.length) return restA === restB.slice(1)
  if (restA.slice(1) === restB.slice(1)) return true
  return (
    restA.charAt(0) === restB.charAt(1) &&
    restA.charAt(1) === restB.charAt(0) &&
    restA.slice(2) === restB.slice(2)
  )
}

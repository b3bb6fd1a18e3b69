/** Longer runs are encoded data, whose accidental capitals mean nothing. */
const longest = 40

/**
 * Offsets at which the parts of a camelCase, PascalCase or acronym run begin, without the leading 0:
 * `getUserName` → `[3, 7]`, `HTTPServer` → `[4]`, `oauth2` → `[]`. A digit belongs to the part before it.
 */
export function splitIdentifier(run: string): readonly number[] {
  if (run.length < 3 || run.length > longest) return none
  let starts: number[] | undefined
  for (let at = 1; at < run.length; at++) {
    if (!isUpper(run, at)) continue
    const afterUpper = isUpper(run, at - 1)
    if (afterUpper && (at + 1 >= run.length || !isLower(run, at + 1))) continue
    starts ??= []
    starts.push(at)
  }
  return starts ?? none
}

const none: readonly number[] = []

function isUpper(run: string, at: number): boolean {
  const code = run.charCodeAt(at)
  if (code < 128) return code >= 65 && code <= 90
  const character = run.charAt(at)
  return character.toLowerCase() !== character
}

function isLower(run: string, at: number): boolean {
  const code = run.charCodeAt(at)
  if (code < 128) return code >= 97 && code <= 122
  const character = run.charAt(at)
  return character.toUpperCase() !== character
}

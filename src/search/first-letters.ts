/**
 * A quick test of whether a run may be, or may contain, one of some terms: neither folding nor stemming changes a first
 * ASCII letter, so a plain run that begins with another letter cannot. Runs with capitals inside and runs beyond ASCII
 * always may.
 */
export function firstLetters(terms: Iterable<string>): (source: string, from: number, to: number) => boolean {
  const letters = new Uint8Array(128)
  for (const term of terms) {
    const code = term.charCodeAt(0)
    if (code < 128) letters[code] = letters[upperCase(code)] = 1
  }
  return (source, from, to) => {
    const first = source.charCodeAt(from)
    if (first >= 128 || letters[first] === 1) return true
    for (let at = from + 1; at < to; at++) {
      const code = source.charCodeAt(at)
      if (code >= 128 || (code >= 65 && code <= 90)) return true
    }
    return false
  }
}

function upperCase(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code
}

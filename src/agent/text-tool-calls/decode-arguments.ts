const named: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
}

/** Text of an attribute with its HTML entities replaced, once. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}

/**
 * The JSON value that a model meant: with entities or without, with line breaks inside of strings, with every
 * quotation mark behind a backslash. Undefined when it is none of these; nothing that is missing is guessed.
 *
 * @param isAttribute entities are the rule there; in the body of an element they are the exception
 */
export function decodeArguments(text: string, isAttribute: boolean): unknown {
  const decoded = decodeEntities(text)
  const readings = isAttribute ? [decoded, text] : [text, decoded]
  const unslashed = decoded.replaceAll(/\\([^])/g, '$1')
  for (const reading of [...readings, ...readings.map(mend), unslashed]) {
    try {
      return JSON.parse(reading) as unknown
    } catch {
      // The next reading.
    }
  }
  return undefined
}

/** Escapes what a string of JSON must not hold as it is, and takes away the backslash of `\'`. */
function mend(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[^])*"/g, (string) =>
    string
      .replaceAll(/\\([^])/g, (pair, character) => (character === "'" ? "'" : pair))
      .replaceAll(/[\u0000-\u001F]/g, (control) => JSON.stringify(control).slice(1, -1)),
  )
}

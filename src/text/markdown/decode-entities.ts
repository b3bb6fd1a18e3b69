const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['times', '×'],
  ['divide', '÷'],
  ['plusmn', '±'],
  ['deg', '°'],
  ['larr', '←'],
  ['rarr', '→'],
  ['uarr', '↑'],
  ['darr', '↓'],
  ['harr', '↔'],
  ['rArr', '⇒'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ne', '≠'],
  ['infin', '∞'],
  ['euro', '€'],
  ['pound', '£'],
  ['sect', '§'],
  ['para', '¶'],
  ['check', '✓'],
])
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi

/**
 * The text with its character references replaced by what they stand for: numbers, and the names that answers are
 * written with; others stay. The result is not safe to show: a number may stand for a control character.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    reference,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named.get(name) ?? whole
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
    },
  )
}

function characterOf(code: number): string {
  return code === 0 || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code)
}

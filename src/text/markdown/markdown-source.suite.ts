import fc from 'fast-check'

const words = [
  'a',
  'word',
  'longer-word',
  'https://example.org/a/b?c=d&e=f',
  'supercalifragilisticexpialidocious-and-more-than-a-line-of-forty-columns',
  '用户会话缓存',
  '，',
  '「引号」',
  'مرحبا',
  '👩‍👩‍👧',
  '❤️',
  '😀',
  'e\u0301',
  '\u0301',
  '\uFE0F',
  '한국어',
  '12',
  '.',
  '!',
  '\u00A0',
]
const marks = [
  '*',
  '**',
  '_',
  '`',
  '``',
  '~~',
  '[',
  ']',
  '](',
  ')',
  '](http://x.example/y)',
  '![',
  '<b>',
  '<br>',
  '<',
  '>',
  '\\',
  '|',
  '&amp;',
  '&#27;',
  ':',
]
const starts = [
  '# ',
  '### ',
  '- ',
  '* ',
  '1. ',
  '12) ',
  '> ',
  '>',
  '-',
  '---',
  '***',
  '===',
  '| a | b |',
  '|---|:-:|',
  '|',
  '[^1]: ',
  '<div>',
  '<!-- x -->',
  '- [ ] ',
]
const codeStarts = ['```', '```js', '~~~', '    ', '\t', '      ']
const controls = ['\x1b[31m', '\x1b', ']0;t\x07', '\r', '\x9b', '\u202E', '\uD83D', '\uDE00', '\x07']

/** Whatever a model might write, and what it would not; without `code` there is no block of code in it. */
export function markdownSource({
  code,
  controls: hasControls,
}: {
  readonly code: boolean
  readonly controls: boolean
}): fc.Arbitrary<string> {
  const inline = [...words, ...marks, ...(hasControls ? controls : [])]
  const line = fc
    .tuple(
      fc.constantFrom('', '', ' ', '  ', '   '),
      fc.array(fc.constantFrom(...starts, ...(code ? codeStarts : [])), { maxLength: 2 }),
      fc.array(fc.tuple(fc.constantFrom(...inline), fc.constantFrom('', ' ', ' ')), { maxLength: 8 }),
      fc.constantFrom('\n', '\n', '\n\n', '  \n', '\\\n', ''),
    )
    .map(([indent, start, rest, end]) => `${indent}${start.join('')}${rest.flat().join('')}${end}`)
  const source = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''))
  // Four columns of indent are code.
  return code
    ? source
    : source.map((text) =>
        text
          .replace(/^[ >]*(?:[-*+]|\d+[.)])?[ >]*/gm, (start) => start.replace(/ {2,}/g, ' '))
          .replace(/`{3,}|~{3,}/g, '~~'),
      )
}

/** The same text in pieces. */
export function inChunks(text: string, cuts: readonly number[]): readonly string[] {
  const chunks: string[] = []
  let at = 0
  for (const cut of cuts) {
    if (at >= text.length) break
    chunks.push(text.slice(at, at + cut))
    at += cut
  }
  return [...chunks, text.slice(at)]
}

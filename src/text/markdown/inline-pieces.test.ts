import { describe, expect, it } from 'vitest'
import { inlinePieces } from './inline-pieces.ts'
import type { MarkdownStyle, Paint } from './markdown-style.ts'
import { plainMarkdownStyle } from './plain-markdown-style.ts'
import { withHyperlinks } from './with-hyperlinks.ts'

const tag =
  (name: string): Paint =>
  (text) =>
    `<${name}>${text}</${name}>`
const tagged: MarkdownStyle = {
  ...plainMarkdownStyle,
  strong: tag('b'),
  emphasis: tag('i'),
  strike: tag('s'),
  code: tag('c'),
  link: tag('l'),
  quiet: tag('q'),
}

function shown(markdown: string, style: MarkdownStyle = tagged): string {
  return inlinePieces(markdown, { style, imageLabel: 'imagem' })
    .map(({ text, paint, kind }) => (kind === 'break' ? '⏎' : paint(text)))
    .join('')
}

describe('inlinePieces', () => {
  it.each([
    ['plain words', 'plain words'],
    ['**bold *both*** `c`', '<b>bold </b><b><i>both</i></b> <c>`c`</c>'],
    ['~~gone~~', '<s>~~</s><s>gone</s><s>~~</s>'],
    ['[words](https://x.example "title")', '<l>words</l> <q>(https://x.example)</q>'],
    ['[https://x.example](https://y.example)', '<l>https://x.example</l> <q>(https://y.example)</q>'],
    ['https://x.example/a_b_c', '<l>https://x.example/a_b_c</l>'],
    ['<mail@x.example>', '<l>mail@x.example</l>'],
    ['![a *picture*](x.png)', '[imagem: a *picture*]'],
    ['a<br/>b', 'a⏎b'],
    ['<kbd>C</kbd>', '<kbd>C</kbd>'],
    ['\\*a\\*', '*a*'],
    ['&lt;a&gt; &amp;amp; &unknown;', '<a> &amp; &unknown;'],
    ['`&lt;`', '<c>`&lt;`</c>'],
    ['[^1] [ ] [x][y]', '[^1] [ ] [x][y]'],
    ['**注意：**请看**「引号」**的', '<b>注意：</b>请看<b>「引号」</b>的'],
    ['*a\u0301*', '<i>a\u0301</i>'],
  ])('%j', (markdown, expected) => {
    expect(shown(markdown)).toBe(expected)
  })

  it('lets no control character in through a reference', () => {
    const all = shown(
      '&#27;[31m **&#x1b;]0;t&#7;** [a&#27;](http://x.example/&#27;&#155;) ![&#27;](x) &#x202E;',
    )
    expect(all).not.toMatch(/[\0-\x1F\x7F-\x9F\u202A-\u202E]/)
  })

  it('makes links that can be clicked where the style can', () => {
    const style = withHyperlinks(plainMarkdownStyle)
    expect(shown('[words](https://x.example/é)', style)).toBe(
      '\x1b]8;;https://x.example/%C3%A9\x1b\\words\x1b]8;;\x1b\\',
    )
    expect(shown('[words](javascript:alert)', style)).toBe('words (javascript:alert)')
  })
})

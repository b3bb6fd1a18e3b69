import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inChunks, markdownSource } from './markdown-source.suite.ts'
import { MarkdownStream } from './markdown-stream.ts'
import { plainMarkdownStyle } from './plain-markdown-style.ts'
import { renderMarkdown } from './render-markdown.ts'
import { terminalMarkdownStyle } from './terminal-markdown-style.ts'

const style = plainMarkdownStyle

/** What is shown after each chunk, and at the end. */
function streamed(chunks: readonly string[], columns = 80): readonly string[] {
  let shown = ''
  const stream = new MarkdownStream({
    columns,
    style,
    out: (text) => {
      shown += text
    },
  })
  const all = chunks.map((chunk) => {
    shown = ''
    stream.push(chunk)
    return shown
  })
  shown = ''
  stream.end()
  return [...all, shown]
}

describe('MarkdownStream', () => {
  it('shows the same in the end, whatever the chunks', () => {
    const columns = fc.constantFrom(24, 40, 80, Infinity)
    const source = markdownSource({ code: true, controls: true })
    fc.assert(
      fc.property(source, fc.array(fc.integer({ min: 1, max: 12 })), columns, (text, cuts, width) => {
        const whole = renderMarkdown(text, { columns: width, style })
        expect(streamed(inChunks(text, cuts), width).join('')).toBe(whole)
        expect(streamed(text.split(''), width).join('')).toBe(whole)
      }),
      { numRuns: 300 },
    )
  })

  it('shows words as they come', () => {
    expect(streamed(['The ans', 'wer is ', '42. And', '\n'])).toEqual([
      'The',
      ' answer is',
      ' 42.',
      ' And',
      '\n',
    ])
    expect(streamed(['用户会', '话缓存'])).toEqual(['用', '户会话', '缓存\n'])
  })

  it('holds markup until it is closed', () => {
    expect(streamed(['It is **ve', 'ry** good', ' and `co', 'de` too'])).toEqual([
      'It is',
      ' very',
      ' good and',
      ' `code`',
      ' too\n',
    ])
  })

  it('shows items as they come', () => {
    expect(streamed(['- one\n', '- tw', 'o\n  - three\n'])).toEqual(['• one', '\n', '• two\n  • three', '\n'])
  })

  it('shows code line by line', () => {
    expect(streamed(['```js\ncon', 'st a = 1\n', 'b\n``', '`\n', 'End'])).toEqual([
      '── js ──────────────────────────────────',
      '\nconst a = 1',
      '\nb',
      '\n────────────────────────────────────────',
      '\n\n',
      'End\n',
    ])
  })

  it('shows a table when it has ended, and a long one from its fiftieth row on', () => {
    const head = '| a | b |\n|---|---|\n'
    expect(streamed([head, '| 1 | 2 |\n', '\n'])).toEqual(['', '', 'a │ b\n──┼──\n1 │ 2', '\n'])
    const rows = Array.from({ length: 52 }, (_, i) => `| ${i} | x |\n`)
    const shown = streamed([head, ...rows])
    expect(shown.slice(0, 50).join('')).toBe('')
    expect(shown[50]?.split('\n')).toHaveLength(52)
    expect(shown[51]).toBe('\n50 │ x')
  })

  it('shows no line as text that may be something else', () => {
    expect(streamed(['-', '-', '-', '\n'])).toEqual(['', '', '', '─'.repeat(80), '\n'])
    expect(streamed(['1', '.', ' ', 'a '])).toEqual(['', '', '', '1. a', '\n'])
    expect(streamed(['`', '`', '`', 'x'])).toEqual([
      '',
      '',
      '',
      '',
      `── x ${'─'.repeat(35)}\n${'─'.repeat(40)}\n`,
    ])
  })

  it('keeps to the width that the terminal has now', () => {
    let shown = ''
    const stream = new MarkdownStream({
      columns: 80,
      style,
      out: (text) => {
        shown += text
      },
    })
    stream.push('one two three four five six seven ')
    stream.resize(24)
    stream.push('eight nine ten eleven twelve thirteen\n')
    stream.end()
    expect(shown.split('\n')).toEqual([
      'one two three four five six seven',
      'eight nine ten eleven',
      'twelve thirteen',
      '',
    ])
  })

  it('shows nothing for nothing', () => {
    expect(streamed(['', '\n', ' \n'])).toEqual(['', '', '', ''])
  })

  it.each([
    ['words', 'Some words with **bold** ones, `code` and [links](http://x.example/y). ', 100_000],
    ['lists', '- item with **bold** words\n  - and `another`\n', 20_000],
    ['a paragraph with markup that stays open', '**open and never closed ', 20_000],
    ['a word', '*a', 20_000],
    ['cells', '| a **b** | `c` |\n', 20_000],
    ['scripts without spaces', '这是一个**很长**的段落，', 20_000],
  ])('gives the lexer nothing twice: %s', (_, part, units) => {
    const start = part.startsWith('|') ? '| a | b |\n|---|---|\n' : ''
    const source = start + part.repeat(Math.ceil(units / part.length))
    const size = Math.ceil(source.length / 2000)
    let lexed = 0
    const stream = new MarkdownStream({
      columns: 80,
      style: terminalMarkdownStyle,
      out: () => {},
      onLex: (units) => {
        lexed += units
      },
    })
    for (let at = 0; at < source.length; at += size) stream.push(source.slice(at, at + size))
    stream.end()
    expect(lexed).toBeGreaterThan(0)
    expect(lexed).toBeLessThanOrEqual(source.length)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../display-width.ts'
import { sanitiseForTerminal } from '../sanitise.ts'
import { markdownSource } from './markdown-source.suite.ts'
import { plainMarkdownStyle } from './plain-markdown-style.ts'
import { renderMarkdown } from './render-markdown.ts'
import { terminalMarkdownStyle } from './terminal-markdown-style.ts'

const style = plainMarkdownStyle
const colours = /\x1b\[\d+m/g

function at(columns: number, source: string): string {
  const shown = renderMarkdown(source, { columns, style })
  for (const line of shown.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  return `\n${shown}`
}

describe('renderMarkdown', () => {
  const words = `# A heading with \`code\` ##
Some **bold words**, *emphasis* and ~~what was struck out~~ in a paragraph
that goes on, with [a link](https://docs.example.org/a/page?x=1) and
https://docs.example.org/an/address/that/no/line/of/forty/columns/holds.
A line that ends here.  
Another one, and C:\\\\temp\\\\file, 2 * 3 * 4, snake_case_name, ~5 minutes.

Second
------
[^1]: A note.
[docs]: https://docs.example.org`

  it('breaks words into lines of 80 columns', () => {
    expect(at(80, words)).toMatchInlineSnapshot(`
      "
      # A heading with \`code\`

      Some bold words, emphasis and ~~what was struck out~~ in a paragraph that goes
      on, with a link (https://docs.example.org/a/page?x=1) and
      https://docs.example.org/an/address/that/no/line/of/forty/columns/holds. A line
      that ends here.
      Another one, and C:\\temp\\file, 2 * 3 * 4, snake_case_name, ~5 minutes.

      Second

      ────────────────────────────────────────────────────────────────────────────────

      [^1]: A note.
      [docs]: https://docs.example.org
      "
    `)
  })

  it('breaks words into lines of 40 columns', () => {
    expect(at(40, words)).toMatchInlineSnapshot(`
      "
      # A heading with \`code\`

      Some bold words, emphasis and ~~what was
      struck out~~ in a paragraph that goes
      on, with a link
      (https://docs.example.org/a/page?x=1)
      and
      https://docs.example.org/an/address/that
      /no/line/of/forty/columns/holds. A line
      that ends here.
      Another one, and C:\\temp\\file, 2 * 3 *
      4, snake_case_name, ~5 minutes.

      Second

      ────────────────────────────────────────

      [^1]: A note.
      [docs]: https://docs.example.org
      "
    `)
  })

  it('breaks Chinese and Japanese between characters, and nothing inside of one', () => {
    const source = `用Redis缓存用户会话，**粗体文字**，然后我们决定把TTL设为九十天。这是一个很长的段落，需要换行「显示」。

これは**「重要」**なメッセージです。キャッシュの有効期限は九十日に決めました。

👩‍👩‍👧 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 ❤️ 🇧🇷`
    expect(at(40, source)).toMatchInlineSnapshot(`
      "
      用Redis缓存用户会话，粗体文字，然后我们
      决定把TTL设为九十天。这是一个很长的段
      落，需要换行「显示」。

      これは「重要」なメッセージです。キャッ
      シュの有効期限は九十日に決めました。

      👩‍👩‍👧
      👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧
      👩‍👩‍👧 ❤️ 🇧🇷
      "
    `)
  })

  it('breaks Arabic at its spaces', () => {
    const source = 'قررنا أن تبقى **الجلسات** في ذاكرة التخزين المؤقت تسعين يوما، ثم تحذف من القرص.'
    expect(at(40, source)).toMatchInlineSnapshot(`
      "
      قررنا أن تبقى الجلسات في ذاكرة التخزين
      المؤقت تسعين يوما، ثم تحذف من القرص.
      "
    `)
  })

  const lists = `Steps:
- one
- two with words that go on to the next line of a narrow terminal
  - inner \`code\`
    1. deep
    1. deeper

- [ ] to do
- [x] done

9. Nine

   and its second paragraph
9. Ten
   > quoted
3) Another list
-
- - two at once`

  it('indents lists', () => {
    expect(at(40, lists)).toMatchInlineSnapshot(`
      "
      Steps:
      • one
      • two with words that go on to the next
        line of a narrow terminal
        • inner \`code\`
          1. deep
          2. deeper

      • [ ] to do
      • [x] done

      9. Nine

         and its second paragraph
      10. Ten
          │ quoted
      3) Another list
      •
      • • two at once
      "
    `)
  })

  it('draws a bar beside quotes', () => {
    const source = `> quoted words that go on to the next line of a narrow terminal
and go on without a bar
>
> > inner
> - item
>   \`\`\`
>   code
>   \`\`\`

after`
    expect(at(40, source)).toMatchInlineSnapshot(`
      "
      │ quoted words that go on to the next
      │ line of a narrow terminal and go on
      │ without a bar
      │
      │ │ inner
      │ • item
      │   ────────────────────────────────────
      │   code
      │   ────────────────────────────────────

      after
      "
    `)
  })

  it('leaves code as it is, between two rules', () => {
    const line = `run --with ${'a-long-option '.repeat(5)}`
    const source = `Run:\n\`\`\`sh title="x"\n\t${line}\n\n  **no bold**\n\`\`\`\nThen:\n\n    indented\n\n      more\n\nEnd`
    expect(`\n${renderMarkdown(source, { columns: 40, style })}`).toMatchInlineSnapshot(`
      "
      Run:

      ── sh title="x" ────────────────────────
      	run --with a-long-option a-long-option a-long-option a-long-option a-long-option 

        **no bold**
      ────────────────────────────────────────

      Then:

      ────────────────────────────────────────
      indented

        more
      ────────────────────────────────────────

      End
      "
    `)
  })

  const table = `| Name | Score | What for |
|:-----|------:|:--------:|
| Ana | 10 | the \`cache\` of sessions, which is kept for ninety days |
| 用户 | 5 | 👩‍👩‍👧<br>two lines |
| a \\| b |
After`

  it('fits a table into 80 columns', () => {
    expect(at(80, table)).toMatchInlineSnapshot(`
      "
      Name  │ Score │                        What for
      ──────┼───────┼───────────────────────────────────────────────────────
      Ana   │    10 │ the \`cache\` of sessions, which is kept for ninety days
      用户  │     5 │                           👩‍👩‍👧
            │       │                       two lines
      a | b │       │

      After
      "
    `)
  })

  it('fits a table into 40 columns', () => {
    expect(at(40, table)).toMatchInlineSnapshot(`
      "
      Name  │ Score │         What for
      ──────┼───────┼─────────────────────────
      Ana   │    10 │ the \`cache\` of sessions,
            │       │ which is kept for ninety
            │       │           days
      ┄┄┄┄┄┄┼┄┄┄┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
      用户  │     5 │            👩‍👩‍👧
            │       │        two lines
      ┄┄┄┄┄┄┼┄┄┄┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
      a | b │       │

      After
      "
    `)
  })

  it('writes a table as records where it does not fit', () => {
    expect(at(24, table.replace('|:-----|', '|-|'))).toMatchInlineSnapshot(`
      "
      Name: Ana
      Score: 10
      What for: the \`cache\` of
        sessions, which is
        kept for ninety days
      ┄┄┄
      Name: 用户
      Score: 5
      What for: 👩‍👩‍👧
        two lines
      ┄┄┄
      Name: a | b

      After
      "
    `)
  })

  it('keeps the head of a table that has nothing else', () => {
    const head = (cells: number): string => `${'| head '.repeat(cells)}|\n${'|-'.repeat(cells)}|`
    expect(at(24, head(2))).toBe('\nhead │ head\n─────┼─────\n')
    expect(at(24, head(4))).toBe('\nhead\nhead\nhead\nhead\n')
  })

  it('shows what a terminal has no way to show as text', () => {
    const source = `![a picture](https://x.example/p.png) <kbd>Ctrl</kbd> &lt;tag&gt; a[^1]

<details>
<summary>**More**</summary>
</details>

***`
    expect(at(40, source)).toMatchInlineSnapshot(`
      "
      [image: a picture] <kbd>Ctrl</kbd> <tag>
      a[^1]

      <details>
      <summary>**More**</summary>
      </details>

      ────────────────────────────────────────
      "
    `)
  })

  it('does not break lines where there is no terminal', () => {
    const source = `${'word '.repeat(100)}\n\n| a | b |\n|-|-|\n| ${'x'.repeat(200)} | y |`
    const lines = renderMarkdown(source, { columns: Infinity, style }).split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe('word '.repeat(100).trim())
  })

  it('paints each word by itself, and no end of a line', () => {
    const source = '# Chapter `one`\n**bold `code`** [words](https://x.example)\n> quote'
    expect(
      JSON.stringify(renderMarkdown(source, { columns: 40, style: terminalMarkdownStyle })),
    ).toMatchInlineSnapshot(
      `""\\u001b[1m\\u001b[4mChapter\\u001b[24m\\u001b[22m\\u001b[1m\\u001b[4m \\u001b[24m\\u001b[22m\\u001b[1m\\u001b[4m\\u001b[36mone\\u001b[39m\\u001b[24m\\u001b[22m\\n\\n\\u001b[1mbold\\u001b[22m\\u001b[1m \\u001b[22m\\u001b[1m\\u001b[36mcode\\u001b[39m\\u001b[22m \\u001b[4mwords\\u001b[24m \\u001b[2m(https://x.example)\\u001b[22m\\n\\n\\u001b[2m│\\u001b[22m quote\\n""`,
    )
  })

  it('makes no line wider than the terminal', () => {
    const source = markdownSource({ code: false, controls: false })
    fc.assert(
      fc.property(source, fc.constantFrom(24, 40, 80), (text, columns) => {
        at(columns, text)
      }),
      { numRuns: 300 },
    )
  })

  it('lets no control character through, wherever it stands', () => {
    const source = markdownSource({ code: true, controls: true })
    fc.assert(
      fc.property(source, (text) => {
        const options = { columns: 40, style: terminalMarkdownStyle }
        const shown = renderMarkdown(text, options).replace(colours, '')
        expect(shown).toBe(sanitiseForTerminal(shown))
        expect(renderMarkdown(sanitiseForTerminal(text), options).replace(colours, '')).toBe(shown)
      }),
      { numRuns: 300 },
    )
  })

  it('loses nothing that was said', () => {
    const said = (text: string): string => (text.match(/[\p{L}\p{N}]/gu) ?? []).join('')
    // What is counted anew or stands for something else.
    const source = markdownSource({ code: true, controls: false }).map((text) =>
      text.replace(/\d|&|<br>|!/g, ''),
    )
    fc.assert(
      fc.property(source, (text) => {
        expect(said(renderMarkdown(text, { columns: Infinity, style }))).toBe(said(text))
      }),
      { numRuns: 300 },
    )
  })
})

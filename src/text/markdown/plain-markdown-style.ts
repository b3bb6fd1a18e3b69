import type { MarkdownStyle } from './markdown-style.ts'

const same = (text: string): string => text

/** For pipes, `NO_COLOR` and dumb terminals: nothing but the text, with the marks that it would not be clear without. */
export const plainMarkdownStyle: MarkdownStyle = {
  strong: same,
  emphasis: same,
  strike: same,
  code: same,
  heading: same,
  link: same,
  label: same,
  quiet: same,
  marks: { heading: '#', code: '`', strike: '~~' },
}

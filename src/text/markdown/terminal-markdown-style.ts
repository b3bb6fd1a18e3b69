import { styleText } from 'node:util'
import type { MarkdownStyle, Paint } from './markdown-style.ts'

type Format = Parameters<typeof styleText>[0]

// Whether there is a terminal and colours are wanted is decided by the caller, not by what newer versions of Node see.
const always = { validateStream: false } as const

const chapter = paint(['bold', 'underline'])
const section = paint('bold')

/** Bold, italic, underlined and the colours every terminal has, which a person's theme sets. */
export const terminalMarkdownStyle: MarkdownStyle = {
  strong: paint('bold'),
  emphasis: paint('italic'),
  strike: paint('strikethrough'),
  code: paint('cyan'),
  heading: (text, depth) => (depth === 1 ? chapter(text) : section(text)),
  link: paint('underline'),
  label: paint('cyan'),
  quiet: paint('dim'),
  marks: { heading: '', code: '', strike: '' },
}

function paint(format: Format): Paint {
  return (text) => (text === '' ? '' : styleText(format, text, always))
}

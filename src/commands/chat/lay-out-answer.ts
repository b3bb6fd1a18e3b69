import type { Catalogue } from '../../text/catalogue.ts'
import { plainMarkdownStyle } from '../../text/markdown/plain-markdown-style.ts'
import { terminalMarkdownStyle } from '../../text/markdown/terminal-markdown-style.ts'
import type { AnswerStream } from './turn-printer.ts'

export interface LayOutOptions {
  readonly out: (text: string) => void
  /** Width of the terminal at this moment. */
  readonly columns: () => number | undefined
  readonly colour: boolean
  readonly text: Catalogue
}

/** What begins an answer that is Markdown, for a terminal. The code that reads Markdown is loaded here. */
export async function layOutAnswer({
  out,
  columns,
  colour,
  text,
}: LayOutOptions): Promise<() => AnswerStream> {
  const { MarkdownStream } = await import('../../text/markdown/markdown-stream.ts')
  const style = colour ? terminalMarkdownStyle : plainMarkdownStyle
  return () => new MarkdownStream({ out, columns: columns() ?? Infinity, style, imageLabel: text.chat.image })
}

import { type MarkdownOptions, MarkdownStream } from './markdown-stream.ts'

/**
 * A Markdown text as a terminal shows it: broken into lines, indented and painted. Pure, and the same that
 * {@link MarkdownStream} shows of the text in the end.
 *
 * @returns lines, each with its end; nothing for a text without any
 */
export function renderMarkdown(source: string, options: MarkdownOptions): string {
  let shown = ''
  const stream = new MarkdownStream({
    ...options,
    out: (text) => {
      shown += text
    },
  })
  stream.push(source)
  stream.end()
  return shown
}

import type { SlashResult } from '../../commands/chat/slash-context.ts'
import { fenced } from '../../conversation/fenced.ts'

/** What a command says, as Markdown: a sentence as it is; tables, lists and what somebody said line by line. */
export function slashAnswer({ lines, again }: SlashResult): string {
  const said = lines.join('\n').replace(/\s+$/, '')
  const quoted = again === undefined ? '' : `\n\n${again.replace(/^/gm, '> ')}`
  return `${said.includes('\n') ? fenced(said) : said}${quoted}`
}

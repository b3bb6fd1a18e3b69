import type { SlashResult } from '../../commands/chat/slash-context.ts'

/** What a command says, as Markdown: a sentence as it is; tables, lists and what somebody said line by line. */
export function slashAnswer({ lines, again }: SlashResult): string {
  const said = lines.join('\n').replace(/\s+$/, '')
  const quoted = again === undefined ? '' : `\n\n${again.replace(/^/gm, '> ')}`
  if (!said.includes('\n')) return `${said}${quoted}`
  const longest = Math.max(2, ...[...said.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${said}\n${fence}${quoted}`
}

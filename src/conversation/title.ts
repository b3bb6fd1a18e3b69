import type { Message } from './message.ts'

const TITLE_LENGTH = 60

/**
 * The title a message gives its conversation: the first 60 code points of what a person said, on one line, with `…`
 * when cut. Empty for every message that is not a person's own words (a summary, tool feedback, a skill, recall).
 */
export function titleOf(message: Message): string {
  const { role, content, meta } = message
  if (role !== 'user' || meta?.is_summary || meta?.['agent_feedback'] || meta?.['skill_names']) return ''
  return shortTitle(content)
}

/** Shortens any text to a title: one line of at most 60 code points. */
function shortTitle(text: string): string {
  const words = text.slice(0, 4000).replace(/\s+/g, ' ').trim()
  const points = Array.from(words)
  return points.length <= TITLE_LENGTH ? words : `${points.slice(0, TITLE_LENGTH).join('').trimEnd()}…`
}

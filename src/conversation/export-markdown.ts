import { fenced } from './fenced.ts'
import type { ConversationRecord, RecordMessage } from './record.ts'

/** A record as a Markdown document: a section for each message, tool calls and results fenced, prompts collapsed. */
export function exportMarkdown(record: ConversationRecord): string {
  const { name, title, id, messages, createdAt, updatedAt } = record
  const facts = [
    `- Session: ${name}`,
    `- Conversation: ${id}`,
    `- Messages: ${messages.length}`,
    `- From ${isoTime(createdAt)} to ${isoTime(updatedAt)}`,
  ]
  const head = `# ${oneLine(title === '' ? name : title)}\n\n${facts.join('\n')}\n`
  return [head, ...messages.map(sectionOf)].join('\n')
}

function sectionOf(entry: RecordMessage): string {
  const { position, message, state, at, approximate, toolName } = entry
  if (state === 'missing')
    return `### #${position} — ${entry.forgotten === true ? 'forgotten' : 'cannot be read'}\n`
  const time = at === undefined ? '' : ` — ${isoTime(at)}${approximate ? ' (about)' : ''}`
  const tool = toolName === undefined ? '' : ` (${oneLine(toolName)})`
  const summary = message.meta?.is_summary === true ? ' — summary' : ''
  const left = state === 'live' ? '' : ` — ${state}`
  const heading = `### #${position} ${oneLine(message.role)}${tool}${time}${summary}${left}`
  return `${heading}\n\n${bodyOf(entry)}\n`
}

function bodyOf({ message }: RecordMessage): string {
  const parts: string[] = []
  if (message.role === 'system') {
    parts.push(`<details><summary>system message</summary>\n\n${fenced(message.content)}\n\n</details>`)
  } else if (message.role === 'tool') {
    const call = message.tool_call_id ? `Result of \`${oneLine(message.tool_call_id)}\`:\n\n` : ''
    parts.push(`${call}${fenced(message.content)}`)
  } else if (message.content !== '') parts.push(message.content)
  for (const call of message.tool_calls ?? []) {
    const given = JSON.stringify(
      { id: call.id, name: call.name, arguments: call.arguments ?? {} },
      undefined,
      2,
    )
    parts.push(fenced(given, 'json'))
  }
  const images = message.images?.length ?? 0
  if (images > 0) parts.push(`_${images} image${images === 1 ? '' : 's'}_`)
  return parts.join('\n\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isoTime(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : 'an unknown time'
}

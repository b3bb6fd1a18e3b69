import { z } from 'zod'
import { exportRecord } from '../../../conversation/export-record.ts'
import type { RecordMessage } from '../../../conversation/record.ts'
import { placeholders } from '../../../search/page.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { openSession } from '../open-session.ts'
import { recalledFields } from '../recalled-fields.ts'

/** UTF-16 code units of messages that one answer holds, unless a single one has more. */
const mostCharacters = 150_000

const input = z.object({
  name: z.string().min(1).describe('Name of a session'),
  format: z.enum(['md', 'jsonl', 'sharegpt']).default('md'),
  from: z.int().min(0).default(0).describe('Position of the first message (nextFrom of the part before)'),
})
const output = z.object({
  ...recalledFields,
  name: z.string(),
  format: z.enum(['md', 'jsonl', 'sharegpt']),
  total: z.int().describe('Messages in the session'),
  from: z.int(),
  entries: z.int().describe('Messages in this part'),
  more: z.int().describe('Messages behind it'),
  nextFrom: z.int().nullable(),
  content: z.string(),
})

type Asked = z.output<typeof input>

/** A session as text, without its system prompts. */
export const sessionExport: McpTool = defineTool({
  name: 'session_export',
  title: 'Export a conversation',
  kind: 'read',
  about:
    'A whole session as Markdown, JSON Lines or ShareGPT form, in parts when it is long. System prompts and secrets are masked; for an exact copy the person runs `chatcli session export`.',
  input,
  output,
  run: exportSession,
})

function exportSession({ name, format, from }: Asked, call: ToolCall): ToolAnswer {
  openSession(name, call)
  const record = call.chatcli.sessions.record(name)
  const messages = partOf(record.messages.slice(from)).map(withoutPrompt)
  const next = from + messages.length
  return {
    isRecalled: true,
    result: {
      name,
      format,
      total: record.messages.length,
      from,
      entries: messages.length,
      more: Math.max(0, record.messages.length - next),
      nextFrom: next < record.messages.length ? next : null,
      content: exportRecord({ ...record, messages }, format),
    },
  }
}

function partOf(messages: readonly RecordMessage[]): readonly RecordMessage[] {
  let length = 0
  const end = messages.findIndex(({ message }, i) => {
    length += message.content.length + JSON.stringify(message.tool_calls ?? '').length
    return i > 0 && length > mostCharacters
  })
  return end < 0 ? messages : messages.slice(0, end)
}

/** What a hand edit removed is not shown either. */
function withoutPrompt(entry: RecordMessage): RecordMessage {
  const { message, state } = entry
  if (message.role === 'system')
    return { ...entry, message: { role: 'system', content: placeholders.system } }
  if (state === 'removed') return { ...entry, message: { role: message.role, content: placeholders.removed } }
  return entry
}

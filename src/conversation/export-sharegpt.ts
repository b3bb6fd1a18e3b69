import type { Message, ToolCall } from './message.ts'
import type { ConversationRecord } from './record.ts'
import { escapeTag } from './sharegpt-tags.ts'
import type { ShareGptTurn } from './sharegpt-turn.ts'

/**
 * The trajectory of a record: a line `{from, value}` for each message. What was rewound or removed is no part of it, nor
 * is a summary whose messages are there, nor a message that says nothing.
 *
 * It cannot carry ids, times, images, errors of tools, `meta`, and which call a result answers when results come in
 * another order than their calls; `exportJsonl` can.
 */
export function exportShareGpt({ messages }: ConversationRecord): string {
  return messages
    .filter(({ state, derived }) => (state === 'live' || state === 'compacted') && !derived)
    .map(({ message }) => shareGptTurn(message))
    .filter(({ value }) => value !== '')
    .map((turn) => `${JSON.stringify(turn)}\n`)
    .join('')
}

/** One message in ShareGPT form; its value is empty when it says nothing and calls nothing. */
export function shareGptTurn({ role, content, tool_calls }: Message): ShareGptTurn {
  switch (role) {
    case 'user':
      return { from: 'human', value: content }
    case 'assistant': {
      const text = escapeTag(content, 'tool_call')
      const calls = (tool_calls ?? []).map(callTag)
      return { from: 'gpt', value: [...(text === '' ? [] : [text]), ...calls].join('\n') }
    }
    case 'tool':
      return {
        from: 'tool',
        value: `<tool_response>\n${escapeTag(content, 'tool_response')}\n</tool_response>`,
      }
    default:
      return { from: role, value: content }
  }
}

function callTag({ name, arguments: given = {} }: ToolCall): string {
  // A tag inside a JSON text is spelled so that nobody takes it for the end.
  const json = JSON.stringify({ name, arguments: given }).replace(/<(?=\/?tool_call>)/g, '\\u003c')
  return `<tool_call>\n${json}\n</tool_call>`
}

import { messageHash } from '../../conversation/message-hash.ts'
import type { Message } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { namedImage } from '../shared/named-image.ts'
import { wellFormed } from '../shared/well-formed.ts'

/**
 * The messages of a session of the Go program. They have neither ids nor times; the n-th message that says the same has
 * the same id whatever a compaction took out before it. What it tells a model, as system messages, is not imported.
 */
export function sessionMessages(messages: readonly Message[]): ImportedMessage[] {
  const seen = new Map<string, number>()
  return messages.flatMap((message) => {
    if (message.role === 'system') return []
    const said = withoutBytes(message)
    const hash = messageHash(said)
    const nth = seen.get(hash) ?? 0
    seen.set(hash, nth + 1)
    return [
      {
        message: said,
        nativeId: `${hash.slice(0, 24)}:${nth}`,
        quality: 'none',
        branch: 'active',
        sort: sortOf(said),
      },
    ]
  })
}

function withoutBytes({ id: _id, created_at: _at, images, ...message }: Message): Message {
  const named = (images ?? []).map(({ media_type, file_name, url }, i) =>
    namedImage(i + 1, { type: media_type, name: file_name, url }),
  )
  return {
    ...message,
    content: wellFormed(message.content),
    ...(named.length === 0 ? {} : { images: named }),
  }
}

function sortOf({ role, content, meta, tool_calls: calls }: Message): ImportedMessage['sort'] {
  if (role === 'tool') return 'tool-result'
  if (meta?.is_summary === true) return 'summary'
  if (role === 'user') return meta?.['agent_feedback'] || meta?.['skill_names'] ? 'other' : 'text'
  if (role !== 'assistant') return 'other'
  return content.trim() === '' && (calls ?? []).length > 0 ? 'tool-call' : 'text'
}

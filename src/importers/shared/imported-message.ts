import type { Message } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { boundedDepth } from './bounded-depth.ts'
import { wellFormed } from './well-formed.ts'

export interface MessageOrigin {
  readonly nativeId: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly branch?: ImportedMessage['branch']
}

/** A message of a foreign file as it is imported: text that every encoder takes, its time exact or none. */
export function importedMessage(
  { nativeId, at, branch = 'active' }: MessageOrigin,
  message: Message,
  sort: ImportedMessage['sort'],
): ImportedMessage {
  const calls = message.tool_calls?.map((call) =>
    call.arguments === undefined ? call : { ...call, arguments: boundedDepth(call.arguments) },
  )
  return {
    message: {
      ...message,
      content: wellFormed(message.content),
      ...(calls === undefined ? {} : { tool_calls: calls }),
    },
    ...(nativeId === undefined ? {} : { nativeId }),
    ...(at === undefined ? {} : { at }),
    quality: at === undefined ? 'none' : 'exact',
    branch,
    sort,
  }
}

import type { Message } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
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
  return {
    message: { ...message, content: wellFormed(message.content) },
    ...(nativeId === undefined ? {} : { nativeId }),
    ...(at === undefined ? {} : { at }),
    quality: at === undefined ? 'none' : 'exact',
    branch,
    sort,
  }
}

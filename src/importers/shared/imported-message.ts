import type { Message } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { wellFormed } from './well-formed.ts'

export interface ImportedMessageOptions {
  readonly sort: ImportedMessage['sort']
  /** Unique in the conversation. */
  readonly nativeId?: string | undefined
  /** Milliseconds since the epoch; undefined when the format does not tell. */
  readonly at?: number | undefined
  /** How exact the time is, when there is one; `exact` when not given. */
  readonly quality?: 'exact' | 'minute' | 'session'
  /** `active` when not given. */
  readonly branch?: ImportedMessage['branch']
}

/** A message as an importer hands it on: a text that every encoder takes, and no time that nobody knows. */
export function importedMessage(message: Message, options: ImportedMessageOptions): ImportedMessage {
  const { sort, nativeId, at, quality = 'exact', branch = 'active' } = options
  return {
    message: { ...message, content: wellFormed(message.content) },
    ...(nativeId === undefined ? {} : { nativeId }),
    ...(at === undefined ? {} : { at }),
    quality: at === undefined ? 'none' : quality,
    branch,
    sort,
  }
}

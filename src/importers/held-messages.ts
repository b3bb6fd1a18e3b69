import { messageHash } from '../conversation/message-hash.ts'
import type { StoredMessage } from '../conversation/session-file.ts'
import { saidKey } from './said-key.ts'

/** The messages of a session without what they say, to be asked for by what tells them. */
export interface HeldMessages {
  /** By id, and by `saidKey` when that is wanted. */
  has(key: string): boolean
  /** @returns whether it is a new one */
  add(message: StoredMessage): boolean
}

export function heldMessages(messages: readonly StoredMessage[], bySaidKey: boolean): HeldMessages {
  const keys = new Set<string>()
  const add = (message: StoredMessage): boolean => {
    const { id = '', created_at: at } = message
    const isNew = !keys.has(id)
    keys.add(id)
    if (bySaidKey && at !== undefined) keys.add(saidKey(at, messageHash(message)))
    return isNew
  }
  for (const message of messages) add(message)
  return { has: (key) => keys.has(key), add }
}

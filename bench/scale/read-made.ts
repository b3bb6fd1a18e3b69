import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../src/conversation/message.ts'

/** A message as the maker of corpora writes it. */
export interface MadeMessage extends Message {
  readonly role: string
  readonly content: string
  readonly created_at: string
}

/** Reads a session of a made corpus, by its number. */
export function readMade(
  corpus: string,
  number: number,
): { readonly title: string; readonly said: readonly MadeMessage[] } {
  const path = join(corpus, `sess-${String(number).padStart(5, '0')}.json`)
  const { title, chat_history } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly title: string
    readonly chat_history: readonly MadeMessage[]
  }
  const said = chat_history.map(({ role, content, created_at }) => ({ role, content, created_at }))
  return { title, said }
}

import type { TranscriptEvent } from '../conversation/event.ts'
import { ownId } from '../conversation/fold.ts'
import type { ConversationState } from '../conversation/fold-state.ts'
import { SEED_PREFIX } from './seed-events.ts'
import type { StoreContext } from './store-context.ts'

/** The transcript that is gone, and how far its last writer had counted lines and messages. */
export interface EarlierTranscript {
  readonly id: string
  readonly w: string
  readonly n: number
  readonly m: number
}

/** Lines with which a conversation whose transcript was deleted begins a new one: its window, its settings, where it came from. */
export function restart(
  { randomHex, now }: StoreContext,
  { window, settings }: Pick<ConversationState, 'window' | 'settings'>,
  earlier: EarlierTranscript,
): TranscriptEvent[] {
  const w = `${SEED_PREFIX}${randomHex(16)}`
  const at = new Date(now()).toISOString()
  const { id, w: writer, n, m } = earlier
  const without = n > 0 ? [[writer, 0, n - 1]] : []
  const withoutMessages = m > 0 ? [[writer, 0, m - 1]] : []
  const data = { id, without, without_messages: withoutMessages }
  const said = window.map(({ message, turn, hash }, i): TranscriptEvent => {
    const id = message.id ?? ownId({ w, n: i + 1 })
    return { v: 1, w, n: i + 1, at: message.created_at ?? at, turn, kind: 'message', m: i, id, hash, message }
  })
  return [
    { v: 1, w, n: 0, at, turn: w, kind: 'mark', mark: 'forked-from', data },
    ...said,
    { v: 1, w, n: said.length + 1, at, turn: w, kind: 'set', set: settings },
    { v: 1, w, n: said.length + 2, at, turn: w, kind: 'mark', mark: 'close' },
  ]
}

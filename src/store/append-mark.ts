import type { MarkBody } from '../conversation/event.ts'
import type { StoreContext } from './store-context.ts'
import { TranscriptLog } from './transcript-log.ts'

/**
 * Leaves one mark in a transcript, for the surfaces that are bound to it.
 *
 * @throws ChatCliError `storage`
 */
export function appendMark(context: StoreContext, transcriptId: string, mark: Omit<MarkBody, 'kind'>): void {
  const w = context.randomHex(16)
  const log = new TranscriptLog(context, transcriptId, w)
  const at = new Date(context.now()).toISOString()
  try {
    log.append([{ v: 1, w, n: 0, at, turn: w, kind: 'mark', ...mark }])
  } finally {
    log.close()
  }
}

import { messageTime } from '../conversation/message-time.ts'
import type { FileStat } from '../disk/disk.ts'
import { type CatalogueRow, type EmptyTranscript, stampOf } from './catalogue-row.ts'
import { branchedSource } from './branched-source.ts'
import { foldWhole } from './fold-whole.ts'
import type { StoreContext } from './store-context.ts'

/**
 * What a list shows of a transcript that belongs to no session: a conversation that ended without being saved. A stamp
 * alone for one that was deleted, or that nobody said anything in. The name is given by the catalogue.
 */
export function interruptedRow(
  context: StoreContext,
  id: string,
  stat: FileStat,
): CatalogueRow | EmptyTranscript {
  const stamp = stampOf(stat, context.now())
  const { fold } = foldWhole(context, id, { forLooking: true })
  const { deleted, window, title, settings, createdAt, updatedAt } = fold.state()
  if (deleted || fold.record.length === 0) return { ...stamp, id }
  const first = fold.record[0]
  const began = (first && messageTime(first.message)) ?? Date.parse(createdAt ?? '')
  return {
    ...stamp,
    name: '',
    storedName: fold.name,
    id,
    title,
    createdAt: Number.isNaN(began) ? stat.mtimeMs : began,
    updatedAt: updatedAt ?? stat.mtimeMs,
    messages: window.length,
    machine: true,
    private: settings.private ?? false,
    pinned: settings.pinned ?? false,
    mayAttach: (settings.attachments ?? []).length > 0,
    transcriptId: id,
    interrupted: true,
    source: branchedSource(fold),
  }
}

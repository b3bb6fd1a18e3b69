import type { ActiveNotice } from '../../agent/active-notice.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** One line on what happened to a conversation elsewhere, safe to show. */
export function noticeLine(notice: ActiveNotice, text: Catalogue): string {
  return sanitiseLine(sentence(notice, text))
}

function sentence(notice: ActiveNotice, text: Catalogue): string {
  const { notices } = text.chat
  switch (notice.kind) {
    case 'caught-up':
      return notices.caughtUp(notice.messages)
    case 'deleted-elsewhere':
      return notices.deletedElsewhere(notice.name)
    case 'renamed-elsewhere':
      return notices.renamedElsewhere(notice.from, notice.to)
    case 'changed-by-hand':
      return notices.changed(notices.byHand, notice.added, notice.changed, notice.removed)
    case 'changed-by-program':
      return notices.changed(notices.byProgram, notice.added, notice.changed, notice.removed)
    case 'older-snapshot':
      return notices.olderSnapshot(notice.newer)
    case 'copy':
      return notices.copy(notice.of)
    case 'transcript-shorter':
      return notices.shorter(notice.messages)
    case 'transcript-missing':
      return notices.missing
    case 'damage':
      return notices.damage(notice.count)
    case 'newer-lines':
      return notices.newer
    case 'unsealed':
      return notices.unsealed(notice.files)
    case 'named-otherwise':
      return notices.namedOtherwise(notice.stored)
    case 'cut-off':
      return notices.cutOff(notice.turns)
    case 'forked-import':
      return notices.forkedImport(notice.from, notice.name, notice.earlier)
    case 'on-with-fork':
      return notices.onWithFork(notice.from, notice.name)
    case 'joined':
      return notices.joined(notice.name)
    case 'name-taken':
      return notices.nameTaken(notice.name)
    case 'kept-unsaved':
      return notices.keptUnsaved(notice.messages)
    case 'change-not-saved':
      return notices.notSaved(text.fromStore(notice.error.message))
    default:
      return notices.snapshotFailed(text.fromStore(notice.error.message))
  }
}

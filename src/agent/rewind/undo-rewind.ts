import type { LineRef } from '../../conversation/event.ts'
import type { RewriteSummary } from '../../conversation/fold-state.ts'
import { undoOf } from '../../conversation/compaction/undo-compaction.ts'
import { refKey } from '../../conversation/range-set.ts'
import type { ActiveConversation } from '../active-conversation.ts'
import { nothingToUndo } from './nothing-to-undo.ts'

export interface UndoneRewind {
  /** A rewind was taken back, or the taking back was. */
  readonly kind: 'undone' | 'redone'
  readonly ref: LineRef
  /** The rewrite that does not hold any more. */
  readonly undoes: LineRef
  /** Messages in the window now. */
  readonly messages: number
}

/**
 * Takes back the last rewind; once more, and it holds again, as long as nothing was said or compacted meanwhile.
 *
 * @throws ChatCliError `not-found` when there is none, and as `ActiveConversation.beginTurn`
 */
export function undoRewind(conversation: ActiveConversation): UndoneRewind {
  conversation.beginTurn()
  const { live } = conversation
  const whole = live.whole()
  const { rewrites, record } = whole
  const last = rewrites.findLast((rewrite) => rootOf(rewrite, rewrites)?.reason === 'rewind')
  // It would take out what the rewind had taken out, which another rewrite may stand for by now.
  const isPast = last?.undoes !== undefined && (last.said < record.length || last !== rewrites.at(-1))
  if (last === undefined || isPast) throw nothingToUndo('rewind', whole.state())
  const held = rootOf(last, rewrites)?.undone === false
  const ref = conversation.rewrite(undoOf(last, whole.window()))
  conversation.endTurn()
  conversation.flush()
  return { kind: held ? 'undone' : 'redone', ref, undoes: last.ref, messages: live.state().window.length }
}

/** What an undo is about in the end. */
function rootOf(rewrite: RewriteSummary, rewrites: readonly RewriteSummary[]): RewriteSummary | undefined {
  let root: RewriteSummary | undefined = rewrite
  while (root?.undoes !== undefined) {
    const key = refKey(root.undoes)
    root = rewrites.find(({ ref }) => refKey(ref) === key)
  }
  return root
}

import type { LineRef } from '../../conversation/event.ts'
import type { RewriteSummary, WindowMessage } from '../../conversation/fold-state.ts'
import { undoOf } from '../../conversation/compaction/undo-compaction.ts'
import type { ActiveConversation } from '../active-conversation.ts'
import { nothingToUndo } from './nothing-to-undo.ts'

export interface UndoneCompaction {
  readonly ref: LineRef
  readonly undoes: LineRef
  /** Messages in the window before and after. */
  readonly before: number
  readonly after: number
  /** How many more compactions can be taken back. */
  readonly left: number
}

/**
 * Takes back the newest compaction that the window still shows; the next call takes back the one before.
 *
 * @throws ChatCliError `not-found` when there is none, and as `ActiveConversation.beginTurn`
 */
export function undoCompaction(conversation: ActiveConversation): UndoneCompaction {
  conversation.beginTurn()
  const { live } = conversation
  const whole = live.whole()
  const window = whole.window()
  const last = standing(whole.rewrites, window).at(-1)
  if (last === undefined) throw nothingToUndo('compaction', whole.state())
  const ref = conversation.rewrite(undoOf(last, window))
  conversation.endTurn()
  conversation.flush()
  const now = live.whole()
  const after = now.window()
  const left = standing(now.rewrites, after).length
  return { ref, undoes: last.ref, before: window.length, after: after.length, left }
}

/**
 * Compactions whose summaries or shortened messages are in the window. Others were covered by a newer one, or rewound:
 * taking such a one back would bring back turns that the person had left.
 */
function standing(
  rewrites: readonly RewriteSummary[],
  window: readonly WindowMessage[],
): readonly RewriteSummary[] {
  const carriers = new Set(window.filter(({ of }) => of !== undefined).map(({ ref }) => lineKey(ref)))
  return rewrites.filter(
    ({ reason, undone, ref }) =>
      !undone && (reason === 'compact' || reason === 'trim') && carriers.has(lineKey(ref)),
  )
}

function lineKey([w, n]: readonly [w: string, n: number, ...rest: number[]]): string {
  return `${w}:${n}`
}

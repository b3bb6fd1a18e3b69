import type { ConversationState } from '../../conversation/fold-state.ts'
import { ChatCliError } from '../../errors.ts'

/** There is nothing to take back; or it stands in lines that cannot be read, and then that is said. */
export function nothingToUndo(
  what: 'rewind' | 'compaction',
  { problems }: Pick<ConversationState, 'problems'>,
): ChatCliError {
  const lost = problems.filter(({ kind }) => kind === 'gap' || kind === 'unresolved').length
  if (lost === 0) return new ChatCliError('not-found', `There is no ${what} to take back`, { hint: '' })
  return new ChatCliError('damaged', `No ${what} to take back can be read`, {
    hint: `The transcript has ${lost} gaps, and one may be there; \`chatcli session transcript stats\` tells more.`,
  })
}

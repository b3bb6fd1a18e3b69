import type { RestorePlan } from '../../agent/rewind/plan-restore.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { askBelow } from './ask-below.ts'
import type { SlashContext } from './slash-context.ts'

/** Whether files are brought back too. */
export type WithFiles = 'yes' | 'no' | 'ask'

export interface FilesToRewind {
  /** Undefined where changes are not kept. */
  readonly plan: RestorePlan | undefined
  /** Commands ran in those turns: what they changed is not known. */
  readonly ranCommands: boolean
}

/**
 * Offers to bring files back that the tools of a conversation changed, and does it when the person wants that.
 *
 * @returns lines for the person; none when no file was changed
 */
export async function rewindFiles(
  context: SlashContext,
  { plan, ranCommands }: FilesToRewind,
  { rewind, files }: { readonly rewind: string; readonly files: WithFiles },
): Promise<readonly string[]> {
  const { chat, text, ask, isTerminal } = context
  const { restores, kept } = plan ?? { restores: [], kept: [] }
  const about = [
    ...(restores.length === 0 ? [] : [text.rewind.files]),
    ...restores.map(({ path, to }) =>
      to === 'none' ? text.rewind.fileRemoved(path) : text.rewind.fileBack(path),
    ),
    ...(kept.length === 0 ? [] : [text.rewind.filesKept, ...kept.map(text.rewind.fileBack)]),
    ...(ranCommands ? [text.rewind.commands] : []),
  ].map(sanitiseLine)
  if (restores.length === 0) return about
  if (files === 'ask' && (ask === undefined || !isTerminal)) return [...about, text.rewind.filesHint]
  const isWanted = files === 'yes' || text.isYes(await askBelow(context, about, text.rewind.askFiles))
  if (!isWanted) return [text.rewind.filesStay]
  const failed = chat.keeper?.().restore(restores, rewind) ?? []
  return [
    ...(files === 'yes' ? about : []),
    text.rewind.filesBack(restores.length - failed.length),
    ...(failed.length === 0 ? [] : [sanitiseLine(text.rewind.filesFailed(failed.join(', ')))]),
  ]
}

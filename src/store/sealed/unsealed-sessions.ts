import { join } from 'node:path'
import { transcriptPath } from '../side-files.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * The names of those sessions of a sealed home that stand there in clear, or whose transcripts do: somebody without the key
 * may have written them.
 */
export function unsealedSessions(
  context: StoreContext,
  sessions: readonly { readonly name: string; readonly id: string }[],
): readonly string[] {
  const { disk, home } = context
  const { seal } = disk
  if (seal?.isSealing !== true) return []
  return sessions
    .filter(
      ({ name, id }) =>
        seal.isUnsealed(join(home.sessions, `${name}.json`)) ||
        (id !== '' && seal.isUnsealed(transcriptPath(context, id))),
    )
    .map(({ name }) => name)
}

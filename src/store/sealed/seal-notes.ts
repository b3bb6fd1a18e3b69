import type { LoadNote } from '../load-note.ts'
import type { SessionOnDisk } from '../read-session.ts'
import { transcriptPath } from '../side-files.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * What a person should be told of a session in a sealed home, because whoever can change files may have done it: files of
 * it that are not sealed, and a name inside that is not its file's.
 */
export function sealNotes(
  context: StoreContext,
  { name, path, file }: SessionOnDisk,
  transcriptId: string | undefined,
): readonly LoadNote[] {
  const { seal } = context.disk
  if (seal?.isSealing !== true) return []
  const paths = new Set([
    path,
    ...(transcriptId === undefined ? [] : [transcriptPath(context, transcriptId)]),
  ])
  const files = [...paths].filter((candidate) => seal.isUnsealed(candidate)).length
  const isOther = file.name !== undefined && file.name !== name
  return [
    ...(files > 0 ? [{ kind: 'unsealed', files } as const] : []),
    ...(isOther ? [{ kind: 'named-otherwise', stored: file.name } as const] : []),
  ]
}

import type { SessionsApi } from '../chatcli.ts'
import { ChatCliError } from '../errors.ts'
import { isImportedId } from '../store/imported-id.ts'

/** A fork of an import that somebody went on with. */
export interface LastFork {
  readonly name: string
  /** It holds everything that the import holds by now. */
  readonly isWhole: boolean
}

/** The fork of an import that was changed last; undefined when nobody went on with it, or that one cannot be read. */
export function lastFork(sessions: SessionsApi, from: string): LastFork | undefined {
  const { source } = sessions.summary(from)
  const native = source?.['native_id']
  if (source === undefined || native === undefined) return undefined
  const [last] = sessions
    .list()
    .sessions.filter((one) => {
      const isFork = one.source?.['kind'] === 'fork' && one.source['parent'] === native
      return isFork && one.source?.tool === source.tool && !one.machine && !isImportedId(one.id)
    })
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
  if (last === undefined) return undefined
  try {
    const known = new Set(sessions.record(last.name).messages.map(({ message }) => message.id))
    const isWhole = sessions.record(from).messages.every(({ message }) => known.has(message.id))
    return { name: last.name, isWhole }
  } catch (error) {
    if (error instanceof ChatCliError) return undefined
    throw error
  }
}

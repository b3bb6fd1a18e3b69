import type { ChatCli, ListOptions, LogPlace, SessionList } from '../../chatcli.ts'
import { ChatCliError } from '../../errors.ts'
import { isListed, listOrders } from '../../store/list-sessions.ts'

/** Milliseconds after which every file is looked at again: other programs leave no hints. */
const lookAgain = 10_000

interface Known {
  readonly place: LogPlace
  readonly at: number
  readonly list: SessionList
}

/**
 * The memory with a list of sessions that is not read anew while nothing changed: a look at ten thousand files would be
 * most of the work of a call. What surfaces of this program write is known at once.
 *
 * @param now milliseconds since the epoch
 */
export function withKnownSessions(chatcli: ChatCli, now: () => number): ChatCli {
  let known: Known | undefined
  const read = (): SessionList => {
    const { place } = chatcli.changes()
    const list = chatcli.sessions.list()
    known = { place, at: now(), list }
    return list
  }
  const current = (): SessionList => {
    const age = known === undefined ? Infinity : now() - known.at
    if (known === undefined || age < 0 || age > lookAgain) return read()
    const { notes, place, isComplete } = chatcli.changes(known.place)
    if (notes.length === 0 && isComplete) return known.list
    const ids = new Set(notes.map(({ id }) => id))
    const isSmall = notes.every(({ what }) => what === 'appended' || what === 'saved')
    const list = isComplete && isSmall ? renewed(known.list, ids, chatcli) : undefined
    if (list === undefined) return read()
    known = { ...known, place, list }
    return list
  }
  const sessions = { ...chatcli.sessions, list: (options: ListOptions = {}) => chosen(current(), options) }
  return { ...chatcli, sessions }
}

/** The list with a new look at some of its sessions; undefined when one of them is not in it. */
function renewed(
  list: SessionList,
  ids: ReadonlySet<string>,
  { sessions }: ChatCli,
): SessionList | undefined {
  const changed = list.sessions.filter(({ id, transcriptId }) => ids.has(id) || ids.has(transcriptId ?? id))
  if (changed.length < ids.size) return undefined
  try {
    const rows = new Map(changed.map(({ name }) => [name, sessions.summary(name)]))
    const all = list.sessions.map((row) => rows.get(row.name) ?? row)
    return { ...list, sessions: all.sort(listOrders.recent) }
  } catch (error) {
    if (error instanceof ChatCliError) return undefined
    throw error
  }
}

function chosen(list: SessionList, options: ListOptions): SessionList {
  const { sort = 'recent', limit = Infinity } = options
  const wanted = list.sessions.filter(isListed(options))
  const sorted = sort === 'recent' ? wanted : wanted.sort(listOrders[sort])
  return { ...list, sessions: sorted.slice(0, limit), total: wanted.length }
}

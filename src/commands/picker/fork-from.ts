import type { ChatCli } from '../../chatcli.ts'
import { planRewrite } from '../../conversation/plan-rewrite.ts'

/**
 * Copies a session up to a message, under a new name. What came later is rewound in the copy, so it stays in its record
 * and can be undone; of a message that is not in the window any more, what led to it is copied as it was said.
 *
 * @param position of the last message; the whole session when not given
 * @throws ChatCliError as `sessions.fork`
 */
export function forkFrom(
  { sessions }: Pick<ChatCli, 'sessions'>,
  from: string,
  to: string,
  position: number | undefined,
): void {
  const { messages, title } = sessions.record(from)
  const last = position === undefined ? undefined : messages[position]
  if (last === undefined || last.position === messages.length - 1) {
    sessions.fork(from, to)
    return
  }
  const before = messages.slice(0, last.position + 1)
  if (last.state !== 'live') {
    const said = before.filter(
      ({ state, derived }) => !derived && (state === 'compacted' || state === 'live' || state === last.state),
    )
    sessions.save(
      to,
      said.map(({ message }) => message),
      { title },
    )
    return
  }
  sessions.fork(from, to)
  const fork = sessions.open(to)
  try {
    const { window: seen } = fork.state()
    const key = last.ref?.join(':')
    const end = seen.findIndex(({ ref }) => ref.join(':') === key)
    if (end < 0 || end === seen.length - 1) return
    const keep = seen.slice(0, end + 1).map(({ ref }) => ref)
    fork.record(planRewrite({ reason: 'rewind', seen, keep }))
    fork.save()
  } finally {
    fork.close()
  }
}

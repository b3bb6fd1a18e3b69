import { localPrincipal } from '../../commands/serving/local-principal.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import { suggestName } from '../../store/session-name.ts'
import type { AcpWorld } from './acp-world.ts'

/**
 * A session of its own that begins with everything that was said in another one. It has a name, since it is a copy
 * somebody wanted; the other one stays as it is.
 *
 * @param cwd absolute
 */
export async function forkSession(
  { served, context }: AcpWorld,
  from: ServedConversation,
  cwd: string,
): Promise<ServedConversation> {
  const { sessions } = context.chatcli
  const mode = from.chat.mode
  const copy = await from.alone(() => {
    from.chat.conversation.flush()
    const { session, mirror, title } = from.status()
    const source = session ?? mirror
    if (source === undefined || !sessions.exists(source)) return undefined
    const name = freeName(suggestName(session ?? title), (taken) => sessions.exists(taken))
    sessions.fork(source, name)
    return name
  })
  const fork = await served.create({ principal: localPrincipal, cwd, mode })
  if (copy !== undefined) await fork.attach(copy)
  return fork
}

function freeName(stem: string, isTaken: (name: string) => boolean): string {
  const base = `${stem.slice(0, 100)}-fork`
  for (let i = 1; ; i++) {
    const name = i === 1 ? base : `${base}-${i}`
    if (!isTaken(name)) return name
  }
}

import { localPrincipal } from '../../commands/serving/local-principal.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import type { SessionSummary } from '../../chatcli.ts'
import { isImportedId } from '../../store/imported-id.ts'
import type { AcpWorld } from './acp-world.ts'

export interface FindServedOptions {
  /** Absolute; where the editor is, when it says so: there the session goes on. */
  readonly cwd: string | undefined
  /** Absolute; the folder of a session that is taken up for the first time, where the editor does not say. */
  readonly anywhere: string
}

/** The session of the memory that is listed under an id, or has it as its name. */
export function savedSession({ context }: AcpWorld, id: string): SessionSummary | undefined {
  const { sessions } = context.chatcli.sessions.list()
  const known = sessions.filter(({ interrupted }) => !interrupted)
  return known.find((summary) => summary.id === id) ?? known.find(({ name }) => name === id)
}

/** Whether a conversation that was taken up under the id of a session is still that: bound to it, or nothing was said since. */
export function standsFor(served: ServedConversation, { id, name }: SessionSummary): boolean {
  const { live, name: bound, origin } = served.chat.conversation
  // An import goes on in a fork of its own.
  return bound === name || origin === name || (isImportedId(id) && !live.hasTranscript)
}

/**
 * The conversation behind a session id: one of an editor, or a session of the memory, which is taken up under that id.
 * Undefined when there is none.
 */
export async function findServed(
  world: AcpWorld,
  id: string,
  { cwd, anywhere }: FindServedOptions,
): Promise<ServedConversation | undefined> {
  const { served } = world
  const known =
    cwd === undefined ? await served.find(id, localPrincipal) : await served.findIn(cwd, id, localPrincipal)
  if (known !== undefined) return known
  const saved = savedSession(world, id)
  if (saved === undefined) return undefined
  const conversation = await served.create({
    principal: localPrincipal,
    cwd: cwd ?? anywhere,
    id,
    mode: world.mode,
  })
  await conversation.attach(saved.name)
  return conversation
}

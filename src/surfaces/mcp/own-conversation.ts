import type { McpWorld } from './mcp-world.ts'

/** The conversation that is meant when none is named, by its id. */
export interface OwnConversation {
  /** Undefined when there is none yet. */
  readonly find: () => Promise<string | undefined>
  /** Begins it when there is none yet. */
  readonly make: () => Promise<string>
}

/**
 * The conversations of protocol sessions, which revisions before 2026-07-28 have: one each, made when it is first written
 * to, and the same one from then on.
 *
 * @returns by principal and id of the protocol session
 */
export function ownConversations(
  world: McpWorld,
): (principal: string, sessionId: string | undefined) => OwnConversation {
  const made = new Map<string, Promise<string>>()
  const begin = async (principal: string, sessionId: string | undefined): Promise<string> => {
    const { conversations } = await world.memory()
    const id = sessionId === undefined ? {} : { id: sessionId }
    return (await conversations.create({ principal, cwd: world.cwd, ...id })).id
  }
  return (principal, sessionId) => {
    const key = JSON.stringify([principal, sessionId])
    return {
      async find() {
        if (sessionId === undefined || made.has(key)) return made.get(key)
        const { conversations } = await world.memory()
        return (await conversations.find(sessionId, principal))?.id
      },
      make() {
        const known = made.get(key)
        if (known !== undefined) return known
        const making = begin(principal, sessionId)
        made.set(key, making)
        making.catch(() => made.delete(key))
        return making
      },
    }
  }
}

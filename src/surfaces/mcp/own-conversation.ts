import type { McpWorld } from './mcp-world.ts'

/**
 * The conversation of a protocol session, which revisions before 2026-07-28 have: made when it is first asked for, and
 * the same one from then on.
 *
 * @returns by principal and id of the protocol session, the id of the conversation
 */
export function ownConversation(
  world: McpWorld,
): (principal: string, sessionId: string | undefined) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  const make = async (principal: string, sessionId: string | undefined): Promise<string> => {
    const { conversations } = await world.memory()
    const id = sessionId === undefined ? {} : { id: sessionId }
    return (await conversations.create({ principal, cwd: world.cwd, ...id })).id
  }
  return (principal, sessionId) => {
    const key = JSON.stringify([principal, sessionId])
    const known = made.get(key)
    if (known !== undefined) return known
    const making = make(principal, sessionId)
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }
}

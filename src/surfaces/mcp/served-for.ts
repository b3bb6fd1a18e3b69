import { z } from 'zod'
import type { JsonObject } from '../../commands/command.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import type { ServedStatus } from '../../commands/serving/served-status.ts'
import { ChatCliError } from '../../errors.ts'
import type { ToolCall } from './mcp-tool.ts'

/** The argument that says which conversation is meant. */
export const conversationHandle: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .optional()
  .describe('Your conversation handle, as append, chat or session_attach gave it')

/** How the conversation of a client stands, in an answer. */
export const statusFields: Readonly<Record<string, z.ZodType>> = {
  conversation: z.string().describe('Its handle: pass it from now on'),
  session: z.string().nullable().describe('The saved session it is bound to'),
  mirror: z.string().nullable().describe('The copy it is kept in while it is bound to none'),
  messages: z.int(),
  mode: z.string(),
  title: z.string(),
  updatedAt: z.string().nullable(),
  busy: z.boolean(),
}

export function statusJson(status: ServedStatus): JsonObject {
  const { id, session, mirror, messages, mode, title, updatedAt, isBusy } = status
  return {
    conversation: id,
    session: session ?? null,
    mirror: mirror ?? null,
    messages,
    mode,
    title,
    updatedAt: updatedAt > 0 ? new Date(updatedAt).toISOString() : null,
    busy: isBusy,
  }
}

/**
 * The conversation a call is about: the one of the handle, else the one of the protocol session.
 *
 * @returns undefined when there is neither
 * @throws ChatCliError `not-found` for a handle that is unknown, expired or somebody else's
 */
export async function servedFor(
  handle: string | undefined,
  { conversations, principal, ownConversation, world }: ToolCall,
): Promise<ServedConversation | undefined> {
  const id = handle ?? (await ownConversation?.find())
  if (id === undefined) return undefined
  const served = await conversations.find(id, principal)
  if (served !== undefined) return served
  throw new ChatCliError('not-found', world.text.mcp.noConversation(id), { hint: world.text.mcp.handleHint })
}

/** The same; a new one where there is none yet. */
export async function servedOrNew(handle: string | undefined, call: ToolCall): Promise<ServedConversation> {
  const { conversations, principal, world, ownConversation } = call
  if (handle !== undefined || ownConversation === undefined) {
    return (await servedFor(handle, call)) ?? conversations.create({ principal, cwd: world.cwd })
  }
  return servedNeeded(await ownConversation.make(), call)
}

/** The same, for what makes no sense without one. @throws ChatCliError `usage` */
export async function servedNeeded(handle: string | undefined, call: ToolCall): Promise<ServedConversation> {
  const served = await servedFor(handle, call)
  if (served !== undefined) return served
  const { mcp } = call.world.text
  throw new ChatCliError('usage', mcp.needsConversation, { hint: mcp.handleHint })
}

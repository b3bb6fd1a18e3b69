import type { Message } from '../message.ts'

/** What a tool answered; programs without calls of their own keep it as a message of the user, flagged. */
export function isToolResult({ role, meta }: Message): boolean {
  return role === 'tool' || (role === 'user' && meta?.['agent_feedback'] === true)
}

/** Instructions of a skill that were put into the conversation. */
export function isInstructionBlock({ meta }: Message): boolean {
  return typeof meta?.['skill_names'] === 'string' && meta['skill_names'] !== ''
}

/** What a person typed. */
export function isPersons(message: Message): boolean {
  if (message.role !== 'user' || isSummary(message)) return false
  return !isToolResult(message) && !isInstructionBlock(message)
}

/** What a model thought, in a conversation of another tool: kept and searched, and never given to a model. */
export function isThinking({ meta }: Message): boolean {
  return meta?.['thinking'] === true
}

export function isSummary({ meta }: Message): boolean {
  return meta?.is_summary === true
}

/** How far a message was shortened already; see {@link shortened}. */
export function shortenedTo({ meta }: Message): string | undefined {
  const value = meta?.['compacted']
  return typeof value === 'string' ? value : undefined
}

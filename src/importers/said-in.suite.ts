import type { CollectedImport } from './collect-import.suite.ts'

/** What was read of a conversation, a line for each message: its sort and branch unless they are the usual, role, text. */
export function saidIn(conversations: CollectedImport['conversations'], id: string): readonly string[] {
  return (conversations.get(id)?.messages ?? []).map(({ sort, branch, message }) =>
    [sort, branch, message.role, message.content]
      .filter((word) => word !== 'text' && word !== 'active')
      .join(' '),
  )
}

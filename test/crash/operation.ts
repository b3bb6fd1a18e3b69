import type { Message } from '../../src/conversation/message.ts'
import { deleteSession } from '../../src/store/delete-session.ts'
import { forkSession } from '../../src/store/fork-session.ts'
import { openLive } from '../../src/store/open-live.ts'
import { renameSession } from '../../src/store/rename-session.ts'
import { restoreSession } from '../../src/store/restore-session.ts'
import { saveSession } from '../../src/store/save-session.ts'
import type { LiveConversation } from '../../src/store/live-conversation.ts'
import type { StoreContext } from '../../src/store/store-context.ts'

/** What a person does to a store. `go-on` is an append by a surface that has had the session open since before. */
export type Operation =
  | { readonly kind: 'append' | 'go-on'; readonly name: string; readonly texts: readonly string[] }
  | { readonly kind: 'save'; readonly name: string; readonly texts: readonly string[] }
  | { readonly kind: 'fork' | 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'delete' | 'restore'; readonly name: string }

/** Messages that say so; their ids make a repeated append harmless. */
export function messagesOf(texts: readonly string[]): Message[] {
  return texts.map((text, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: text,
    id: `id-${text}`,
  }))
}

/**
 * @param live the conversation that `go-on` goes on with; without it, one that is opened for the purpose
 * @param acknowledged called when the operation has promised its effect, before it returns
 */
export function runOperation(
  context: StoreContext,
  operation: Operation,
  live?: LiveConversation,
  acknowledged?: () => void,
): void {
  switch (operation.kind) {
    case 'go-on':
    case 'append': {
      const own = operation.kind === 'append' ? undefined : live
      const open = own ?? openLive(context, operation.name)
      open.append(messagesOf(operation.texts))
      acknowledged?.()
      open.save()
      if (own === undefined) open.close()
      return
    }
    case 'save':
      return saveSession(context, operation.name, {
        version: 2,
        chat_history: messagesOf(operation.texts),
        other: {},
      })
    case 'fork':
      return forkSession(context, operation.name, operation.to).close()
    case 'rename':
      return renameSession(context, operation.name, operation.to)
    case 'delete':
      deleteSession(context, operation.name)
      return
    case 'restore':
      restoreSession(context, operation.name)
      return
  }
}

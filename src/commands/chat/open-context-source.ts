import type { CommandContext } from '../command.ts'
import type { Chat } from './chat.ts'
import type { TurnSource } from './turn-source.ts'

export interface OpenContextSourceOptions {
  /** Asked when a turn begins. */
  readonly chat: () => Chat
  readonly randomHex: (digits: number) => string
}

/** What is attached to the conversation of a chat has its word in its turns. Loaded with the first of them. */
export function openContextSource(
  context: CommandContext,
  { chat, randomHex }: OpenContextSourceOptions,
): TurnSource {
  const newMark = (): string => randomHex(16)
  const load = async (): Promise<TurnSource> => {
    const { contextSource } = await import('./context-source.ts')
    const { windowOf } = await import('./context-slash.ts')
    const { contextTool } = await import('./context-tool.ts')
    return contextSource({
      contexts: () => context.chatcli.contexts(),
      text: context.text,
      windowOf: (model) => windowOf(model, context),
      newMark,
      tools(turn, contexts) {
        // Whoever only talks, and has none, is spared the words about it.
        const isOffered = turn.mode !== 'chat' || contexts.list().contexts.length > 0
        return isOffered ? [contextTool({ context, chat: chat(), signal: turn.signal, newMark })] : []
      },
    })
  }
  let source: Promise<TurnSource> | undefined
  return async (turn) => (await (source ??= load()))(turn)
}

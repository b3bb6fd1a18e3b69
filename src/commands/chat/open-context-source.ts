import type { CommandContext } from '../command.ts'
import type { Chat } from './chat.ts'
import type { TurnSource } from './turn-source.ts'

export interface OpenContextSourceOptions {
  /** Asked when a turn begins. */
  readonly chat: () => Chat
  readonly randomHex: (digits: number) => string
  /** Whether a model that only talks may look things up. */
  readonly chatKnowledge: boolean
}

/** How often it may in one turn. */
const MOST_CALLS = 4

/** What is attached to the conversation of a chat has its word in its turns. Loaded with the first of them. */
export function openContextSource(
  context: CommandContext,
  { chat, randomHex, chatKnowledge }: OpenContextSourceOptions,
): TurnSource {
  const newMark = (): string => randomHex(16)
  const load = async (): Promise<TurnSource> => {
    const { contextSource } = await import('./context-source.ts')
    const { windowOf } = await import('./context-slash.ts')
    const { contextTool } = await import('./context-tool.ts')
    const { createKnowledgeTool } = await import('../../agent/tools/knowledge-tool.ts')
    return contextSource({
      contexts: () => context.chatcli.contexts(),
      text: context.text,
      windowOf: (model) => windowOf(model, context),
      newMark,
      tools({ mode, signal }, contexts, bases) {
        const isChat = mode === 'chat'
        // Whoever only talks, and has none, is spared the words about it.
        const isOffered = !isChat || contexts.list().contexts.length > 0
        const isAsked = bases.length > 0 && (!isChat || chatKnowledge)
        return [
          ...(isOffered ? [contextTool({ context, chat: chat(), signal, newMark })] : []),
          ...(isAsked
            ? [createKnowledgeTool({ bases, newMark, most: isChat ? MOST_CALLS : undefined })]
            : []),
        ]
      },
    })
  }
  let source: Promise<TurnSource> | undefined
  return async (turn) => (await (source ??= load()))(turn)
}

import { type AttachmentHolder, attachmentHolder } from '../../contexts/attachment-holder.ts'
import { contextWindowOf } from '../../models/context-window.ts'
import type { Model } from '../../models/model.ts'
import { type ProviderName, providers } from '../../models/providers.ts'
import { readSettings } from '../../settings.ts'
import type { CommandContext } from '../command.ts'
import type { ContextCommandContext } from '../context/context-command.ts'
import type { Chat } from './chat.ts'
import { runAsCommand } from './run-as-command.ts'
import type { SlashContext, SlashResult } from './slash-context.ts'

/** `/context …`: the verbs of the command line, about the conversation at hand when they name none. */
export async function contextSlash(context: SlashContext, words: readonly string[]): Promise<SlashResult> {
  const [first, ...rest] = words
  const verb = first?.toLowerCase()
  if (verb === undefined || verb === 'help') return { lines: [context.text.context.usage] }
  const lines = await runAsCommand(['context', verb, ...rest], ofConversation(context, context.chat))
  return { lines, isVerbatim: verb === 'inspect' || (verb === 'export' && rest.includes('-')) }
}

/** What the verbs work with in a chat. */
export function ofConversation<T extends CommandContext>(context: T, chat: Chat): T & ContextCommandContext {
  return { ...context, attachments: chatAttachments(chat), window: windowOf(chat.model, context) }
}

/** What is attached to the conversation that a chat holds; its session file follows at once. */
function chatAttachments({ conversation }: Pick<Chat, 'conversation'>): AttachmentHolder {
  return attachmentHolder(
    () => conversation.live,
    () => {
      conversation.endTurn()
      conversation.flush()
    },
  )
}

/** Tokens that a model takes, as far as that is known without asking its provider. */
export function windowOf(
  model: Model | undefined,
  { environment, config }: Pick<CommandContext, 'environment' | 'config'>,
): number | undefined {
  if (model === undefined) return undefined
  const own = readSettings(environment, config()).contextWindow
  if (!isProvider(model.provider)) return own
  return contextWindowOf(model.provider, model.id, { own }).tokens
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}

import type { Mode } from '../../agent/turn.ts'
import { allowedTools } from '../../commands/chat/allowed-tools.ts'
import { chatSettings } from '../../commands/chat/chat-settings.ts'
import { openChat } from '../../commands/chat/open-chat.ts'
import type { ServeRequest } from '../../commands/serve-request.ts'
import { ServedConversations } from '../../commands/serving/served-conversations.ts'
import { ChatCliError } from '../../errors.ts'
import { chooseModel } from '../../models/choose-model.ts'
import { resolveSetting, type Settings, settingRows } from '../../settings.ts'
import { randomHex } from '../../store/random-hex.ts'
import type { Asking } from './acp-sessions.ts'
import type { AcpWorld } from './acp-world.ts'

export interface OpenAcpWorldOptions {
  readonly fetch: typeof globalThis.fetch
  /** The surface ends. */
  readonly signal: AbortSignal
}

/**
 * The memory of the person who started this process, for its editor.
 *
 * @throws ChatCliError `usage` for settings that are wrong, and what is wrong with the home or its key
 */
export async function openAcpWorld(
  request: ServeRequest,
  asking: Asking,
  { fetch, signal }: OpenAcpWorldOptions,
): Promise<AcpWorld> {
  const { input, base, open } = request
  const allow = allowedTools(input.options, base.text)
  const settings = chatSettings(input.options, base.environment, base.config())
  const context = await open(settings)
  // Nothing is said into a sealed home that could not be kept there.
  context.disk.seal?.requireKey()
  const { chatcli, disk, now } = context
  const served = new ServedConversations({
    chatcli,
    surface: 'acp',
    cwd: context.cwd,
    disk,
    settings,
    now,
    randomHex,
    openChat: ({ id, cwd, mirror }) =>
      openChat(
        { ...context, cwd, ask: (question) => asking.yesNo(id, question) },
        { settings, fetch, allow, mirror, ask: asking.permission(id) },
      ),
  })
  let models: Promise<readonly string[]> | undefined
  return {
    context,
    settings,
    served,
    mode: modeOf(request, settings),
    models: () => (models ??= listedModels(settings, { fetch, signal, now })),
    randomHex,
  }
}

/** Where nobody said otherwise, an editor is there to work on code. */
function modeOf({ input, base }: ServeRequest, { mode }: Settings): Mode {
  const { origin } = resolveSetting(settingRows.mode, base.environment, base.config())
  return origin.kind === 'default' && input.options['mode'] === undefined ? 'coder' : mode
}

interface ListedModelsOptions extends OpenAcpWorldOptions {
  readonly now: () => number
}

/** A provider that does not say has none to choose from. */
async function listedModels(settings: Settings, options: ListedModelsOptions): Promise<readonly string[]> {
  try {
    const choice = chooseModel(settings)
    if (choice === undefined) return []
    const { listModels } = await import('../../models/list-models.ts')
    return await listModels(choice, options)
  } catch (error) {
    if (error instanceof ChatCliError) return []
    throw error
  }
}

import type { Settings } from '../../settings.ts'
import type { CommandContext } from '../command.ts'
import type { TurnSource } from './turn-source.ts'

export interface OpenAutoRecallOptions {
  readonly settings: Settings
  readonly randomHex: (digits: number) => string
}

/** Automatic recall over the memory of a chat. What it takes is loaded with the first turn. */
export function openAutoRecall(context: CommandContext, options: OpenAutoRecallOptions): TurnSource {
  let source: Promise<TurnSource> | undefined
  return async (turn) => (await (source ??= load(context, options)))(turn)
}

async function load(
  { chatcli, text, now, keys }: CommandContext,
  { settings, randomHex }: OpenAutoRecallOptions,
): Promise<TurnSource> {
  const { home, timeZone, transcript, hiddenSources, maskSecrets: mask } = settings
  const [{ autoRecallSource }, { indexBehind }] = await Promise.all([
    import('./auto-recall-source.ts'),
    import('./index-behind.ts'),
  ])
  return autoRecallSource({
    chatcli,
    text,
    now,
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    hiddenSources,
    mask,
    newMark: () => randomHex(16),
    index: indexBehind(chatcli, { home, timeZone, transcripts: transcript, keys }),
  })
}

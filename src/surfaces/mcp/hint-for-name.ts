import type { ChatCli } from '../../chatcli.ts'
import { nameHint } from '../../commands/name-hint.ts'
import type { JsonObject } from '../../commands/command.ts'
import { openSessions } from '../../commands/closed-sessions.ts'
import { ChatCliError } from '../../errors.ts'
import type { McpWorld } from './mcp-world.ts'

/** What to do about an error; for a session that is not there, the names that look like it. */
export function hintForName(
  error: unknown,
  values: JsonObject,
  chatcli: ChatCli,
  { settings, text }: McpWorld,
): string | undefined {
  if (!(error instanceof ChatCliError)) return undefined
  const words = Object.values(values).filter((value) => typeof value === 'string')
  const names = (): string[] => openSessions(chatcli, settings.hiddenSources).map(({ name }) => name)
  return nameHint(error, words, names, text)
}

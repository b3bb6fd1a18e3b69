import type { CommandInput } from '../../../commands/command.ts'
import { isOn } from '../../../commands/input-values.ts'
import { ChatCliError } from '../../../errors.ts'
import type { Catalogue } from '../../../text/catalogue.ts'

/** @throws ChatCliError `usage` for an option that only a server over HTTP has: it was meant to be one */
export function checkNoHttp(input: CommandInput, text: Catalogue): void {
  const given = ['port', 'host', 'token'].find((name) => isOn(input, name))
  if (given !== undefined) throw new ChatCliError('usage', text.mcpHttp.onlyWithHttp(given))
}

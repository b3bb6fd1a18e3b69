import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandContext } from '../command.ts'
import { importMachine } from './import-machine.ts'

/** For somebody who has nothing here yet: whose conversations there are on this machine. Only places are looked at. */
export async function importOffer(
  context: Pick<CommandContext, 'chatcli' | 'text' | 'disk' | 'environment' | 'cwd' | 'now'>,
): Promise<readonly string[]> {
  const labels = (await context.chatcli.imports()).present(importMachine(context))
  return labels.length === 0 ? [] : ['', sanitiseLine(context.text.import.present(labels))]
}

import { resolve } from 'node:path'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, wordAt } from './input-values.ts'

/** `storage restore FILE`: brings a backup into the home; nothing that is there is lost. */
export async function runStorageRestore(
  context: CommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { chatcli, text, cwd, disk } = context
  const from = resolve(cwd, wordAt(text, input, 0, 'FILE'))
  checkWordCount(text, input, 1)
  const vault = await context.vault?.()
  const storage = await chatcli.storage()
  const { added, merged, forked, kept, gone } = storage.restoreBackup({ from, bare: vault?.bare ?? disk })
  const { backup } = text.storage
  return {
    text: backup.restored(added.length, merged.length, kept),
    json: {
      path: from,
      added: [...added],
      merged: [...merged],
      forked: forked.map(({ name, as }) => ({ name, as })),
      kept,
      gone: [...gone],
    },
    notes: [
      ...forked.map(({ name, as }) => backup.forked(sanitiseLine(name), sanitiseLine(as))),
      ...(gone.length > 0 ? [backup.gone(gone.length)] : []),
    ],
  }
}

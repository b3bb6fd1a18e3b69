import { resolve } from 'node:path'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { checkWordCount, isOn, wordAt } from './input-values.ts'
import { readableSize } from './readable-size.ts'

/** `storage backup FILE`: everything in the home that cannot be made again, as one tar file. */
export async function runStorageBackup(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text, cwd, disk } = context
  const target = resolve(cwd, wordAt(text, input, 0, 'FILE'))
  checkWordCount(text, input, 1)
  const vault = await context.vault?.()
  const storage = await chatcli.storage()
  const { files, bytes } = storage.backup({ disk: vault?.bare ?? disk, target, force: isOn(input, 'force') })
  const { backup } = text.storage
  return {
    text: backup.written(files, readableSize(bytes), sanitiseLine(target)),
    json: { path: target, files, bytes },
    notes: [backup.leftOut],
  }
}

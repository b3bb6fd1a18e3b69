import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { trajectoryFolder } from '../../agent/trajectory-folder.ts'
import type { ExportFormat } from '../../chatcli.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { resolveSetting, settingRows } from '../../settings.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { exportActive } from './export-active.ts'
import type { SlashContext, SlashResult } from './slash-context.ts'

const formats = ['jsonl', 'sharegpt', 'md'] as const

/**
 * `/export [PATH] [--format jsonl|sharegpt|md]`: the conversation at hand in a file of its own, in `exports/` of the
 * home folder when there is no path. It takes the place of no file.
 *
 * @throws ChatCliError `usage`, `exists`, `storage`, and as `exportActive`
 */
export function exportSlash(context: SlashContext, words: readonly string[]): SlashResult {
  const { chat, chatcli, text, environment, disk, now, timeZone, cwd } = context
  const { format, path } = wordsOf(words, context)
  const { text: content, entries, source } = exportActive(chatcli, chat.conversation, format)
  if (entries === 0) throw new ChatCliError('not-found', text.trajectory.nothing, { hint: '' })
  const { value: home } = resolveSetting(settingRows.home, environment, undefined)
  const target =
    path === undefined
      ? trajectoryFolder({ disk, home, now, timeZone }).write(content, format === 'md' ? '.md' : '.jsonl')
      : writeNew(context, resolve(cwd, path), content)
  const origin = source === 'journal' ? text.sourceJournal : text.sourceLiveHistory
  return { lines: [sanitiseLine(text.exported(entries, target, origin))] }
}

function writeNew({ disk, text }: SlashContext, path: string, content: string): string {
  // With the dot at the end a link to a folder is followed.
  if (disk.stat(`${path}/.`)?.kind === 'folder') {
    const hint = text.trajectory.usage
    throw new ChatCliError('usage', text.inputIsFolder(path), { hint })
  }
  try {
    const randomName = (): string => randomBytes(12).toString('hex')
    writeDurably(disk, path, Buffer.from(content), { replace: false, randomName })
    return path
  } catch (error) {
    if (!(error instanceof ChatCliError) || error.code !== 'exists') throw error
    throw new ChatCliError('exists', error.message, { hint: text.trajectory.existsHint, cause: error })
  }
}

/** `--format sharegpt`, `--format=sharegpt`, or the format as a word by itself. */
function wordsOf(
  words: readonly string[],
  { text }: SlashContext,
): { readonly format: ExportFormat; readonly path: string | undefined } {
  const wrong = (message: string): ChatCliError =>
    new ChatCliError('usage', message, { hint: text.trajectory.usage })
  let format: ExportFormat | undefined
  let path: string | undefined
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const [, option, inline] = /^--([^=]*)(?:=(.*))?$/.exec(word) ?? []
    if (option !== undefined && option !== 'format') throw wrong(text.usageErrors.unknownOption(word))
    const named = option === undefined ? word : (inline ?? words[++i] ?? '')
    const known = formats.find((one) => one === named.toLowerCase())
    if (option !== undefined && known === undefined)
      throw wrong(text.usageErrors.badChoice('--format', named))
    if (known !== undefined && format === undefined) format = known
    else if (known === undefined && path === undefined) path = named
    else throw wrong(text.usageErrors.unexpected(named))
  }
  return { format: format ?? 'jsonl', path }
}

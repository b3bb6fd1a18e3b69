import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { ExportFormat } from '../chatcli.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { localTime } from '../text/local-time.ts'
import { maskSecrets } from '../text/secrets/mask-secrets.ts'
import { sanitiseForTerminal, sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandResult } from './command.ts'
import { choiceOf } from './input-values.ts'

const formats: readonly ExportFormat[] = ['md', 'jsonl', 'sharegpt']

export interface ExportSessionOptions {
  /** Where to: a file, a folder, `-` for the answer itself; a file of its own in the working folder when not given. */
  readonly path?: string
  /** Take the place of a file that exists. */
  readonly force: boolean
  /** Put placeholders for the secrets that are in it; not, when not given. */
  readonly mask?: boolean
}

/**
 * Writes everything ever said in a session as Markdown, JSON Lines or ShareGPT form. The file is readable by its owner alone.
 *
 * @throws ChatCliError `exists` without `force`, else as `transcripts.export`
 */
export function exportSession(
  context: CommandContext,
  name: string,
  format: string,
  { path, force, mask = false }: ExportSessionOptions,
): CommandResult {
  const { chatcli, text, isTerminal } = context
  const form = choiceOf(text, format, formats.join('|'), formats) ?? 'md'
  const { text: whole, entries, source } = chatcli.transcripts.export(name, form)
  const { text: content, count } = mask ? maskSecrets(whole) : { text: whole, count: 0 }
  const masked = mask ? { notes: [text.masked(count)] } : {}
  const origin = source === 'journal' ? text.sourceJournal : text.sourceLiveHistory
  const facts = { name, format: form, entries, source, ...(mask ? { masked: count } : {}) }
  if (path === '-') {
    const shown = content.replace(/\n$/, '')
    return {
      // Into a pipe goes every byte as it was said.
      text: isTerminal ? sanitiseForTerminal(shown) : shown,
      json: { ...facts, path: null, text: content },
      notes: [text.exported(entries, '-', origin), ...(masked.notes ?? [])],
    }
  }
  const target = targetOf(context, name, form, path)
  write(context, target, content, force)
  return {
    text: text.exported(entries, sanitiseLine(target), origin),
    json: { ...facts, path: target, text: null },
    ...masked,
  }
}

function targetOf(
  context: CommandContext,
  name: string,
  form: ExportFormat,
  path: string | undefined,
): string {
  const { disk, cwd } = context
  const given = resolve(cwd, path ?? '.')
  if (path !== undefined && disk.stat(`${given}/.`)?.kind !== 'folder') return given
  const now = localTime(context.now(), context.timeZone)
  const stamp = `${now?.date}-${now?.time}`.replace(/^(\d+)-(\d+)-|:/g, '$1$2')
  const ending = form === 'sharegpt' ? 'sharegpt.jsonl' : form
  return join(given, `chatcli-${name}-${stamp}.${ending}`)
}

function write({ disk, text }: CommandContext, target: string, content: string, force: boolean): void {
  try {
    writeDurably(disk, target, new TextEncoder().encode(content), {
      replace: force,
      randomName: () => randomBytes(12).toString('hex'),
    })
  } catch (error) {
    if (!(error instanceof ChatCliError) || error.code !== 'exists')
      throw toStorageError(error, 'write', target)
    throw new ChatCliError('exists', error.message, { hint: text.exportExistsHint, cause: error })
  }
}

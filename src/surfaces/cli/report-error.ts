import type { ChatCli } from '../../chatcli.ts'
import type { CommandSpec } from '../../commands/command.ts'
import { nameHint } from '../../commands/name-hint.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { HelpText } from '../../text/help-text.ts'
import { escapeJsonControls, sanitiseLine } from '../../text/sanitise.ts'
import type { TextOut } from './cli-edge.ts'
import { exitBug, exitCodeOf } from './exit-code.ts'
import { usageOf } from './render-help.ts'

export interface ReportErrorOptions {
  readonly stderr: TextOut
  readonly isJson: boolean
  readonly text: Catalogue
  readonly help: HelpText
  /** What was typed. */
  readonly words: readonly string[]
  /** The command it happened in. */
  readonly spec?: CommandSpec
  /** The memory, when it could be opened. */
  readonly chatcli?: ChatCli
}

/** Says on standard error what went wrong, and what to do about it; returns the exit code. Never a stack trace. */
export function reportError(thrown: unknown, options: ReportErrorOptions): number {
  const { text } = options
  const error = toStorageError(thrown, 'use', pathOf(thrown))
  if (error instanceof ChatCliError) {
    write(error.code, text.fromStore(error.message), text.fromStore(hintOf(error, options)), options)
    return exitCodeOf(error.code)
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  write('unexpected', text.unexpectedError(what), '', options)
  return exitBug
}

function hintOf(error: ChatCliError, { text, help, words, spec, chatcli }: ReportErrorOptions): string {
  if (error.code === 'usage' && error.hint === undefined && spec !== undefined) {
    return `${text.usage} ${usageOf(spec, help)}`
  }
  if (chatcli !== undefined) {
    const names = (): string[] => chatcli.sessions.list().sessions.map((session) => session.name)
    return nameHint(error, words, names, text)
  }
  return error.hint ?? text.hints[error.code]
}

function write(
  code: string,
  message: string,
  hint: string,
  { stderr, isJson, text }: ReportErrorOptions,
): void {
  if (isJson) {
    const error = { code, message, hint: hint === '' ? null : hint }
    stderr.write(`${escapeJsonControls(JSON.stringify({ error }))}\n`)
    return
  }
  stderr.write(`chatcli: ${sanitiseLine(message)}\n`)
  if (hint !== '') stderr.write(`${sanitiseLine(hint.startsWith(text.usage) ? hint : text.hintLine(hint))}\n`)
}

/** The path that a failed system call was about. */
function pathOf(error: unknown): string {
  const isAboutPath = error instanceof Error && 'path' in error && typeof error.path === 'string'
  return isAboutPath ? String((error as Error & { readonly path: unknown }).path) : 'a file'
}

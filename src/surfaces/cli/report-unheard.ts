import { toStorageError } from '../../disk/storage-error.ts'
import { type Environment, resolveSetting, settingRows } from '../../settings.ts'
import { helpTextFor } from '../../text/help-text-for.ts'
import { languageOf } from '../../text/language-of.ts'
import { textFor } from '../../text/text-for.ts'
import type { TextOut } from './cli-edge.ts'
import { reportError } from './report-error.ts'
import { wantsJson } from './wants-json.ts'

/**
 * Says that an answer could not be written to where it was to go (`chatcli session list > /full-disk/file`).
 *
 * @param error of the write
 * @returns the exit code
 */
export function reportUnheard(
  error: unknown,
  {
    stderr,
    environment,
    argv,
  }: { readonly stderr: TextOut; readonly environment: Environment; readonly argv: readonly string[] },
): number {
  const language = languageOf(resolveSetting(settingRows.language, environment).value)
  return reportError(toStorageError(error, 'write', 'stdout'), {
    stderr,
    isJson: wantsJson(argv),
    text: textFor(language),
    help: helpTextFor(language),
    words: argv,
  })
}

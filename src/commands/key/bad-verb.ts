import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** A word that is not among those a command knows. */
export function badVerb(
  { usageErrors }: Catalogue,
  command: string,
  verb: string,
  verbs: readonly string[],
): ChatCliError {
  return new ChatCliError('usage', usageErrors.badChoice(command, verb), {
    hint: usageErrors.choiceHint(verbs),
  })
}

import type { PutDown } from '../../agent/put-down.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** What became of the conversation before, in a line; none when there is nothing to tell. */
export function putDownLines(before: PutDown | undefined, text: Catalogue): readonly string[] {
  const { putDown } = text.chat
  switch (before?.kind) {
    case 'saved':
      return [putDown.saved(before.name)]
    case 'autosaved':
      return [putDown.autosaved(before.name)]
    case 'trashed':
      return [putDown.trashed]
    default:
      return []
  }
}

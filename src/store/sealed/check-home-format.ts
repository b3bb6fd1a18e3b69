import { ChatCliError } from '../../errors.ts'

/** A sealed home has this format: programs that know nothing of keys leave it alone. */
export const sealedHomeFormat = 2

/**
 * Looks whether this program knows how a home is laid out.
 *
 * @param format as `home.json` has it
 * @throws ChatCliError `newer-version` when a later program made it
 */
export function checkHomeFormat(root: string, format: unknown): void {
  if (typeof format !== 'number' || format <= sealedHomeFormat) return
  const text = `${root} has format ${format}, this program knows formats up to ${sealedHomeFormat}`
  throw new ChatCliError('newer-version', text, { hint: 'Update chatcli to use it; nothing was changed.' })
}

import { ChatCliError } from '../errors.ts'
import { finishRename } from './finish-rename.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Makes sure that a name can be given to a session: nothing has it, not in other letter case either, since some file
 * systems see no difference.
 *
 * @param except a name that may be taken: the one that is about to be given up
 * @throws ChatCliError `exists`
 */
export function checkNameFree(context: StoreContext, name: string, except?: string): void {
  const folded = `${name}.json`.toLowerCase()
  const holder = context.disk.list(context.home.sessions).find((file) => file.toLowerCase() === folded)
  if (holder === undefined || holder === `${except}.json`) return
  const other = holder.slice(0, -'.json'.length)
  if (finishRename(context, other) !== other) return
  const hint = 'Choose another name, or use --force to move the other one to the trash.'
  throw new ChatCliError('exists', `There is a session "${other}" already`, { hint })
}

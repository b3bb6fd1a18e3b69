import { ChatCliError } from '../errors.ts'
import { nameHolder } from './name-holder.ts'
import type { StoreContext } from './store-context.ts'

export interface NameFreeOptions {
  /** A name that may be taken: the one that is about to be given up. */
  readonly except?: string
  /** What the person can do when it is not free. */
  readonly hint?: string
}

/**
 * Makes sure that a name can be given to a session: nothing has it, not in other letter case either.
 *
 * @throws ChatCliError `exists`
 */
export function checkNameFree(context: StoreContext, name: string, options: NameFreeOptions = {}): void {
  const { except, hint = 'Choose another name.' } = options
  const holder = nameHolder(context, name, except)
  if (holder !== undefined)
    throw new ChatCliError('exists', `There is a session "${holder}" already`, { hint })
}

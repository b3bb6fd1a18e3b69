import { join } from 'node:path'
import { ChatCliError } from '../../errors.ts'
import type { StoreContext } from '../../store/store-context.ts'

/** Where a base keeps its index. @throws ChatCliError `invalid-name` for an id that is no name */
export function knowledgeFolder({ home }: Pick<StoreContext, 'home'>, id: string): string {
  if (/^[\w-]{1,64}$/.test(id)) return join(home.root, 'contexts', 'knowledge', id)
  throw new ChatCliError('invalid-name', `"${id}" cannot be the id of a knowledge base`)
}

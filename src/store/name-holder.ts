import { finishRename } from './finish-rename.ts'
import type { StoreContext } from './store-context.ts'

/**
 * The session that has a name already, perhaps in other letter case, since some file systems see no difference; the one
 * of exactly that name when there are several.
 *
 * @param except a name that may be taken: the one that is about to be given up
 */
export function nameHolder(context: StoreContext, name: string, except?: string): string | undefined {
  const folded = `${name}.json`.toLowerCase()
  const holders = context.disk
    .list(context.home.sessions)
    .filter((file) => file.toLowerCase() === folded && file !== `${except}.json`)
    .map((file) => file.slice(0, -'.json'.length))
    .filter((other) => finishRename(context, other) === other)
  return holders.find((other) => other === name) ?? holders[0]
}

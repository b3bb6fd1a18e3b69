import { ChatCliError } from '../errors.ts'
import type { ContextHead } from './context.ts'

/**
 * The context of a name: written as it is, else in another case, else with its id.
 *
 * @throws ChatCliError `not-found`, `conflict` when several have the name
 */
export function findContext(contexts: readonly ContextHead[], given: string): ContextHead {
  const found = matching(contexts, given)
  const [first, second] = found
  if (first === undefined) {
    throw new ChatCliError('not-found', `There is no context "${given}"`)
  }
  if (second === undefined) return first
  throw new ChatCliError('conflict', `${found.length} contexts are called "${given}"`, {
    hint: `Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
  })
}

/** The contexts that a name may mean. */
export function matching(contexts: readonly ContextHead[], given: string): readonly ContextHead[] {
  const name = given.trim().normalize('NFC')
  const lower = name.toLowerCase()
  const ways = [
    (context: ContextHead): boolean => context.name === name,
    (context: ContextHead): boolean => context.name.toLowerCase() === lower,
    (context: ContextHead): boolean => context.id === name,
  ]
  for (const fits of ways) {
    const found = contexts.filter(fits)
    if (found.length > 0) return found
  }
  return []
}

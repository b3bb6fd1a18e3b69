import { ChatCliError } from '../errors.ts'
import type { ContextHead } from './context.ts'
import { similarSources } from './knowledge/similar-sources.ts'

/**
 * The context of a name: written as it is, else in another case, else with its id.
 *
 * @throws ChatCliError `not-found`, `conflict` when several have the name
 */
export function findContext(contexts: readonly ContextHead[], given: string): ContextHead {
  const found = matching(contexts, given)
  const [first, second] = found
  if (first === undefined) {
    throw noContext(given, contexts)
  }
  if (second === undefined) return first
  throw new ChatCliError('conflict', `${found.length} contexts are called "${given}"`, {
    hint: `Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
  })
}

/** @param contexts those there are, of which a similar one may be meant */
export function noContext(given: string, contexts: readonly ContextHead[] = []): ChatCliError {
  const near = similarSources(
    given,
    contexts.map(({ name }) => name),
  )
  const hint =
    near.length === 0
      ? 'See what there is with: chatcli context list'
      : `Similar names: ${near.join(', ')}. All of them: chatcli context list`
  return new ChatCliError('not-found', `There is no context "${given}"`, { hint })
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

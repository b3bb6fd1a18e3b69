import type { ImportFacts } from '../importer.ts'

/** Facts while they are gathered: what is not known yet is undefined or empty. */
export type GatheredFacts = { -readonly [K in keyof ImportFacts]: ImportFacts[K] | undefined } & {
  id: string
}

/** What is known of gathered facts. */
export function knownFacts({ id, ...facts }: GatheredFacts): ImportFacts {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '')
  return { id, ...(Object.fromEntries(known) as Omit<ImportFacts, 'id'>) }
}

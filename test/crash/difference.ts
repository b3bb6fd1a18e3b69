import type { World } from './world.ts'

/** In which way a world is wrong. */
export type Difference = 'lost' | 'duplicated' | 'reordered'

/** What is wrong with a world, given one that would be right: messages are missing, too many, or in another place. */
export function difference(found: World, right: World): Difference {
  const counts = new Map<string, number>()
  for (const text of texts(right)) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const text of texts(found)) counts.set(text, (counts.get(text) ?? 0) - 1)
  const left = [...counts.values()]
  if (left.some((count) => count > 0)) return 'lost'
  return left.some((count) => count < 0) ? 'duplicated' : 'reordered'
}

function texts({ sessions, trash, loose }: World): string[] {
  return [...sessions.values(), ...trash, ...loose].flatMap(({ record }) => record)
}

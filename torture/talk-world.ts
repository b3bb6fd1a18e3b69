/** What was said in one conversation, by the contents of its messages. */
export interface Talk {
  readonly window: readonly string[]
  readonly record: readonly string[]
}

/** Everything a home holds, as a person sees it. */
export interface World {
  readonly sessions: ReadonlyMap<string, Talk>
  readonly trash: readonly (Talk & { readonly name: string })[]
  /** Conversations without a session. */
  readonly loose: readonly Talk[]
}

/** A text that is equal for equal worlds; the order of names does not count. */
export function worldKey({ sessions, trash, loose }: World): string {
  const line = (name: string, { window, record }: Talk): string => JSON.stringify([name, window, record])
  return JSON.stringify([
    [...sessions].map(([name, talk]) => line(name, talk)).sort(),
    trash.map((talk) => line(talk.name, talk)).sort(),
    loose.map((talk) => line('', talk)).sort(),
  ])
}

/**
 * What is wrong with the world that a fault in the middle of an operation left, given those before and after it; undefined
 * when nothing is. An operation may have come to any point between the two, session by session; nothing that was said
 * before may be gone, and nothing may be there twice.
 */
export function problemBetween(found: World, before: World, after: World): string | undefined {
  const said = new Set(allTalks(found).flatMap(({ record }) => record))
  // What an operation removes for good may be gone.
  const remains = new Set(allTalks(after).flatMap(({ record }) => record))
  for (const { record } of allTalks(before))
    for (const text of record) if (remains.has(text) && !said.has(text)) return `lost: ${short(text)}`
  for (const { record } of allTalks(found))
    if (new Set(record).size < record.length) return `said twice: ${short(record.join(' | '))}`
  for (const name of new Set([
    ...before.sessions.keys(),
    ...after.sessions.keys(),
    ...found.sessions.keys(),
  ])) {
    const is = found.sessions.get(name)
    const sides = [before.sessions.get(name), after.sessions.get(name)]
    if (!sides.some((side) => isSame(is, side)) && !isPartOf(is, sides))
      return `session "${name}" is neither as before nor as after: ${short(JSON.stringify(is ?? null))}`
  }
  const known = [before, after].flatMap(allTalks)
  for (const talk of [...found.trash, ...found.loose])
    if (!known.some((other) => isSame(talk, other)) && !isPartOf(talk, known))
      return `a conversation nobody knows: ${short(JSON.stringify(talk))}`
  return undefined
}

function allTalks({ sessions, trash, loose }: World): readonly Talk[] {
  return [...sessions.values(), ...trash, ...loose]
}

function isSame(a: Talk | undefined, b: Talk | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return JSON.stringify([a.window, a.record]) === JSON.stringify([b.window, b.record])
}

/** The beginning of what one of them says. */
function isPartOf(talk: Talk | undefined, others: readonly (Talk | undefined)[]): boolean {
  return (
    talk !== undefined &&
    others.some((other) => other !== undefined && talk.record.every((text, i) => text === other.record[i]))
  )
}

function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

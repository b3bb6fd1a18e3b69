/** What was said in one conversation: its window, and its record. */
export interface Talk {
  readonly window: readonly string[]
  readonly record: readonly string[]
}

/** Everything a store holds, as a person sees it. */
export interface World {
  /** By name, in the order in which the names were given. */
  readonly sessions: ReadonlyMap<string, Talk>
  /** Deleted last comes last. */
  readonly trash: readonly (Talk & { readonly name: string })[]
  /** Conversations without a session. */
  readonly loose: readonly Talk[]
}

/** A world that may be found after a crash; `unfinished` may be there, in part, as a conversation without a session. */
export interface Outcome {
  readonly world: World
  readonly unfinished?: Talk
}

export function extended({ window, record }: Talk, texts: readonly string[]): Talk {
  const isNew = (text: string): boolean => !record.includes(text)
  return { window: [...window, ...texts.filter(isNew)], record: [...record, ...texts.filter(isNew)] }
}

/** Whether a world is exactly one of those that may be. */
export function isAllowed(found: World, outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ world, unfinished }) => {
    if (keyOf({ ...found, loose: [] }) !== keyOf({ ...world, loose: [] })) return false
    const rest = [...found.loose]
    for (const talk of world.loose) {
      const at = rest.findIndex((other) => JSON.stringify(other) === JSON.stringify(talk))
      if (at < 0) return false
      rest.splice(at, 1)
    }
    const [more, ...others] = rest
    return more === undefined || (others.length === 0 && unfinished !== undefined && isPart(more, unfinished))
  })
}

function isPart({ window, record }: Talk, whole: Talk): boolean {
  return (
    record.every((text, i) => text === whole.record[i]) &&
    window.length <= record.length &&
    new Set(window).size === window.length
  )
}

/** A text that is equal for equal worlds; the order of names does not count. */
export function keyOf({ sessions, trash, loose }: World): string {
  const byName = [...sessions].sort(([a], [b]) => (a < b ? -1 : 1))
  const trashed = trash.map(({ name, window, record }) => JSON.stringify([name, window, record]))
  return JSON.stringify({
    sessions: byName,
    trash: trashed.sort(),
    loose: loose.map((talk) => JSON.stringify(talk)).sort(),
  })
}

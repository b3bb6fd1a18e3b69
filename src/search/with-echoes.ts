import type { SessionHit } from './search-result.ts'

/** A session in which only answers of this memory match, and what they say. */
export interface EchoHit {
  readonly hit: SessionHit
  readonly text: string
}

interface Found {
  readonly sessions: readonly SessionHit[]
  readonly total: number
}

/**
 * Puts sessions in which only answers of this memory match behind the others: one that quotes a session of the answer
 * goes under that one, another stands at the end.
 */
export function withEchoes(found: Found, echoes: readonly EchoHit[]): Found {
  const names = new Set(found.sessions.flatMap((hit) => [hit.name, ...hit.alsoIn]))
  const sessions = [...found.sessions]
  let total = found.total
  for (const { hit: echo, text } of echoes) {
    if (names.has(echo.name)) continue
    const quoted = sessions.findIndex((hit) => hit.echo !== true && text.includes(hit.name))
    const original = sessions[quoted]
    if (original !== undefined) sessions[quoted] = { ...original, alsoIn: [...original.alsoIn, echo.name] }
    else {
      sessions.push({ ...echo, echo: true })
      total++
    }
  }
  return { sessions, total }
}

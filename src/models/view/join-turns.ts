import type { Turn } from './turn.ts'

/** Drops turns with nothing in them and joins neighbours of the same speaker; paired before. */
export function joinTurns(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const isEmpty = turn.text.trim() === ''
    const last = joined.at(-1)
    if (turn.role === 'user') {
      if (isEmpty) continue
      if (last?.role === 'user') joined[joined.length - 1] = { ...last, text: `${last.text}\n\n${turn.text}` }
      else joined.push(turn)
    } else if (turn.role === 'assistant') {
      if (isEmpty && turn.calls.length === 0) continue
      // Results stand between an answer with calls and the next, so the earlier one has none.
      if (last?.role === 'assistant') {
        const text = [last.text, turn.text].filter((part) => part.trim() !== '').join('\n\n')
        joined[joined.length - 1] = { ...turn, text }
      } else joined.push(turn)
    } else joined.push(turn)
  }
  return joined
}

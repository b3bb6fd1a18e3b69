/** What a reader sees of one writer: its turns, each with its question and its answer. */
const SAID = /^(w\d+) (\d+) (asks|answers) (x*)$/

/**
 * What is wrong with a window that several writers made: an acknowledged turn torn apart or not there, a turn twice,
 * out of its writer's order, or skipped.
 *
 * @param acknowledged how many turns of each writer were acknowledged before the window was read
 */
export function foldProblem(
  window: readonly string[],
  acknowledged: ReadonlyMap<string, number>,
): string | undefined {
  const next = new Map<string, number>()
  for (let i = 0; i < window.length; i += 2) {
    const [asks, answers] = [SAID.exec(window[i] ?? ''), SAID.exec(window[i + 1] ?? '')]
    const [, writer = '', turn = ''] = asks ?? []
    const isHalf = asks?.[3] === 'asks' && (answers?.[1] !== writer || answers[2] !== turn)
    // A kill can cut a write between its lines: nobody was told of that turn, and its writer says the rest of it later.
    if (
      isHalf &&
      Number(turn) >= (acknowledged.get(writer) ?? 0) &&
      Number(turn) === (next.get(writer) ?? 0)
    ) {
      i--
      continue
    }
    if (asks?.[3] !== 'asks' || answers?.[3] !== 'answers' || answers[1] !== writer || answers[2] !== turn)
      return `messages ${i} and ${i + 1} are no turn: ${window.slice(i, i + 2).join(' | ')}`
    if (asks[4]?.length !== (Number(turn) * 37) % 900) return `message ${i} is not whole`
    const expected = next.get(writer) ?? 0
    if (Number(turn) !== expected) return `turn ${turn} of ${writer} stands where ${expected} belongs`
    next.set(writer, expected + 1)
  }
  for (const [writer, count] of acknowledged) {
    const found = next.get(writer) ?? 0
    if (found < count) return `${count} turns of ${writer} were acknowledged, ${found} are there`
  }
  return undefined
}

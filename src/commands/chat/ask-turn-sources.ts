import type { Tool } from '../../agent/tool.ts'
import type { TurnEvent } from '../../agent/turn.ts'
import type { ComingTurn, TurnSource, TurnSupplement } from './turn-source.ts'

/** One line that told the person of a supplement, and what it stands for. */
export type ShownSupplement = NonNullable<TurnSupplement['shown']>

/** What all sources have for one turn, each part in their order. */
export interface Supplements {
  readonly before: readonly string[]
  /** Undefined when none has something. */
  readonly tail: string | undefined
  readonly tools: readonly Tool[]
  readonly shown: readonly ShownSupplement[]
}

/**
 * Asks one source after the other, since some ask the person. What goes wrong in one is told, and costs nothing but its
 * supplement; once the person interrupts, nobody is waited for.
 */
export async function askTurnSources(
  sources: readonly TurnSource[],
  turn: ComingTurn,
  onEvent: (event: TurnEvent) => void,
): Promise<Supplements> {
  const given: TurnSupplement[] = []
  for (const source of sources) {
    if (turn.signal.aborted) break
    try {
      const supplement = await orAborted(source, turn)
      if (supplement === undefined) continue
      given.push(supplement)
      if (supplement.shown !== undefined) onEvent({ kind: 'supplement', ...supplement.shown })
    } catch (error) {
      if (!turn.signal.aborted) onEvent({ kind: 'supplement-failed', reason: reasonOf(error) })
    }
  }
  const tails = given.flatMap(({ tail }) => (isSomething(tail) ? [tail] : []))
  return {
    before: given.flatMap(({ before }) => (isSomething(before) ? [before] : [])),
    tail: tails.length === 0 ? undefined : tails.join('\n\n'),
    tools: given.flatMap(({ tools }) => tools ?? []),
    shown: given.flatMap(({ shown }) => shown ?? []),
  }
}

async function orAborted(source: TurnSource, turn: ComingTurn): Promise<TurnSupplement | undefined> {
  const { signal } = turn
  let onAbort = (): void => undefined
  const aborted = new Promise<undefined>((done) => {
    onAbort = () => done(undefined)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([source(turn), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function isSomething(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

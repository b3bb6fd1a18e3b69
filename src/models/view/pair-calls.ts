import type { Turn, TurnCall, TurnResult } from './turn.ts'

/** What OpenAI's and Anthropic's servers both accept. */
const acceptable = /^[a-zA-Z0-9_-]{1,40}$/

interface OpenCall {
  readonly call: TurnCall
  /** As in the record. */
  readonly givenId: string
  result: TurnResult | undefined
}

/**
 * Puts each result right behind the call it belongs to. Calls whose result is missing get one that says so; results
 * without a call become text of the user. Every call gets an id that is acceptable and its own.
 */
export function pairCalls(turns: readonly Turn[]): readonly Turn[] {
  const newId = idMaker(turns)
  const groups: OpenCall[][] = []
  const steps = turns.map((turn): (() => readonly Turn[]) => {
    if (turn.role === 'user') return () => [turn]
    if (turn.role === 'tool') {
      const open = openCall(groups, turn.id)
      if (open === undefined) return () => [orphan(turn)]
      open.result = turn
      return () => []
    }
    const group = turn.calls.map((call): OpenCall => {
      return { call: { ...call, id: newId(call.id) }, givenId: call.id, result: undefined }
    })
    groups.push(group)
    return () => [{ ...turn, calls: group.map(({ call }) => call) }, ...group.map(resultOf)]
  })
  return steps.flatMap((step) => step())
}

/** The call a result belongs to: servers use ids again, so the latest answer that still waits for it. */
function openCall(groups: readonly (readonly OpenCall[])[], id: string): OpenCall | undefined {
  const isIt = (open: OpenCall): boolean => open.result === undefined && (id === '' || open.givenId === id)
  return groups.findLast((group) => group.some(isIt))?.find(isIt)
}

function resultOf({ call: { id }, result }: OpenCall): TurnResult {
  if (result !== undefined) return { ...result, id }
  return {
    role: 'tool',
    id,
    text: '[no result: the call was interrupted, or its result was lost]',
    isError: true,
  }
}

function orphan({ text }: TurnResult): Turn {
  return {
    role: 'user',
    text: `[Result of a tool call that is no longer part of this conversation]\n\n${text}`,
  }
}

function idMaker(turns: readonly Turn[]): (given: string) => string {
  const given = new Set(
    turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls.map(({ id }) => id) : [])),
  )
  const used = new Set<string>()
  let next = 1
  return (id) => {
    let own = id
    if (!acceptable.test(id) || used.has(id)) {
      while (given.has(`call_${next}`)) next++
      own = `call_${next++}`
    }
    used.add(own)
    return own
  }
}

import type { Turn, TurnCall } from './turn.ts'

/** Calls and their results as text, for a model that has none of its own; paired before. */
export function callsAsText(turns: readonly Turn[]): readonly Turn[] {
  const names = new Map<string, string>()
  return turns.map((turn): Turn => {
    if (turn.role === 'user') return turn
    if (turn.role === 'tool')
      return { role: 'user', text: resultText(names.get(turn.id) ?? 'tool', turn.text) }
    for (const { id, name } of turn.calls) names.set(id, name)
    const text = [turn.text, ...turn.calls.map(callText)].filter((part) => part.trim() !== '').join('\n\n')
    return { role: 'assistant', text, calls: [] }
  })
}

/** In the form in which the agent tells such a model to write its calls. */
function callText({ name, args }: TurnCall): string {
  const json = JSON.stringify(args).replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
  return `<tool_call name="${name}" args='${json}' />`
}

/** Nothing in the result can end it. */
function resultText(name: string, text: string): string {
  let fence = 'end'
  while (text.includes(`[${fence}]`)) fence += '-'
  return `[Result of ${name}, up to the line "[${fence}]"]\n${text}\n[${fence}]`
}

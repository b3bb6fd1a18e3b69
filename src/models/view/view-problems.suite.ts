import type { ModelView } from './model-view.ts'

const fields = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'is_error'])

/** What a provider would refuse in a view; nothing for one that every provider accepts. */
export function viewProblems(
  { instructions, messages }: ModelView,
  calls: 'native' | 'text',
): readonly string[] {
  const problems: string[] = []
  const ids = new Set<string>()
  let due: string[] = []
  const texts = [instructions]
  messages.forEach((message, i) => {
    const { role, content, tool_calls, tool_call_id } = message
    const others = Object.keys(message).filter((key) => !fields.has(key))
    const say = (problem: string): void => {
      problems.push(`${i} (${role}): ${problem}`)
    }
    const before = messages[i - 1]?.role
    texts.push(content, JSON.stringify(tool_calls ?? null))
    if (others.length > 0) say(`has ${others.join()}`)
    if (role === 'tool') {
      if (tool_call_id === undefined || due.shift() !== tool_call_id)
        say('is the result of no call before it')
      if (content.trim() === '') say('is empty')
      return
    }
    if (due.length > 0) say(`stands before the results of ${due.join()}`)
    if (tool_call_id !== undefined) say('has the id of a call')
    if (role !== 'user' && role !== 'assistant') say('is no role')
    if (before === role) say('comes twice')
    if (content.trim() === '' && (role === 'user' || (tool_calls ?? []).length === 0)) say('is empty')
    if (role === 'user' && tool_calls !== undefined) say('calls')
    due = (tool_calls ?? []).map(({ id, name, arguments: args }) => {
      if (!/^[a-zA-Z0-9_-]{1,40}$/.test(id)) say(`calls under the id "${id}"`)
      if (ids.has(id)) say(`calls twice under the id "${id}"`)
      if (!/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name)) say(`calls "${name}"`)
      if (typeof args !== 'object' || args === null || Array.isArray(args))
        say('calls with what is no object')
      ids.add(id)
      return id
    })
    if (calls === 'text' && due.length > 0) say('calls')
  })
  if (due.length > 0) problems.push(`the end stands before the results of ${due.join()}`)
  if (messages[0]?.role !== 'user') problems.push('does not begin with the user')
  if (messages.at(-1)?.role === 'assistant') problems.push('ends with the assistant')
  for (const text of texts) {
    if (!text.isWellFormed()) problems.push('has a lone surrogate')
    // In JSON a control stands escaped.
    if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F]|\\u00[01]|\\ud[89a-f]/.test(text))
      problems.push('has a control')
  }
  return problems
}

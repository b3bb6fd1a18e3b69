import type { Message } from '../message.ts'

/** Messages as the text that is archived when a summary stands for them: the same messages give the same text. */
export function archivedText(messages: readonly Message[]): string {
  return messages.map(sectionOf).join('\n\n')
}

function sectionOf({ role, content, tool_calls: calls, tool_call_id: id }: Message): string {
  const said = (calls ?? []).map(({ id: called, name, arguments: given, raw }) => {
    return `call ${called} ${name} ${given === undefined ? (raw ?? '') : JSON.stringify(given)}`
  })
  const head = id === undefined ? `### ${role}` : `### ${role} ${id}`
  return [head, ...(content === '' ? [] : [content]), ...said].join('\n')
}

import { join } from 'node:path'
import { iso, jsonLinesOf, type ResumeTarget, shellWord, withVariable } from './resume-target.ts'

/** A rollout of Codex. What is seen stands in it twice: as an event, and as the model's own item. */
export const asCodex: ResumeTarget = {
  folder: ({ environment, folder }) => environment['CODEX_HOME'] || join(folder, '.codex'),
  history({ entries, title, cwd, branch, startedAt }, { uuid, version }) {
    const id = uuid()
    const line = (at: number, type: string, payload: object): object => ({
      timestamp: iso(at),
      type,
      payload,
    })
    const meta = {
      id,
      timestamp: iso(startedAt),
      cwd,
      originator: 'chatcli',
      cli_version: version,
      source: 'cli',
      model_provider: 'openai',
      ...(branch === undefined ? {} : { git: { branch } }),
    }
    const lines = [line(startedAt, 'session_meta', meta)]
    for (const entry of entries) {
      const { at, kind } = entry
      if (kind === 'uses') {
        for (const { id: call_id, name, input } of entry.uses)
          lines.push(
            line(at, 'response_item', {
              type: 'function_call',
              name,
              arguments: JSON.stringify(input),
              call_id,
            }),
          )
        for (const { id: call_id, output } of entry.uses)
          lines.push(line(at, 'response_item', { type: 'function_call_output', call_id, output }))
        continue
      }
      const { text } = entry
      if (kind === 'summary') {
        lines.push(line(at, 'compacted', { message: text }))
        continue
      }
      const isUser = kind === 'user'
      const content = [{ type: isUser ? 'input_text' : 'output_text', text }]
      lines.push(line(at, 'response_item', { type: 'message', role: kind, content }))
      const event = isUser ? 'user_message' : 'agent_message'
      lines.push(line(at, 'event_msg', { type: event, message: text }))
    }
    if (title !== '')
      lines.push(
        line(startedAt, 'event_msg', { type: 'thread_name_updated', thread_id: id, thread_name: title }),
      )
    const [date = '', time = ''] = iso(startedAt).slice(0, 19).split('T')
    const name = `rollout-${date}T${time.replaceAll(':', '-')}-${id}.jsonl`
    return {
      id,
      history: { path: `sessions/${date.replaceAll('-', '/')}/${name}`, text: jsonLinesOf(lines) },
    }
  },
  command: (id, _, folder) => `${withVariable('CODEX_HOME', folder)}codex resume ${shellWord(id)}`,
}

import { claudeFolders } from '../shared/claude-folders.ts'
import { iso, jsonLinesOf, type ResumeTarget, shellWord, withVariable } from './resume-target.ts'

/** Characters of a folder's name that a project's has. */
const LONGEST = 200

/** A session file of Claude Code. */
export const asClaudeCode: ResumeTarget = {
  folder: (machine) => claudeFolders(machine)[0],
  history({ entries, title, cwd, branch }, { uuid, version }) {
    const sessionId = uuid()
    let parentUuid: string | null = null
    const record = (at: number, more: object): object => {
      const id = uuid()
      const line = {
        parentUuid,
        isSidechain: false,
        userType: 'external',
        cwd,
        sessionId,
        version,
        gitBranch: branch ?? '',
        uuid: id,
        timestamp: iso(at),
        ...more,
      }
      parentUuid = id
      return line
    }
    const reply = (at: number, model: string, content: readonly object[]): object => {
      const usage = { input_tokens: 0, output_tokens: 0 }
      const id = `msg_${uuid().replaceAll('-', '')}`
      const message = { id, type: 'message', role: 'assistant', model, content, stop_reason: null, usage }
      return record(at, { type: 'assistant', message })
    }
    const lines = entries.flatMap((entry): object[] => {
      const { at, model } = entry
      if (entry.kind === 'uses') {
        const calls = entry.uses.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))
        return [
          reply(at, model, calls),
          ...entry.uses.map(({ id, output, isError }) => {
            const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: isError }
            return record(at, { type: 'user', message: { role: 'user', content: [result] } })
          }),
        ]
      }
      if (entry.kind === 'assistant') return [reply(at, model, [{ type: 'text', text: entry.text }])]
      const isSummary = entry.kind === 'summary' ? { isCompactSummary: true } : {}
      return [record(at, { type: 'user', ...isSummary, message: { role: 'user', content: entry.text } })]
    })
    if (title !== '') lines.push({ type: 'custom-title', customTitle: title, sessionId })
    const project = cwd
      .normalize('NFC')
      .replaceAll(/[^A-Za-z0-9]/g, '-')
      .slice(0, LONGEST)
    return {
      id: sessionId,
      history: { path: `projects/${project}/${sessionId}.jsonl`, text: jsonLinesOf(lines) },
    }
  },
  command: (id, _, folder) => `${withVariable('CLAUDE_CONFIG_DIR', folder)}claude --resume ${shellWord(id)}`,
}

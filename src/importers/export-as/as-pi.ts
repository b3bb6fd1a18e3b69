import { join } from 'node:path'
import { iso, jsonLinesOf, type ResumeTarget, shellWord, withVariable } from './resume-target.ts'

const NOTHING = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
}

/** A session file of pi. */
export const asPi: ResumeTarget = {
  folder: ({ environment, folder }) => environment['PI_CODING_AGENT_DIR'] || join(folder, '.pi', 'agent'),
  history({ entries, title, cwd, startedAt }, { uuid, randomHex }) {
    const id = uuid()
    const timestamp = iso(startedAt)
    let parentId: string | null = null
    const ids = new Set<string>()
    const newId = (): string => {
      for (;;) {
        const made = randomHex(8)
        if (!ids.has(made)) return ids.add(made) && made
      }
    }
    const lines: object[] = [{ type: 'session', version: 3, id, timestamp, cwd }]
    const add = (at: number, more: object): void => {
      const own = newId()
      lines.push({ ...more, id: own, parentId, timestamp: iso(at) })
      parentId = own
    }
    const message = (at: number, given: object): void =>
      add(at, { type: 'message', message: { ...given, timestamp: at } })
    const reply = (at: number, model: string, content: readonly object[], stopReason: string): void =>
      message(at, {
        role: 'assistant',
        content,
        api: 'unknown',
        provider: 'unknown',
        model,
        usage: NOTHING,
        stopReason,
      })
    for (const entry of entries) {
      const { at, model } = entry
      if (entry.kind === 'uses') {
        const calls = entry.uses.map((use) => {
          return { type: 'toolCall', id: use.id, name: use.name, arguments: use.input }
        })
        reply(at, model, calls, 'toolUse')
        for (const { id: toolCallId, name: toolName, output, isError } of entry.uses) {
          const content = [{ type: 'text', text: output }]
          message(at, { role: 'toolResult', toolCallId, toolName, content, isError })
        }
      } else if (entry.kind === 'summary') {
        const firstKeptEntryId = parentId ?? ''
        add(at, { type: 'compaction', summary: entry.text, firstKeptEntryId, tokensBefore: 0 })
      } else if (entry.kind === 'user')
        message(at, { role: 'user', content: [{ type: 'text', text: entry.text }] })
      else reply(at, model, [{ type: 'text', text: entry.text }], 'stop')
    }
    if (title !== '') add(entries.at(-1)?.at ?? startedAt, { type: 'session_info', name: title })
    const project = `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`
    const name = `${timestamp.replaceAll(/[:.]/g, '-')}_${id}.jsonl`
    return { id, history: { path: `sessions/${project}/${name}`, text: jsonLinesOf(lines) } }
  },
  command: (_, file, folder) =>
    `${withVariable('PI_CODING_AGENT_DIR', folder)}pi --session ${shellWord(file)}`,
}

import { join } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportMachine } from '../importer.ts'
import { fieldsOf, textOf } from '../shared/fields.ts'
import { smallJson } from '../shared/small-json.ts'
import { iso, jsonLinesOf, type ResumeTarget, shellWord, withVariable } from './resume-target.ts'

/** The program takes these for its own commands, and leaves them out. */
const COMMAND = /^\s*[/?]/

/** A session log of Gemini CLI. */
export const asGeminiCli: ResumeTarget = {
  folder: ({ environment, folder }) => environment['GEMINI_CLI_HOME'] || folder,
  history({ entries, title, cwd, startedAt, updatedAt }, { uuid }, machine, home) {
    const sessionId = uuid()
    const projectHash = sha256(cwd)
    const lines: object[] = [
      {
        sessionId,
        projectHash,
        startTime: iso(startedAt),
        lastUpdated: iso(updatedAt),
        kind: 'main',
        ...(title === '' ? {} : { summary: title }),
      },
    ]
    let commands = 0
    for (const entry of entries) {
      const { at, model } = entry
      const base = { id: uuid(), timestamp: iso(at) }
      if (entry.kind === 'uses') {
        const toolCalls = entry.uses.map(({ id, name, input, output, isError }) => ({
          id,
          name,
          args: input,
          result: [{ functionResponse: { id, name, response: { output } } }],
          status: isError ? 'error' : 'success',
          timestamp: iso(at),
        }))
        lines.push({ ...base, type: 'gemini', content: '', toolCalls, model })
      } else if (entry.kind === 'assistant')
        lines.push({ ...base, type: 'gemini', content: entry.text, model })
      else if (COMMAND.test(entry.text)) commands++
      else lines.push({ ...base, type: 'user', content: [{ text: entry.text }] })
    }
    const slug = slugOf(machine, join(home, '.gemini', 'projects.json'), cwd)
    const project = `.gemini/tmp/${slug ?? projectHash}`
    const stamp = iso(startedAt).slice(0, 16).replace(':', '-')
    return {
      id: sessionId,
      history: {
        path: `${project}/chats/session-${stamp}-${sessionId.slice(0, 8)}.jsonl`,
        text: jsonLinesOf(lines),
      },
      beside: [{ path: `${project}/.project_root`, text: cwd }],
      ...(commands > 0 ? { losses: new Map([['commands', commands]]) } : {}),
    }
  },
  command: (id, _, folder) => `${withVariable('GEMINI_CLI_HOME', folder)}gemini --resume ${shellWord(id)}`,
}

/** What the program calls a project it knows. */
function slugOf({ disk }: ImportMachine, path: string, cwd: string): string | undefined {
  return textOf(fieldsOf(fieldsOf(smallJson(disk, path))['projects'])[cwd])
}

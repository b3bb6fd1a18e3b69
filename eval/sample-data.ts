import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvalData, EvalMessage, EvalQuery, EvalSession } from './data.ts'

/** The sample conversations with their questions, read from a folder with `sessions/` and `questions-*.json`. */
export function sampleData(folder: string): EvalData {
  const sessions = join(folder, 'sessions')
  return {
    sessions: jsonFiles(sessions).map((file): EvalSession => {
      const { chat_history } = read(join(sessions, file)) as { readonly chat_history: readonly EvalMessage[] }
      return {
        name: file.slice(0, -'.json'.length),
        corpus: 'samples',
        conversation: file,
        messages: chat_history,
      }
    }),
    queries: jsonFiles(folder)
      .filter((file) => file.startsWith('questions-'))
      .flatMap((file) => read(join(folder, file)) as readonly EvalQuery[]),
  }
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

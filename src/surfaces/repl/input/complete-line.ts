import { completePath, type PathSources } from './complete-path.ts'
import type { Completion } from './completion.ts'
import { matchWords } from './match-words.ts'
import { slashWords, type SlashSources } from './slash-words.ts'

export interface CompletionSources extends SlashSources {
  readonly paths: PathSources
}

/**
 * What could stand where the cursor is: commands of the chat, their words, names of sessions; behind `@`, in any line,
 * paths. A path with a space in it stands in quotation marks behind the `@`.
 *
 * @param cursor UTF-16 units of the line in front of the cursor
 */
export function completeLine(line: string, cursor: number, sources: CompletionSources): Completion {
  const before = line.slice(0, cursor)
  const [path] = /(?<!\S)@(?:"[^"]*|[^\s"]*)$/.exec(before) ?? []
  if (path !== undefined)
    return { start: cursor - path.length, end: cursor, candidates: pathWords(path, sources) }
  if (!before.trimStart().startsWith('/')) return { start: cursor, end: cursor, candidates: [] }
  const words = before.trimStart().split(/\s+/)
  const current = words.pop() ?? ''
  const candidates = matchWords(slashWords(words, current, sources), current)
  const isPath = candidates.length === 0 && takesPath.test(before.trimStart()) && !current.startsWith('-')
  return {
    start: cursor - current.length,
    end: cursor,
    candidates: isPath ? completePath(current, sources.paths) : candidates,
  }
}

/** Commands that take files, up to where one can stand. */
const takesPath = /^\/context\s+(?:(?:create|new|update|edit|export)\s+(?:"[^"]*"|\S+)\s|import\s)/i

function pathWords(typed: string, { paths }: CompletionSources): Completion['candidates'] {
  const isQuoted = typed.startsWith('@"')
  return completePath(typed.slice(isQuoted ? 2 : 1), paths).map(({ word, about }) => {
    if (!isQuoted && !word.includes(' ')) return { word: `@${word}`, about }
    // A folder stays open: more may follow.
    return { word: `@"${word}${word.endsWith('/') ? '' : '"'}`, about }
  })
}

import type { ToolArguments } from '../tool.ts'

/** What a call asks for. */
export interface KnowledgeCall {
  /** A command of the tool in lower case, or the word that is none. */
  readonly command: string
  readonly values: ToolArguments
}

const commands: Readonly<Record<string, string>> = {
  search: 'search',
  find: 'search',
  query: 'search',
  ask: 'search',
  get: 'get',
  read: 'get',
  open: 'get',
  show: 'get',
  toc: 'toc',
  contents: 'toc',
  outline: 'toc',
  list: 'list',
  bases: 'list',
  ls: 'list',
}

/**
 * Reads what a model wrote, leniently: arguments in `args` (an object, its JSON, or the one argument there is) or beside
 * the command; without a command it is a search, or a reading when it names a document.
 */
export function knowledgeCall(args: ToolArguments): KnowledgeCall {
  const { cmd, command = cmd, action = command, args: inner, arguments: other = inner, ...flat } = args
  const nested = valuesIn(other)
  const values = { ...flat, ...(typeof nested === 'string' ? {} : nested) }
  const word = typeof action === 'string' ? action.trim().toLowerCase() : ''
  const asked = Object.hasOwn(commands, word) ? (commands[word] ?? word) : word
  const resolved = asked === '' ? ('source' in values || 'path' in values ? 'get' : 'search') : asked
  if (typeof nested !== 'string') return { command: resolved, values }
  const name = resolved === 'get' ? 'source' : resolved === 'toc' ? 'prefix' : 'query'
  return { command: resolved, values: { ...values, [name]: nested } }
}

function valuesIn(given: unknown): ToolArguments | string {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given }
  if (typeof given !== 'string') return {}
  try {
    const value: unknown = JSON.parse(given)
    return typeof value === 'object' && value !== null ? valuesIn(value) : given
  } catch {
    return given
  }
}

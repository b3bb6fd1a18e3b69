import { isAbsolute, join } from 'node:path'
import type {
  PlanEntry,
  ToolCallContent,
  ToolCallLocation,
  ToolKind,
} from '@agentclientprotocol/sdk/unstable'
import { callLine } from '../../commands/chat/call-line.ts'
import type { ToolCall } from '../../conversation/message.ts'

/** What an editor is shown of a call before it has a result. */
export interface ToolCallShape {
  readonly title: string
  readonly name: string
  readonly kind: ToolKind
  readonly locations: ToolCallLocation[]
  /** What it would change, where that can be told from the call. */
  readonly content: ToolCallContent[]
  readonly rawInput: unknown
}

/** Our own tools, and those of the tools whose conversations are taken in; by name in lower case, without `_` and `-`. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  readfile: 'read',
  view: 'read',
  list: 'read',
  ls: 'read',
  listdirectory: 'read',
  grep: 'search',
  glob: 'search',
  search: 'search',
  session: 'search',
  recall: 'search',
  knowledge: 'search',
  context: 'read',
  trajectory: 'read',
  write: 'edit',
  writefile: 'edit',
  edit: 'edit',
  multiedit: 'edit',
  applypatch: 'edit',
  strreplace: 'edit',
  replace: 'edit',
  run: 'execute',
  bash: 'execute',
  shell: 'execute',
  execcommand: 'execute',
  runshellcommand: 'execute',
  fetch: 'fetch',
  webfetch: 'fetch',
  websearch: 'fetch',
  todowrite: 'think',
  updateplan: 'think',
}

const paths = ['path', 'file_path', 'filename', 'file', 'absolute_path', 'notebook_path'] as const
const olds = ['old', 'old_string', 'old_text', 'old_str', 'search'] as const
const news = ['new', 'new_string', 'new_text', 'new_str', 'replace'] as const
const contents = ['content', 'contents', 'text', 'file_text'] as const

/**
 * @param cwd absolute; paths of a call are meant from there
 * @param before what a file says now that the call would write whole; undefined when it is not known or not there
 */
export function toolCallShape(call: ToolCall, cwd: string, before?: string): ToolCallShape {
  const args = argumentsOf(call)
  const kind = kinds[plainName(call.name)] ?? 'other'
  const path = kind === 'execute' ? undefined : textOf(args, paths)
  const place = path === undefined ? undefined : isAbsolute(path) ? path : join(cwd, path)
  const line = args['line'] ?? args['from']
  const at = kind === 'read' && typeof line === 'number' && Number.isInteger(line) && line > 0 ? { line } : {}
  return {
    title: callLine(call).replace(/^@/, ''),
    name: call.name.replace(/^@/, ''),
    kind,
    locations: place === undefined ? [] : [{ path: place, ...at }],
    content: kind === 'edit' && place !== undefined ? changeOf(args, place, before) : [],
    rawInput: call.arguments ?? call.raw ?? {},
  }
}

/** The plan that a call writes down; undefined when it writes none. */
export function planOf(call: ToolCall): PlanEntry[] | undefined {
  const name = plainName(call.name)
  if (name !== 'todowrite' && name !== 'updateplan') return undefined
  const args = argumentsOf(call)
  const steps: unknown = args['todos'] ?? args['plan']
  if (!Array.isArray(steps)) return undefined
  return steps.flatMap((step: unknown) => {
    if (typeof step !== 'object' || step === null) return []
    const given = step as Readonly<Record<string, unknown>>
    const content = textOf(given, ['content', 'step', 'title', 'text'])
    if (content === undefined) return []
    const status = stated(given['status'], ['pending', 'in_progress', 'completed'], 'pending')
    return [{ content, status, priority: stated(given['priority'], ['high', 'medium', 'low'], 'medium') }]
  })
}

function changeOf(
  args: Readonly<Record<string, unknown>>,
  path: string,
  before: string | undefined,
): ToolCallContent[] {
  const [oldText, newText] = [textOf(args, olds), textOf(args, news)]
  if (oldText !== undefined && newText !== undefined) return [{ type: 'diff', path, oldText, newText }]
  const whole = textOf(args, contents)
  if (whole === undefined) return []
  return [{ type: 'diff', path, ...(before === undefined ? {} : { oldText: before }), newText: whole }]
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[@_-]/g, '')
}

function argumentsOf({ arguments: given }: ToolCall): Readonly<Record<string, unknown>> {
  let value = given
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given)
    } catch {
      return {}
    }
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : {}
}

function textOf(args: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

function stated<T extends string>(given: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === given) ?? otherwise
}

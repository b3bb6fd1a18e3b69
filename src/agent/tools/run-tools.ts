import type { Message, ToolCall } from '../../conversation/message.ts'
import { ChatCliError } from '../../errors.ts'
import type { Decision } from '../permissions.ts'
import type { PermissionRequest, Tool, ToolArguments, ToolResult } from '../tool.ts'
import { cutMiddle } from './cut-middle.ts'

export interface RunToolsOptions {
  readonly signal: AbortSignal
  /** Asked in the order of the calls, one at a time, before the call starts. */
  readonly decide: (request: PermissionRequest) => Promise<Decision>
  /** A call begins to run. Not told of calls that never do. */
  readonly onStart?: (call: ToolCall, tool: Tool) => void
  /** The one result of a call; of every call, also of those that never ran. */
  readonly onEnd?: (call: ToolCall, result: ToolResult) => void
  /** How long a tool that was told to stop may take for it, milliseconds; then it is not waited for any more. */
  readonly graceMs?: number
}

/** What a model is given of one result at most, characters. */
const mostCharacters = 50_000
const mostAtOnce = 4

/**
 * Runs the calls of one answer: neighbours that change nothing beside each other, the others one by one, so that each
 * call sees what those before it did. Gives one message for each call, in their order, whatever happens: it never
 * throws. After an abort what runs is stopped and the rest is not started; their results say so.
 */
export async function runTools(
  tools: readonly Tool[],
  calls: readonly ToolCall[],
  options: RunToolsOptions,
): Promise<readonly Message[]> {
  const { signal, decide, onStart, onEnd, graceMs = 3000 } = options
  const results = new Map<ToolCall, ToolResult>()
  const finish = (call: ToolCall, result: ToolResult): void => {
    const capped = { ...result, text: cutMiddle(result.text, mostCharacters) }
    results.set(call, capped)
    onEnd?.(call, capped)
  }

  const never = (call: ToolCall, result: ToolResult): undefined => {
    finish(call, result)
    return undefined
  }

  /** Undefined when the call is over before it began. */
  const prepare = async (call: ToolCall): Promise<ReadyCall | undefined> => {
    if (signal.aborted) return never(call, notRun)
    const ready = understand(tools, call)
    if ('text' in ready) return never(call, ready)
    const request = ready.tool.needs(ready.args)
    if (request === undefined) return ready
    const decision = await untilAbort(decide(request), signal, 0)
    if (decision === 'aborted') return never(call, notRun)
    if (!decision.allowed) return never(call, failure(decision.reason))
    return ready
  }

  const start = async ({ call, tool, args }: ReadyCall): Promise<void> => {
    if (signal.aborted) return finish(call, notRun)
    onStart?.(call, tool)
    const outcome = await untilAbort(settled(tool, args, signal), signal, graceMs)
    finish(call, outcome === 'aborted' ? stopped : outcome)
  }

  for (const group of groupsOf(tools, calls)) {
    const ready: ReadyCall[] = []
    for (const call of group) {
      const one = await settledPrepare(prepare, call, finish)
      if (one !== undefined) ready.push(one)
    }
    const queue = ready.values()
    const worker = async (): Promise<void> => {
      for (const one of queue) await start(one)
    }
    await Promise.all(Array.from({ length: mostAtOnce }, worker))
  }
  return calls.map((call) => toMessage(call, results.get(call) ?? notRun))
}

interface ReadyCall {
  readonly call: ToolCall
  readonly tool: Tool
  readonly args: ToolArguments
}

const failure = (text: string): ToolResult => ({ text, isError: true })
const notRun: ToolResult = failure('Not run: interrupted before it began.')
const stopped: ToolResult = failure('Interrupted while it ran. What it had done until then stays done.')

async function settledPrepare(
  prepare: (call: ToolCall) => Promise<ReadyCall | undefined>,
  call: ToolCall,
  finish: (call: ToolCall, result: ToolResult) => void,
): Promise<ReadyCall | undefined> {
  try {
    return await prepare(call)
  } catch (error) {
    finish(call, failure(`Not run: ${messageOf(error)}`))
    return undefined
  }
}

/** Runs of neighbours that may run beside each other; each other call alone. */
function groupsOf(tools: readonly Tool[], calls: readonly ToolCall[]): readonly (readonly ToolCall[])[] {
  const groups: ToolCall[][] = []
  let isOpen = false
  for (const call of calls) {
    const ready = understand(tools, call)
    const isReadOnly = 'text' in ready || readOnly(ready)
    const last = groups.at(-1)
    if (isReadOnly && isOpen && last !== undefined) last.push(call)
    else groups.push([call])
    isOpen = isReadOnly
  }
  return groups
}

function readOnly({ tool, args }: ReadyCall): boolean {
  try {
    return tool.isReadOnly(args)
  } catch {
    return false
  }
}

function understand(tools: readonly Tool[], call: ToolCall): ReadyCall | ToolResult {
  const name = call.name.replace(/^@/, '')
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool === undefined) {
    const names = tools.map((candidate) => candidate.name).join(', ')
    return failure(`There is no tool "${call.name}". There are: ${names || 'none'}.`)
  }
  const args = argumentsOf(call)
  if (args !== undefined) return { call, tool, args }
  const given = cutMiddle(call.raw ?? textOf(call.arguments), 300)
  return failure(`The arguments of ${name} must be a JSON object, and these are not: ${given}`)
}

function textOf(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  } catch {
    return 'something nested too deep'
  }
}

function argumentsOf({ arguments: given, raw }: ToolCall): ToolArguments | undefined {
  if (given === undefined || given === null || given === '') return raw?.trim() ? undefined : {}
  let value = given
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given)
    } catch {
      return undefined
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ToolArguments)
    : undefined
}

async function settled(tool: Tool, args: ToolArguments, signal: AbortSignal): Promise<ToolResult> {
  try {
    return await tool.run(args, { signal })
  } catch (error) {
    if (signal.aborted || (error instanceof ChatCliError && error.code === 'interrupted')) return stopped
    return failure(`${tool.name} failed: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ChatCliError && error.hint) return `${error.message}. ${error.hint}`
  return error instanceof Error ? error.message : String(error)
}

/** What the promise gives, or `aborted` when the signal was given and it has not ended `graceMs` later. */
async function untilAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  graceMs: number,
): Promise<T | 'aborted'> {
  let timer: NodeJS.Timeout | undefined
  let listener = (): void => {}
  const aborted = new Promise<'aborted'>((done) => {
    listener = () => (timer = setTimeout(done, graceMs, 'aborted'))
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', listener)
  }
}

function toMessage({ id }: ToolCall, { text, isError }: ToolResult): Message {
  return { role: 'tool', content: text, tool_call_id: id, ...(isError ? { is_error: true } : {}) }
}

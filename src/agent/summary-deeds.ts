import { clip } from '../conversation/compaction/cut-text.ts'
import type { Message, ToolCall } from '../conversation/message.ts'

/** What an agent did, each once, in order. */
export type Deeds = Readonly<Record<'Files read' | 'Files modified' | 'Commands', readonly string[]>>

const paths = ['path', 'file_path', 'filename', 'file']
const commands = ['command', 'cmd', 'script']
const changes = /write|edit|create|replace|patch|delete|move|rename/i

/** The files and commands of calls, by the names arguments usually have. */
export function deedsOf(messages: readonly Message[]): Deeds {
  const read = new Set<string>()
  const modified = new Set<string>()
  const ran = new Set<string>()
  for (const call of messages.flatMap(({ tool_calls: calls }) => calls ?? [])) {
    const path = argument(call, paths)
    const command = argument(call, commands)
    if (path !== undefined) (changes.test(call.name) ? modified : read).add(clip(path, 200))
    if (command !== undefined) ran.add(clip(command.replace(/\s+/g, ' ').trim(), 160))
  }
  return { 'Files read': [...read], 'Files modified': [...modified], Commands: [...ran] }
}

function argument({ arguments: given }: ToolCall, names: readonly string[]): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const found = names.flatMap((name) => (given as Readonly<Record<string, unknown>>)[name] ?? [])
  return found.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

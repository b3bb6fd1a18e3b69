import type { ImportMachine } from '../importer.ts'
import { rolloutLines, type RolloutLine, type RolloutProblem } from './rollout-lines.ts'
import { SaidInThread, type ThreadMessage, type ThreadStyle } from './said-in-thread.ts'
import { surveyRollout } from './survey-rollout.ts'
import type { ThreadFacts } from './thread-facts.ts'

interface CopiedPartOptions {
  readonly facts: ThreadFacts
  readonly ownOffset: number | undefined
  readonly lines: () => AsyncIterable<RolloutLine | RolloutProblem>
  readonly style: ThreadStyle
  readonly filesOf: (thread: string) => readonly string[]
}

/**
 * Which messages of a fork are a copy of the thread it was made of. The file says it itself, by its ordinals or by the
 * line where its own settings begin; else the parent's file is asked: for the ids of its turns, then for its words.
 * Without one, everything is the fork's own.
 */
export async function copiedPart(
  machine: ImportMachine,
  { facts, ownOffset, lines, style, filesOf }: CopiedPartOptions,
): Promise<(message: ThreadMessage) => boolean> {
  const { ownFrom, copiedFrom, id } = facts
  if (ownFrom !== undefined) return ({ ordinal }) => ordinal !== undefined && ordinal < ownFrom
  if (copiedFrom === undefined || copiedFrom === id || ownOffset !== undefined) return () => false
  const path = filesOf(copiedFrom)[0]
  if (path === undefined) return () => false
  const parents = await threadMessagesOf(machine, path, copiedFrom, undefined)
  const own = await messagesIn(lines, style)
  const turns = new Set(parents.map(({ turnId }) => turnId).filter((turn) => turn !== undefined))
  const firstOwn = own.findIndex(({ turnId }) => turnId !== undefined && !turns.has(turnId))
  const hasTurns = own.some(({ turnId }) => turnId !== undefined && turns.has(turnId))
  let count = 0
  if (hasTurns) count = firstOwn < 0 ? own.length : firstOwn
  else while (count < own.length && words(own[count]) === words(parents[count])) count++
  const copies = new Set(own.slice(0, count).map(({ imported }) => imported.nativeId))
  return ({ imported }) => copies.has(imported.nativeId)
}

/** What is said in another rollout; nothing when it cannot be read. */
export async function threadMessagesOf(
  machine: ImportMachine,
  path: string,
  id: string,
  signal: AbortSignal | undefined,
): Promise<readonly ThreadMessage[]> {
  let fd: number | undefined
  try {
    const open = machine.disk.openRead(path)
    fd = open
    const lines = () => rolloutLines(machine, open, path, signal)
    const { style, ownOffset } = await surveyRollout(lines, id)
    return await messagesIn(lines, style, ownOffset)
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof Error && 'code' in error)) throw error
    return []
  } finally {
    if (fd !== undefined) machine.disk.close(fd)
  }
}

async function messagesIn(
  lines: CopiedPartOptions['lines'],
  style: ThreadStyle,
  from: number = 0,
): Promise<readonly ThreadMessage[]> {
  const thread = new SaidInThread(style)
  const messages: ThreadMessage[] = []
  for await (const line of lines())
    if (!('problem' in line) && line.offset >= from) messages.push(...thread.line(line))
  messages.push(...thread.end())
  return messages
}

function words(message: ThreadMessage | undefined): string | undefined {
  return message && `${message.imported.message.role} ${message.imported.message.content}`
}

import { defaultPassages, defaultPriority, mostPassages, mostPriority } from './context-limits.ts'

/** A context that goes along with a conversation. */
export interface Attachment {
  readonly contextId: string
  /** What it was called when it was attached, to be told when it is gone. */
  readonly name: string
  /** 0 to 1000; smaller ones come first. */
  readonly priority: number
  /** Numbers of chunks, from 1; undefined when all of it is meant. */
  readonly chunks?: readonly number[] | undefined
  /** Passages of a turn, when the context is searched rather than given whole. */
  readonly retrieve?: number | undefined
  /** The person wants it whole, whatever its size. */
  readonly full?: boolean | undefined
  /** Fields of other programs. */
  readonly other?: Readonly<Record<string, unknown>> | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Names that other programs may have for the same. */
const names = {
  id: ['context_id', 'contextId', 'ContextID', 'id'],
  name: ['name', 'context_name', 'contextName'],
  priority: ['priority', 'Priority'],
  chunks: ['chunks', 'selected_chunks', 'selectedChunks', 'SelectedChunks'],
  retrieve: ['retrieve', 'top_k', 'topK', 'retrieve_k', 'RetrieveK'],
  full: ['full'],
} as const
const knownKeys: ReadonlySet<string> = new Set(Object.values(names).flat())

/** The attachments of a conversation, as its `set` lines and its session file have them; what is none is left out. */
export function attachmentsIn(value: unknown): readonly Attachment[] {
  if (!Array.isArray(value)) return []
  const found = new Map<string, Attachment>()
  for (const each of value as readonly unknown[]) {
    const attachment = attachmentOf(each)
    if (attachment !== undefined) found.set(attachment.contextId, attachment)
  }
  return [...found.values()].sort(inOrder)
}

/** The attachments as they are kept, in the order that {@link inOrder} gives. */
export function storedAttachments(attachments: readonly Attachment[]): readonly Fields[] {
  return [...attachments]
    .sort(inOrder)
    .map(({ contextId, name, priority, chunks, retrieve, full, other }) => ({
      context_id: contextId,
      name,
      priority,
      ...(chunks === undefined ? {} : { chunks }),
      ...(retrieve === undefined ? {} : { retrieve }),
      ...(full === true ? { full } : {}),
      ...other,
    }))
}

function inOrder(a: Attachment, b: Attachment): number {
  return a.priority - b.priority || (a.contextId < b.contextId ? -1 : 1)
}

function attachmentOf(value: unknown): Attachment | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Fields
  const find = (keys: readonly string[]): unknown =>
    keys.map((key) => fields[key]).find((each) => each !== undefined && each !== null)
  const contextId = find(names.id)
  if (typeof contextId !== 'string' || contextId === '') return undefined
  const name = find(names.name)
  const chunks = numbersIn(find(names.chunks))
  const retrieve = find(names.retrieve)
  const other = Object.entries(fields).filter(([key]) => !knownKeys.has(key))
  return {
    contextId,
    name: typeof name === 'string' ? name : contextId,
    priority: bounded(find(names.priority), 0, mostPriority) ?? defaultPriority,
    ...(chunks.length === 0 ? {} : { chunks }),
    ...(retrieve === undefined || retrieve === 0 || retrieve === false
      ? {}
      : { retrieve: bounded(retrieve, 1, mostPassages) ?? defaultPassages }),
    ...(find(names.full) === true ? { full: true } : {}),
    ...(other.length === 0 ? {} : { other: Object.fromEntries(other) }),
  }
}

function numbersIn(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return []
  const numbers = value.filter((each): each is number => Number.isSafeInteger(each) && Number(each) >= 1)
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function bounded(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.trunc(value)))
    : undefined
}

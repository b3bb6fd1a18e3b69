import { type Fields, isFields } from '../shared/fields.ts'

/** What the lines of a log change: objects and lists that are written to. */
type Container = Record<string, unknown> | unknown[]

/**
 * Members that are long and say nothing of the conversation: they are not held. A log may carry many megabytes of what the
 * editor gave along.
 */
const DROPPED = new Set(
  `edits contentReferences codeCitations followups inputState usedContext editedFileEvents modelMetadata
  renderedUserMessage renderedGlobalContext codeBlocks references range baseUri`.split(/\s+/),
)

/**
 * The object that a log of mutations comes to: one line sets all of it, others a member, the end of a list, or take a
 * member away.
 */
export class ChatLog {
  #root: unknown

  /** Undefined before the first whole object. */
  get value(): Fields | undefined {
    return isFields(this.#root) ? this.#root : undefined
  }

  /**
   * Applies a line.
   *
   * @returns `unknown` for a kind that no version writes, which changes nothing; `broken` when it does not fit what was
   * there: what comes behind it cannot be trusted
   */
  line({ kind, k: path, v: value, i: length }: Fields): 'done' | 'unknown' | 'broken' {
    if (kind === 0) {
      this.#root = kept(value)
      return isFields(this.#root) ? 'done' : 'broken'
    }
    if (kind !== 1 && kind !== 2 && kind !== 3) return 'unknown'
    if (this.#root === undefined || !Array.isArray(path) || path.length === 0) return 'broken'
    if (path.some((step) => typeof step === 'string' && DROPPED.has(step))) return 'done'
    const last = path.at(-1) as unknown
    const parent = at(this.#root, path.slice(0, -1))
    if (parent === undefined) return 'broken'
    if (kind === 1) return set(parent, last, kept(value)) ? 'done' : 'broken'
    if (kind === 3) return remove(parent, last) ? 'done' : 'broken'
    const list = member(parent, last) ?? []
    if (!Array.isArray(list)) return 'broken'
    if (typeof length === 'number' && length >= 0 && length < list.length) list.length = length
    if (Array.isArray(value)) for (const entry of value) list.push(kept(entry))
    return set(parent, last, list) ? 'done' : 'broken'
  }
}

function at(root: unknown, path: readonly unknown[]): Container | undefined {
  let found = root
  for (const step of path) found = member(found, step)
  return Array.isArray(found) || isFields(found) ? (found as Container) : undefined
}

function member(container: unknown, step: unknown): unknown {
  if (Array.isArray(container)) return typeof step === 'number' ? (container[step] as unknown) : undefined
  if (!isFields(container) || typeof step !== 'string') return undefined
  return Object.hasOwn(container, step) ? container[step] : undefined
}

function set(container: Container, step: unknown, value: unknown): boolean {
  if (Array.isArray(container)) {
    if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step > container.length)
      return false
    container[step] = value
    return true
  }
  if (typeof step !== 'string') return false
  Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true })
  return true
}

function remove(container: Container, step: unknown): boolean {
  if (Array.isArray(container)) {
    if (typeof step !== 'number' || step >= container.length) return false
    container[step] = undefined
    return true
  }
  if (typeof step !== 'string') return false
  delete container[step]
  return true
}

/** A value without what is not held. */
function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kept)
  if (!isFields(value)) return value
  const fields: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value))
    if (!DROPPED.has(key)) set(fields, key, isBytes(entry) ? undefined : kept(entry))
  return fields
}

/** An attached image is a list of bytes, or an object of them. */
function isBytes(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 256 && typeof value[0] === 'number'
  return isFields(value) && typeof value['0'] === 'number' && typeof value['255'] === 'number'
}

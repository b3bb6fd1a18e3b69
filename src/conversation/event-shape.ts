import { messageProblem } from './message-shape.ts'

/** Says what is wrong with the shape of a parsed transcript line, or undefined when it is a well-formed event. */
export function eventProblem(value: Readonly<Record<string, unknown>>): string | undefined {
  if (!isCount(value['v'])) return 'it has no version'
  if (!isWriter(value['w']) || !isCount(value['n'])) return 'it does not say who wrote it'
  if (typeof value['at'] !== 'string' || typeof value['turn'] !== 'string') return 'it has no time or no turn'
  switch (value['kind']) {
    case 'message':
      if (!isCount(value['m']) || typeof value['id'] !== 'string' || typeof value['hash'] !== 'string') {
        return 'its message has no counter, id or hash'
      }
      return messageProblem(value['message'])
    case 'rewrite':
      return rewriteProblem(value)
    case 'edit':
    case 'adopt':
      return editProblem(value)
    case 'set':
      return isObject(value['set']) ? undefined : 'it sets nothing'
    case 'mark':
      return typeof value['mark'] === 'string' ? undefined : 'its mark has no name'
    case 'forgotten':
      return value['m'] === undefined || isCount(value['m']) ? undefined : 'its counter is none'
    default:
      return 'it is of an unknown kind'
  }
}

function rewriteProblem(value: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof value['reason'] !== 'string') return 'its rewrite has no reason'
  const puts = value['puts'] ?? []
  if (!Array.isArray(puts)) return 'its rewrite has malformed puts'
  for (const put of puts as unknown[]) {
    if (!isObject(put) || !areRanges(put['of'])) return 'its rewrite has malformed puts'
    const problem = messageProblem(put['message'])
    if (problem !== undefined) return problem
  }
  if (value['undoes'] !== undefined && !isRef(value['undoes'])) return 'its undo names no line'
  return areRanges(value['removes']) && areRanges(value['restores'] ?? [])
    ? undefined
    : 'its rewrite has malformed ranges'
}

function editProblem(value: Readonly<Record<string, unknown>>): string | undefined {
  const { from, removes, changes, inserts } = value
  if (typeof from !== 'string' || !areRanges(removes) || !Array.isArray(changes) || !Array.isArray(inserts)) {
    return 'its edit is malformed'
  }
  for (const change of changes as unknown[]) {
    if (!Array.isArray(change) || !isRef(change[0])) return 'its edit is malformed'
    const problem = messageProblem(change[1])
    if (problem !== undefined) return problem
  }
  for (const insert of inserts as unknown[]) {
    if (!isObject(insert) || (insert['after'] !== null && !isRef(insert['after'])))
      return 'its edit is malformed'
    const problem = messageProblem(insert['message'])
    if (problem !== undefined) return problem
  }
  return undefined
}

function areRanges(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRange)
}

function isRange(value: unknown): boolean {
  if (!Array.isArray(value) || (value.length !== 3 && value.length !== 4) || !isWriter(value[0])) return false
  return value.slice(1).every(isCount) && (value.length === 3 || value[1] === value[2])
}

function isRef(value: unknown): boolean {
  if (!Array.isArray(value) || (value.length !== 2 && value.length !== 3) || !isWriter(value[0])) return false
  return value.slice(1).every(isCount)
}

function isWriter(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

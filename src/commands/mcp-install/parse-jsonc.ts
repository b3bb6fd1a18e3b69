import { skipTrivia } from './skip-trivia.ts'

/** A value in a text of JSON with comments, with its place: offsets in UTF-16 code units. */
export interface JsoncNode {
  readonly start: number
  readonly end: number
  readonly value: unknown
  /** Of an object, as they stand in the text; of two with the same name the last one counts. */
  readonly members?: readonly JsoncMember[]
}

export interface JsoncMember {
  readonly name: string
  /** Where its name begins. */
  readonly start: number
  readonly node: JsoncNode
}

/** What is wrong with a text, and where. */
export class JsoncError extends Error {
  override readonly name = 'JsoncError'
  /** Offset in the text. */
  readonly at: number

  constructor(at: number) {
    super('this is no JSON')
    this.at = at
  }
}

const deepest = 200
const literals: readonly (readonly [word: string, value: unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const string = /"(?:[^"\\]|\\[^])*"/y

/**
 * Reads JSON in which comments and a comma behind the last item may stand, as the settings of editors have them.
 *
 * @returns undefined when there is nothing but comments
 * @throws JsoncError
 */
export function parseJsonc(text: string): JsoncNode | undefined {
  const start = skipTrivia(text, text.startsWith('\ufeff') ? 1 : 0)
  if (start === text.length) return undefined
  const root = valueAt(text, start, 0)
  const end = skipTrivia(text, root.end)
  if (end !== text.length) throw new JsoncError(end)
  return root
}

function valueAt(text: string, start: number, depth: number): JsoncNode {
  if (depth > deepest) throw new JsoncError(start)
  const first = text[start]
  if (first === '{') return objectAt(text, start, depth)
  if (first === '[') return listAt(text, start, depth)
  if (first === '"') return stringAt(text, start)
  const literal = literals.find(([word]) => text.startsWith(word, start))
  if (literal !== undefined) return { start, end: start + literal[0].length, value: literal[1] }
  const digits = matchAt(number, text, start)
  if (digits === undefined) throw new JsoncError(start)
  return { start, end: start + digits.length, value: Number(digits) }
}

function objectAt(text: string, start: number, depth: number): JsoncNode {
  const members: JsoncMember[] = []
  const end = eachItem(text, start, '}', (at) => {
    const name = stringAt(text, at)
    const colon = skipTrivia(text, name.end)
    if (text[colon] !== ':') throw new JsoncError(colon)
    const node = valueAt(text, skipTrivia(text, colon + 1), depth + 1)
    members.push({ name: String(name.value), start: at, node })
    return node.end
  })
  // Not by assignment, for which "__proto__" is no name like any other.
  const value: unknown = Object.fromEntries(members.map(({ name, node }) => [name, node.value]))
  return { start, end, value, members }
}

function listAt(text: string, start: number, depth: number): JsoncNode {
  const value: unknown[] = []
  const end = eachItem(text, start, ']', (at) => {
    const node = valueAt(text, at, depth + 1)
    value.push(node.value)
    return node.end
  })
  return { start, end, value }
}

/** @param read reads the item at an offset and returns where it ends */
function eachItem(text: string, start: number, close: string, read: (at: number) => number): number {
  let at = skipTrivia(text, start + 1)
  while (text[at] !== close) {
    at = skipTrivia(text, read(at))
    if (text[at] === ',') at = skipTrivia(text, at + 1)
    else if (text[at] !== close) throw new JsoncError(at)
  }
  return at + 1
}

function stringAt(text: string, start: number): JsoncNode {
  const raw = matchAt(string, text, start)
  if (raw === undefined) throw new JsoncError(start)
  try {
    return { start, end: start + raw.length, value: JSON.parse(raw) }
  } catch {
    throw new JsoncError(start)
  }
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}

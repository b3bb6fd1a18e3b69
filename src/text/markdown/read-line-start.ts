import type { Container, Item } from './container.ts'
import { isDelimiterRow } from './table-row.ts'

/** The block that the line before left open; `head`: a line that is the head of a table if the next one is its rule. */
export type Leaf =
  | { readonly kind: 'none' | 'paragraph' | 'indented' | 'html' | 'table' }
  | { readonly kind: 'head'; readonly line: string }
  | { readonly kind: 'fence'; readonly fence: string; readonly indent: number }

/** What is open when a line begins. */
export interface OpenBlocks {
  /** Outermost first. */
  readonly containers: readonly Container[]
  readonly leaf: Leaf
}

/** What a line says: in which containers it stands, and what it is there. */
export interface LineStart {
  /** How many of the open containers go on. */
  readonly matched: number
  /** Containers that begin with the line. */
  readonly opened: readonly Container[]
  readonly block: LineBlock
}

export type LineBlock =
  | { readonly kind: 'blank' }
  /** Of a paragraph; `at` is where its words begin. A `fresh` one defines a link or a note and stands on its own line. */
  | { readonly kind: 'text'; readonly at: number; readonly fresh: boolean }
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'fence'; readonly fence: string; readonly indent: number; readonly info: string }
  | { readonly kind: 'fence-end' }
  /** A line of a block of code, of either sort, or of HTML. */
  | { readonly kind: 'code' | 'indented' | 'html'; readonly text: string }
  | { readonly kind: 'head' | 'delimiter' | 'row'; readonly text: string }

/** `more`: a few more characters may tell; `line`: only the whole line will. */
export type Undecided = 'more' | 'line'

const htmlTags =
  'address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul'
const htmlStart = new RegExp(`^<(?:/?(?:${htmlTags})(?:[\\s/>]|$)|!--|[?!])`, 'i')
const htmlTagAlone = /^<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>\s*$/i

/** What stands in more containers than this is text; an answer with as many means to do harm. */
const deepest = 32

/**
 * Reads what a line begins with, after CommonMark 0.31 with the tables of GFM. `line` may be the beginning of a line
 * that is still coming (`isWhole` false); once there is an answer, the rest of the line does not change it.
 *
 * Where CommonMark looks ahead, this does not, as what was shown stays: an underline is a rule, a link defined later
 * is no link, and the head of a table begins with `|`.
 */
export function readLineStart(line: string, isWhole: boolean, open: OpenBlocks): LineStart | Undecided {
  const { containers, leaf } = open
  let rest = line
  let matched = 0
  for (const container of containers) {
    if (rest.trimStart() === '' && !isWhole) return 'more'
    const inside = enter(rest, container)
    if (inside === undefined) break
    rest = inside
    matched++
  }
  const isInside = matched === containers.length
  if (isInside && leaf.kind === 'fence') {
    if (!isWhole) return 'line'
    return { matched, opened: [], block: codeLine(rest, leaf) }
  }
  const opened: Container[] = []
  for (;;) {
    const text = rest.trimStart()
    if (text === '' && !isWhole) return 'more'
    const isNew = opened.length > 0
    const state: State = {
      rest,
      text,
      isWhole,
      isInside: isInside && !isNew,
      mayOpen: matched + opened.length < deepest,
      leaf: isNew ? { kind: 'none' } : leaf,
    }
    const found = continueBlock(state) ?? startBlock(state)
    if (typeof found === 'string') return found
    if (found === undefined) {
      const isLazy = !isInside && isParagraph(state.leaf)
      const block = textBlock(state, line.length - text.length)
      if (typeof block === 'string') return block
      return { matched: isLazy ? containers.length : matched, opened, block }
    }
    if (!('container' in found)) return { matched, opened, block: found }
    opened.push(found.container)
    rest = found.rest
  }
}

interface State {
  readonly rest: string
  /** Without its indent. */
  readonly text: string
  readonly isWhole: boolean
  /** In exactly the containers that were open. */
  readonly isInside: boolean
  readonly leaf: Leaf
  /** More containers may begin. */
  readonly mayOpen: boolean
}

type Found = LineBlock | { readonly container: Container; readonly rest: string } | Undecided | undefined

/** The block that was open goes on, in a way that it alone can. */
function continueBlock({ rest, text, isWhole, isInside, leaf }: State): Found {
  if (text === '')
    return leaf.kind === 'indented' && isInside
      ? { kind: 'indented', text: outdent(rest, 4) ?? '' }
      : { kind: 'blank' }
  if (!isInside) return undefined
  if (leaf.kind === 'html') return isWhole ? { kind: 'html', text } : 'line'
  if (leaf.kind === 'head' && /^[|:\- \t]+$/.test(text)) {
    if (!isWhole) return 'more'
    if (isDelimiterRow(text, leaf.line)) return { kind: 'delimiter', text }
  }
  if (isParagraph(leaf) && /^=+[ \t]*$/.test(text) && indentOf(rest) < 4)
    return isWhole ? { kind: 'rule' } : 'more'
  return undefined
}

function startBlock(state: State): Found {
  const { rest, text, isWhole, leaf } = state
  const indent = indentOf(rest)
  if (indent >= 4) {
    if (isParagraph(leaf)) return undefined
    return isWhole ? { kind: 'indented', text: outdent(rest, 4) ?? '' } : 'line'
  }
  switch (text[0]) {
    case '>':
      if (!state.mayOpen) return undefined
      return { container: { kind: 'quote' }, rest: text.slice(1).replace(/^ /, '') }
    case '#':
      return heading(text, isWhole)
    case '`':
    case '~':
      return fence(text, indent, isWhole)
    case '<':
      return html(state)
    case '-':
    case '*':
    case '_':
    case '+':
      return rule(text, isWhole) ?? item(state, indent)
    default:
      return item(state, indent)
  }
}

function textBlock({ text, isWhole, isInside, leaf }: State, at: number): LineBlock | Undecided {
  if (text.startsWith('|') && (isInside || !isParagraph(leaf)))
    return isWhole ? { kind: 'head', text } : 'line'
  if (leaf.kind === 'table' && isInside) {
    if (!isWhole) return 'line'
    if (text.includes('|')) return { kind: 'row', text }
  }
  const isUnclear = !isWhole && text.startsWith('[') && /^\[[^\]]{0,200}(?:\])?$/.test(text)
  return isUnclear ? 'more' : { kind: 'text', at, fresh: /^\[[^\]]{1,200}\]:/.test(text) }
}

/** What a line says inside a container; undefined when it does not stand there. */
function enter(rest: string, container: Container): string | undefined {
  if (container.kind === 'quote') {
    return /^ {0,3}>/.test(rest) ? rest.trimStart().slice(1).replace(/^ /, '') : undefined
  }
  return rest.trimStart() === '' ? '' : outdent(rest, container.indent)
}

function codeLine(
  rest: string,
  { fence, indent }: { readonly fence: string; readonly indent: number },
): LineBlock {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(rest)?.[1]
  if (end !== undefined && end.startsWith(fence)) return { kind: 'fence-end' }
  return { kind: 'code', text: outdent(rest, Math.min(indent, indentOf(rest))) ?? rest }
}

function heading(text: string, isWhole: boolean): Found {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0]
  if (marks === undefined) return undefined
  if (!isWhole) return marks === text ? 'more' : 'line'
  const words = text.slice(marks.length).trim()
  let end = words.length
  while (words[end - 1] === '#') end--
  const isClosed = end === 0 || /[ \t]/.test(words[end - 1] ?? '')
  return { kind: 'heading', depth: marks.length, text: isClosed ? words.slice(0, end).trimEnd() : words }
}

function fence(text: string, indent: number, isWhole: boolean): Found {
  const marks = /^(?:`+|~+)/.exec(text)?.[0] ?? ''
  if (marks.length < 3) return marks === text && !isWhole ? 'more' : undefined
  if (!isWhole) return 'line'
  const info = text.slice(marks.length).trim()
  return marks.startsWith('`') && info.includes('`')
    ? undefined
    : { kind: 'fence', fence: marks, indent, info }
}

function html({ text, isWhole, isInside, leaf }: State): Found {
  if (!/^<(?:[a-z/!?]|$)/i.test(text)) return undefined
  if (!isWhole) return text === '<' ? 'more' : 'line'
  const isHtml = htmlStart.test(text) || (htmlTagAlone.test(text) && !(isInside && isParagraph(leaf)))
  return isHtml ? { kind: 'html', text } : undefined
}

function rule(text: string, isWhole: boolean): Found {
  if (!/^([-*_])(?:[ \t]*\1)*[ \t]*$/.test(text)) return undefined
  if (!isWhole) return 'more'
  return text.replace(/[ \t]/g, '').length >= 3 ? { kind: 'rule' } : undefined
}

function item({ text, isWhole, isInside, leaf, mayOpen }: State, indent: number): Found {
  if (!mayOpen) return undefined
  if (!isWhole && /^(?:[-*+]|\d{1,9}[.)]?)$/.test(text)) return 'more'
  const match = /^(?:([-*+])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(text)
  if (match === null) return undefined
  const [marker, bullet, digits, behind = ''] = match
  const content = text.slice(marker.length)
  const isEmpty = content.trimStart() === ''
  if (isEmpty && !isWhole) return 'more'
  const number = digits === undefined ? undefined : Number(digits)
  const interrupts = isInside && isParagraph(leaf)
  if (interrupts && (isEmpty || (number !== undefined && number !== 1))) return undefined
  const space = indentOf(content)
  const inner = isEmpty || space > 4 ? 1 : space
  const container: Item = {
    kind: 'item',
    indent: indent + marker.length + inner,
    delimiter: bullet ?? behind,
    number,
  }
  return { container, rest: isEmpty ? '' : (outdent(content, inner) ?? content) }
}

function isParagraph(leaf: Leaf): boolean {
  return leaf.kind === 'paragraph' || leaf.kind === 'head'
}

/** Columns of the white space that a text begins with; a tab goes to the next multiple of 4. */
function indentOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (character === ' ') columns++
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** The text without the first `columns` columns of its indent; undefined when it has less. */
function outdent(text: string, columns: number): string | undefined {
  let column = 0
  let at = 0
  while (column < columns) {
    const character = text[at]
    if (character === ' ') column++
    else if (character === '\t') column += 4 - (column % 4)
    else return undefined
    at++
  }
  return ' '.repeat(column - columns) + text.slice(at)
}

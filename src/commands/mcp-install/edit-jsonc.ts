import { isDeepStrictEqual } from 'node:util'
import { type JsoncMember, type JsoncNode, parseJsonc } from './parse-jsonc.ts'
import { skipTrivia } from './skip-trivia.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Gives a member of a text of JSON with comments a value; comments, order, indentation and everything else stay.
 *
 * @param path names from the root on; objects on the way that are missing are made
 * @param value undefined takes the member out
 * @returns undefined when that cannot be done without touching something else
 * @throws JsoncError when the text is no such JSON
 */
export function editJsonc(text: string, path: readonly string[], value: unknown): string | undefined {
  const root = parseJsonc(text)
  if (root !== undefined && root.members === undefined) return undefined
  const before = root?.value ?? {}
  const expected = withValue(before as Values, path, value)
  if (expected === undefined) return undefined
  if (isDeepStrictEqual(expected, before)) return text
  const after = root === undefined ? wholeText(text, expected) : edited(text, root, path, value)
  return isDeepStrictEqual(parseJsonc(after)?.value, expected) ? after : undefined
}

/** Undefined when something on the way is no object. */
function withValue(
  values: Values,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Values | undefined {
  const { [name]: old, ...others } = values
  if (rest.length === 0 && value === undefined) return others
  if (rest.length === 0) return { ...values, [name]: value }
  if (old === undefined && value === undefined) return values
  if (old !== undefined && (typeof old !== 'object' || old === null || Array.isArray(old))) return undefined
  const inner = withValue((old ?? {}) as Values, rest, value)
  return inner && { ...values, [name]: inner }
}

function wholeText(text: string, values: Values): string {
  const newline = newlineOf(text)
  const above = text.trimEnd()
  const json = JSON.stringify(values, null, 2).replaceAll('\n', newline)
  return `${above}${above === '' || above === '\ufeff' ? '' : newline}${json}${newline}`
}

function edited(
  text: string,
  node: JsoncNode,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): string {
  const member = node.members?.findLast((known) => known.name === name)
  if (member === undefined) {
    const inner = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    return inserted(text, node, name, inner)
  }
  if (rest.length > 0) return edited(text, member.node, rest, value)
  if (value === undefined) return removed(text, node, member)
  const json = jsonOf(text, value, indentAt(text, member.start), isOnOneLine(text, node))
  return text.slice(0, member.node.start) + json + text.slice(member.node.end)
}

/** Puts a member behind the last one. */
function inserted(text: string, node: JsoncNode, name: string, value: unknown): string {
  const newline = newlineOf(text)
  const last = node.members?.at(-1)
  const key = `${JSON.stringify(name)}: `
  if (last === undefined) {
    const outer = indentAt(text, node.start)
    const indent = outer + unitOf(text)
    // Comments that stand inside stay above it.
    const inside = text.slice(node.start + 1, node.end - 1).trimEnd()
    const json = jsonOf(text, value, indent, false)
    const object = `{${inside}${newline}${indent}${key}${json}${newline}${outer}}`
    return text.slice(0, node.start) + object + text.slice(node.end)
  }
  const comma = commaBehind(text, last)
  const headEnd = comma === undefined ? last.node.end : comma + 1
  const head = text.slice(0, headEnd) + (comma === undefined ? ',' : '')
  if (isOnOneLine(text, node)) {
    const gap = /^[ \t]/.test(text.slice(node.start + 1)) ? ' ' : ''
    const json = `${JSON.stringify(name)}:${gap}${JSON.stringify(value)}`
    return `${head}${gap}${json}${comma === undefined ? '' : ','}${text.slice(headEnd)}`
  }
  const indent = indentAt(text, last.start)
  // A comment behind the last member is about that one.
  const remark = /^[ \t]*(?:\/\*[^\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?/.exec(text.slice(headEnd))?.[0] ?? ''
  const json = jsonOf(text, value, indent, false) + (comma === undefined ? '' : ',')
  return `${head}${remark.trimEnd()}${newline}${indent}${key}${json}${text.slice(headEnd + remark.length)}`
}

/** Takes a member out, with its line where it has one of its own. */
function removed(text: string, node: JsoncNode, member: JsoncMember): string {
  const comma = commaBehind(text, member)
  const before = node.members?.[node.members.indexOf(member) - 1]
  let head = text.slice(0, member.start)
  let tail = text.slice(comma === undefined ? member.node.end : comma + 1)
  if (comma === undefined && before !== undefined) {
    const place = commaBehind(text, before) ?? before.node.end
    head = text.slice(0, place) + text.slice(place + 1, member.start)
  }
  const ownLine = /(?:^|\r?\n)[ \t]*$/.exec(head)
  const rest = /^[ \t]*(?=\r?\n|$)/.exec(tail)
  if (ownLine && rest) {
    head = head.slice(0, ownLine.index)
    tail = tail.slice(rest[0].length)
  } else if (comma === undefined) head = head.trimEnd()
  else tail = tail.replace(/^[ \t]+/, '')
  return head + tail
}

function commaBehind(text: string, { node }: JsoncMember): number | undefined {
  const at = skipTrivia(text, node.end)
  return text[at] === ',' ? at : undefined
}

function isOnOneLine(text: string, { start, end }: JsoncNode): boolean {
  return !text.slice(start, end).includes('\n')
}

function jsonOf(text: string, value: unknown, indent: string, isShort: boolean): string {
  if (isShort) return JSON.stringify(value)
  const lines = JSON.stringify(value, null, unitOf(text)).split('\n')
  return lines.join(newlineOf(text) + indent)
}

/** What the line of an offset begins with. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\ufeff?([ \t]*)/.exec(line)?.[1] ?? ''
}

/** What one more level is indented by: as the first line that is. */
function unitOf(text: string): string {
  const unit =
    /^[ \t]*[{[][ \t]*(?:\/\/[^\n]*)?\r?\n(?:[ \t]*\/\/[^\n]*\n)*([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return unit.startsWith('\t') ? '\t' : unit.slice(0, 8)
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

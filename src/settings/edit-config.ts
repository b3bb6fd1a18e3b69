import { isDeepStrictEqual } from 'node:util'
import { ChatCliError } from '../errors.ts'
import type { ConfigFile } from './config-file.ts'

type Values = Readonly<Record<string, unknown>>
type Parse = (toml: string) => Values

/** A key and its value in a text, as offsets; what stands behind the value on its line is left out. */
interface Entry {
  readonly start: number
  readonly valueStart: number
  readonly valueEnd: number
  /** Behind the end of its last line. */
  readonly end: number
}

/**
 * Gives a key of config.toml another value, or takes it out; comments, order and all other keys stay as they are.
 *
 * @param toml the value as TOML; undefined takes the key out
 * @returns the text of the file
 * @throws ChatCliError `refused` when that cannot be done without touching something else
 */
export async function editConfig(
  file: ConfigFile | undefined,
  key: string,
  toml: string | undefined,
): Promise<string> {
  const parse: Parse = (await import('smol-toml')).parse
  const text = file?.text ?? ''
  const before = file?.values ?? {}
  const entry = entryOf(text, key, parse)
  const after = edited(text, entry, key, toml, parse)
  const { [key]: _, ...others } = before
  const expected = toml === undefined ? others : { ...others, ...valuesOf(`${key} = ${toml}`, parse) }
  const found = valuesOf(after, parse)
  // A parsed document has no prototype, which counts as a difference to a literal.
  if (found !== undefined && isDeepStrictEqual({ ...found }, expected)) return after
  throw new ChatCliError('refused', `${key} cannot be changed without touching something else.`, {
    hint: `Edit it by hand: ${file?.path ?? ''}`,
  })
}

function edited(
  text: string,
  entry: Entry | undefined,
  key: string,
  toml: string | undefined,
  parse: Parse,
): string {
  if (entry === undefined) return toml === undefined ? text : withLine(text, `${key} = ${toml}`, parse)
  if (toml === undefined) return text.slice(0, entry.start) + text.slice(entry.end)
  // Comments between the items of a list would be lost.
  if (/\n[^]*#|#[^]*\n/.test(text.slice(entry.valueStart, entry.valueEnd))) return text
  return text.slice(0, entry.valueStart) + toml + text.slice(entry.valueEnd)
}

/** Where a key of the top level stands. */
function entryOf(text: string, key: string, parse: Parse): Entry | undefined {
  const head = text.slice(0, firstTable(text, parse))
  const name = key.replace(/[^\w-]/g, '\\$&')
  const assignment = new RegExp(`^\ufeff?[ \\t]*(?:${name}|"${name}"|'${name}')[ \\t]*=[ \\t]*`, 'gm')
  for (const match of head.matchAll(assignment)) {
    const start = match.index
    // Inside of a string or a list of several lines the text before is unfinished.
    if (valuesOf(head.slice(0, start), parse) === undefined) continue
    for (const end of lineEnds(head, start)) {
      if (valuesOf(head.slice(start, end), parse) === undefined) continue
      return { start, valueStart: start + match[0].length, valueEnd: valueEnd(head, start, end, parse), end }
    }
  }
  return undefined
}

/** Where the value ends that takes up the lines from `start` to `end`: before a comment or the end of the line. */
function valueEnd(head: string, start: number, end: number, parse: Parse): number {
  const lastLine = Math.max(start, head.lastIndexOf('\n', end - 2) + 1)
  for (let at = head.indexOf('#', lastLine); at >= 0 && at < end; at = head.indexOf('#', at + 1)) {
    // A "#" inside of a string leaves the string before it unfinished.
    if (valuesOf(head.slice(start, at), parse) !== undefined)
      return start + head.slice(start, at).trimEnd().length
  }
  return start + head.slice(start, end).trimEnd().length
}

/** Puts a line behind all keys of the top level, before the comment of the first table. */
function withLine(text: string, line: string, parse: Parse): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const table = firstTable(text, parse)
  const above = text.slice(0, table)
  const head = table === text.length ? above : above.replace(/(?:(?<=^|\n)[ \t]*#.*\n)+$/, '')
  const rest = text.slice(head.length)
  const kept = head.trimEnd()
  const gap = head.slice(kept.length) || newline
  if (kept === '') return `${head}${line}${newline}${rest === '' ? '' : newline}${rest}`
  return `${kept}${newline}${line}${gap}${rest}`
}

/** The offset of the first table's line; the length of the text when there is none. */
function firstTable(text: string, parse: Parse): number {
  for (const { index } of text.matchAll(/^[ \t]*\[/gm)) {
    if (valuesOf(text.slice(0, index), parse) !== undefined) return index
  }
  return text.length
}

function* lineEnds(text: string, start: number): Iterable<number> {
  for (let at = text.indexOf('\n', start); at >= 0; at = text.indexOf('\n', at + 1)) yield at + 1
  if (!text.endsWith('\n')) yield text.length
}

function valuesOf(toml: string, parse: Parse): Values | undefined {
  try {
    return parse(toml)
  } catch {
    return undefined
  }
}

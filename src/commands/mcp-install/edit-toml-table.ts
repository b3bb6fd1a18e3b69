import { isDeepStrictEqual } from 'node:util'
import { editConfig } from '../../settings.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Sets the keys of a table `[section.name]` of a text of TOML, or takes the table out; everything else stays as it is.
 *
 * @param values keys that are undefined are taken out; undefined takes the whole table out
 * @returns undefined when that cannot be done without touching something else
 * @throws TomlError (of smol-toml) when the text is no TOML
 */
export async function editTomlTable(
  text: string,
  [section, name]: readonly [section: string, name: string],
  values: Values | undefined,
): Promise<string | undefined> {
  const { parse } = await import('smol-toml')
  const read = (toml: string): Values | undefined => {
    try {
      return parse(toml)
    } catch {
      return undefined
    }
  }
  const before = parse(text)
  const tables = (before[section] ?? {}) as Values
  const old = tables[name] as Values | undefined
  const table = values === undefined ? undefined : withoutUndefined({ ...old, ...values })
  const { [name]: _, ...others } = tables
  const expected = { ...before, [section]: table === undefined ? others : { ...others, [name]: table } }
  if (values === undefined ? old === undefined : isSame(old, table)) return text
  const regions = regionsOf(text, [section, name], read)
  const after =
    values === undefined
      ? regions.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
      : await edited(text, [section, name], values, regions[0], read)
  const found = after === undefined ? undefined : read(after)
  if (after === undefined || found === undefined) return undefined
  // The last of its tables may have been what the section consisted of.
  return isSame({ [section]: {}, ...found }, expected) ? after : undefined
}

interface Region {
  /** Of its header. */
  readonly start: number
  /** Behind its header. */
  readonly body: number
  readonly end: number
}

async function edited(
  text: string,
  [section, name]: readonly [string, string],
  values: Values,
  region: Region | undefined,
  read: (toml: string) => Values | undefined,
): Promise<string | undefined> {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  if (region === undefined) {
    const lines = [
      `[${section}.${name}]`,
      ...Object.entries(withoutUndefined(values)).map(([key, value]) => `${key} = ${tomlOf(value)}`),
      '',
    ]
    const above = text === '' ? '' : `${text.trimEnd()}${newline}${newline}`
    return above + lines.join(newline)
  }
  let body = text.slice(region.body, region.end)
  try {
    for (const [key, value] of Object.entries(values)) {
      const now = read(body)
      if (now === undefined) return undefined
      if (isSame(now[key], value)) continue
      const toml = value === undefined ? undefined : tomlOf(value)
      body = await editConfig({ path: '', text: body, values: now }, key, toml)
    }
  } catch {
    return undefined
  }
  return text.slice(0, region.body) + body + text.slice(region.end)
}

/** Where the table and those below it stand, in order; the table itself is the first, when it has a header. */
function regionsOf(
  text: string,
  path: readonly [string, string],
  read: (toml: string) => Values | undefined,
): readonly Region[] {
  const headers = [...text.matchAll(/^[ \t]*\[([^\r\n]*)(?:\r?\n|$)/gm)]
    // Inside of a string or a list of several lines the text before is unfinished.
    .filter(({ index }) => read(text.slice(0, index)) !== undefined)
    .map(({ index, 0: line }) => ({ start: index, body: index + line.length, keys: keysOf(line, read) }))
  return headers.flatMap(({ start, body, keys }, i) => {
    const isOwn = path.every((key, depth) => keys[depth] === key)
    return isOwn ? [{ start, body, end: endOf(text, body, headers[i + 1]?.start) }] : []
  })
}

/** Comments in front of the next table are about that one. */
function endOf(text: string, body: number, next: number | undefined): number {
  if (next === undefined) return text.length
  const comments = /(?:(?<=^|\n)[ \t]*(?:#[^\n]*)?\r?\n)*$/.exec(text.slice(body, next))?.[0] ?? ''
  const ownGap = /^(?:[ \t]*\r?\n)*/.exec(comments)?.[0] ?? ''
  return next - comments.length + ownGap.length
}

/** The keys of a header, by reading it as a document of its own. */
function keysOf(line: string, read: (toml: string) => Values | undefined): readonly string[] {
  const keys: string[] = []
  let table: unknown = read(line.trim())
  while (typeof table === 'object' && table !== null) {
    const [key] = Object.keys(table)
    if (key === undefined || Array.isArray(table)) break
    keys.push(key)
    table = (table as Values)[key]
  }
  return keys
}

function tomlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${/^[\w-]+$/.test(key) ? key : tomlOf(key)} = ${tomlOf(inner)}`)
      .join(', ')} }`
  // The escapes of a basic string are those of JSON; U+007F has to be escaped as well.
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f')
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** What was read has no prototype, which counts as a difference to a literal. */
function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(plain(a), plain(b))
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Date.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

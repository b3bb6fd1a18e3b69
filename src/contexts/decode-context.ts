import { estimateTokens } from '../models/token-count/estimate-tokens.ts'
import { ChatCliError } from '../errors.ts'
import { type Context, type ContextFile, type ContextHead, contextModes } from './context.ts'
import { totalsOf } from './totals-of.ts'

/** Files of contexts are written in this format version; one of a higher version is left alone. */
const CONTEXT_FORMAT = 1

type Fields = Readonly<Record<string, unknown>>

const knownKeys: ReadonlySet<string> = new Set([
  'format',
  'id',
  'name',
  'description',
  'tags',
  'mode',
  'total_size',
  'file_count',
  'total_tokens',
  'created_at',
  'updated_at',
  'sources',
  'skipped',
  'files',
])
const knownFileKeys: ReadonlySet<string> = new Set(['path', 'size', 'mtime', 'hash', 'tokens', 'content'])

/**
 * Reads the file of a context, of this program or of the Go program.
 *
 * @param id what its file is called; the one inside is never believed
 * @throws ChatCliError `damaged` when it is none, `newer-version` when a later program wrote it
 */
export function decodeContext(text: string, id: string, where: string): Context {
  const fields = parse(text, where)
  const head = headOf(fields, id, where)
  const listed: unknown = fields['files'] ?? []
  if (!Array.isArray(listed)) throw damaged(where, 'its files are no list')
  const files = listed.map((file: unknown, i) => fileOf(file, `${where}, file ${i}`))
  const other = othersOf(fields, knownKeys)
  // In knowledge mode they stay where they are.
  if (head.mode === 'knowledge' && head.tokens !== undefined)
    return { ...head, tokens: head.tokens, files, other }
  return {
    ...head,
    ...totalsOf(files),
    files,
    other,
  }
}

/**
 * What a list shows, from the beginning of a file that this program wrote.
 *
 * @returns undefined when the beginning does not tell
 */
export function decodeHead(start: string, id: string, where: string): ContextHead | undefined {
  // Inside of a string these quotation marks would be escaped.
  const end = start.indexOf(',\n"files":[')
  if (end < 0) return undefined
  try {
    const fields = JSON.parse(`${start.slice(0, end)}}`) as Fields
    return fields['format'] === CONTEXT_FORMAT ? headOf(fields, id, where) : undefined
  } catch {
    return undefined
  }
}

/** The file of a context: what a list shows stands in front. */
export function encodeContext(context: Context): string {
  const { id, name, description, tags, mode, sources, skipped, files, other, createdAt, updatedAt } = context
  const head = {
    format: CONTEXT_FORMAT,
    id,
    name,
    description,
    tags,
    mode,
    total_size: context.size,
    file_count: context.fileCount,
    total_tokens: context.tokens,
    created_at: createdAt,
    updated_at: updatedAt,
    sources,
    skipped,
  }
  const rest = Object.entries(other).map(
    ([key, value]) => `,\n${JSON.stringify(key)}:${JSON.stringify(value)}`,
  )
  const lines = files.map((file) => JSON.stringify(storedFile(file)))
  return `${JSON.stringify(head).slice(0, -1)},\n"files":[\n${lines.join(',\n')}\n]${rest.join('')}}\n`
}

function storedFile({ path, size, mtimeMs, hash, tokens, content, other }: ContextFile): Fields {
  return { path, size, mtime: mtimeMs, hash, tokens, content, ...other }
}

function parse(text: string, where: string): Fields {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isFields(value)) return value
  } catch (cause) {
    throw damaged(where, text.trim() === '' ? 'it is empty' : 'it is not whole JSON', cause)
  }
  throw damaged(where, 'it holds no context')
}

function headOf(fields: Fields, id: string, where: string): ContextHead {
  const { format = 1, name, mode, tags } = fields
  if (typeof format === 'number' && format > CONTEXT_FORMAT) {
    throw new ChatCliError(
      'newer-version',
      `${where} has format ${format}, this program knows ${CONTEXT_FORMAT}`,
      {
        hint: 'Use the newer version of chatcli that wrote it.',
      },
    )
  }
  if (typeof name !== 'string' || name.trim() === '') throw damaged(where, 'it has no name')
  const known = contextModes.find((each) => each === mode)
  const created = timeOf(fields['created_at'])
  return {
    id,
    name,
    description: textOf(fields['description']),
    tags: textsOf(tags),
    mode: known ?? 'full',
    sources: textsOf(fields['sources']),
    size: countOf(fields['total_size']),
    fileCount: countOf(fields['file_count']),
    tokens: typeof fields['total_tokens'] === 'number' ? fields['total_tokens'] : undefined,
    createdAt: created,
    updatedAt: fields['updated_at'] === undefined ? created : timeOf(fields['updated_at']),
    skipped: countsOf(fields['skipped']),
  }
}

function fileOf(value: unknown, where: string): ContextFile {
  if (!isFields(value)) throw damaged(where, 'it is no file')
  const { path, content, size, mtime, hash, tokens } = value
  if (typeof path !== 'string' || path === '') throw damaged(where, 'it has no path')
  const text = typeof content === 'string' ? content : undefined
  return {
    path,
    size: typeof size === 'number' && size >= 0 ? size : Buffer.byteLength(text ?? ''),
    ...(typeof mtime === 'number' ? { mtimeMs: mtime } : {}),
    ...(typeof hash === 'string' ? { hash } : {}),
    tokens: typeof tokens === 'number' ? tokens : estimateTokens(text ?? ''),
    ...(text === undefined ? {} : { content: text }),
    ...withOther(othersOf(value, knownFileKeys)),
  }
}

function withOther(other: Fields): Pick<ContextFile, 'other'> {
  return Object.keys(other).length === 0 ? {} : { other }
}

function othersOf(fields: Fields, known: ReadonlySet<string>): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !known.has(key) && value !== null),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0
}

function countsOf(value: unknown): Readonly<Record<string, number>> {
  if (!isFields(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, count]) => (typeof count === 'number' ? [[key, count]] : [])),
  )
}

/** ISO 8601; the beginning of time for what is none. */
function timeOf(value: unknown): string {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString()
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function damaged(where: string, reason: string, cause?: unknown): ChatCliError {
  return new ChatCliError('damaged', `${where} cannot be read as a context: ${reason}`, {
    hint: 'It is left as it is; import a copy, or make the context anew.',
    cause,
  })
}

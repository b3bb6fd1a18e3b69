import type { Context } from '../../contexts/context.ts'
import { chunkFiles } from '../../contexts/chunk-files.ts'
import type { ContextsApi } from '../../contexts/contexts-api.ts'
import { noContext } from '../../contexts/find-context.ts'
import { shownPath } from '../../contexts/shown-path.ts'
import { localTime } from '../../text/local-time.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, isOn, wordAt } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { contextJson } from './context-json.ts'
import { columns, skippedLines } from './context-lines.ts'

const mostFiles = 30

/** `context show NAME`: what is known of it, and its files. */
export async function runShow(context: ContextCommandContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const contexts = await contextsOf(context)
  const found = readNamed(contexts, name)
  const attachedTo = contexts.attachedTo([found.id]).get(found.id) ?? []
  const files = filesOf(contexts, found)
  const shown = isOn(input, 'all') ? files : files.slice(0, mostFiles)
  const more = files.length - shown.length
  const rows = shown.map(({ path, size, tokens, documents }) => [
    sanitiseLine(path),
    size === undefined ? '' : readableSize(size),
    tokens === undefined ? '' : text.context.tokens(tokens),
    documents === undefined ? '' : text.context.files(documents),
  ])
  return {
    text: [
      ...factLines(context, contexts, found, attachedTo),
      '',
      text.context.filesHeading,
      '',
      ...columns(rows),
      ...(more > 0 ? [`  ${text.andMore(more)}`] : []),
    ].join('\n'),
    json: {
      ...contextJson(found),
      attachedTo,
      fileList: files.map(({ path, size, tokens }) => ({ path, size: size ?? null, tokens: tokens ?? null })),
    },
  }
}

/** A context with its files. @throws ChatCliError `not-found` and as `ContextsApi.read` */
export function readNamed(contexts: ContextsApi, name: string): Context {
  const found = contexts.read(contexts.find(name).id)
  if (found !== undefined) return found
  throw noContext(name)
}

interface ShownFile {
  readonly path: string
  readonly size: number | undefined
  readonly tokens: number | undefined
  /** In a folder, which stands for what is in it. */
  readonly documents?: number | undefined
}

function filesOf(contexts: ContextsApi, found: Context): readonly ShownFile[] {
  if (found.mode !== 'knowledge') {
    return found.files.map(({ path, size, tokens }) => ({ path: shownPath(found, path), size, tokens }))
  }
  const { entries } = contexts.searchable(found).toc()
  return entries.map(({ source, documents }) => ({
    path: source,
    size: undefined,
    tokens: undefined,
    documents,
  }))
}

function factLines(
  { text, timeZone, style }: ContextCommandContext,
  contexts: ContextsApi,
  found: Context,
  attachedTo: readonly string[],
): string[] {
  const { facts, files, tokens } = text.context
  const time = (iso: string): string => {
    const at = localTime(iso, timeZone)
    return at === undefined ? '' : `${at.date} ${at.time}`
  }
  const status = found.mode === 'knowledge' ? contexts.searchable(found).status() : undefined
  const rows: (readonly [string, string])[] = [
    [facts.id, found.id],
    [facts.mode, found.mode],
    ...(found.description === '' ? [] : [[facts.description, found.description] as const]),
    ...(found.tags.length === 0 ? [] : [[facts.tags, found.tags.join(', ')] as const]),
    [facts.sources, found.sources.length === 0 ? facts.imported : found.sources.join(', ')],
    [facts.size, `${files(found.fileCount)}, ${readableSize(found.size)}, ${tokens(found.tokens)}`],
    ...(status === undefined
      ? []
      : [[facts.index, facts.passages(status.documents, status.passages)] as const]),
    ...(found.mode === 'chunked' ? [[facts.chunks, String(chunkFiles(found.files).length)] as const] : []),
    [facts.created, time(found.createdAt)],
    [facts.updated, time(found.updatedAt)],
    ...(attachedTo.length === 0 ? [] : [[facts.attachedTo, attachedTo.join(', ')] as const]),
  ]
  return [
    style.strong(sanitiseLine(found.name)),
    '',
    ...columns(rows.map(([fact, value]) => [fact, sanitiseLine(value)])),
    ...skippedLines(found, text).map((line) => `  ${line}`),
  ]
}

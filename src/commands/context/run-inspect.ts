import { extname } from 'node:path'
import { type Chunk, chunkFiles } from '../../contexts/chunk-files.ts'
import { fileText } from '../../contexts/context-block.ts'
import type { Context, ContextFile } from '../../contexts/context.ts'
import type { ContextsApi } from '../../contexts/contexts-api.ts'
import { shownPath } from '../../contexts/shown-path.ts'
import { ChatCliError } from '../../errors.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, countOption, wordAt } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { similarWords } from '../similar-words.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { columns, typedName } from './context-lines.ts'
import { readNamed } from './run-show.ts'

const mostRows = 10
/** Files of a chunk. */
const mostNamed = 3

/**
 * `context inspect NAME [FILE]`: where the weight of a context is; or one of its files, or with `--chunk` one of its
 * chunks, as a model gets it.
 */
export async function runInspect(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text, isTerminal } = context
  const name = wordAt(text, input, 0, 'NAME')
  const path = input.words[1]
  checkWordCount(text, input, 2)
  const contexts = await contextsOf(context)
  const found = readNamed(contexts, name)
  const number = countOption(text, input, 'chunk', 1)
  const shown = (whole: string): string => (isTerminal ? sanitiseForTerminal(whole) : whole).trimEnd()
  if (number !== undefined) {
    const whole = chunkText(context, found, number)
    return { text: shown(whole), json: { ...nameOf(found), chunk: number, text: whole } }
  }
  if (path !== undefined) {
    const whole = textOfFile(context, contexts, found, path)
    return { text: shown(whole), json: { ...nameOf(found), path, text: whole } }
  }
  return overview(context, contexts, found)
}

function nameOf({ id, name, mode }: Context): {
  readonly id: string
  readonly name: string
  readonly mode: string
} {
  return { id, name, mode }
}

function chunkText({ text }: ContextCommandContext, found: Context, number: number): string {
  if (found.mode === 'knowledge') {
    throw new ChatCliError('usage', text.context.noChunks(found.name), { hint: text.context.noChunksHint })
  }
  const chunks = chunkFiles(found.files)
  const chunk = chunks[number - 1]
  if (chunk !== undefined) {
    return chunk.parts.map((part) => fileText(found, part.path, part.text, part.fromLine)).join('\n')
  }
  throw new ChatCliError('usage', text.context.noChunk(number, chunks.length), {
    hint: text.context.noChunkHint(typedName(found.name)),
  })
}

function textOfFile(
  { text }: ContextCommandContext,
  contexts: ContextsApi,
  found: Context,
  path: string,
): string {
  if (found.mode === 'knowledge') {
    const base = contexts.searchable(found)
    const pages: string[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const page = base.get(path, { offset })
      pages.push(page.text)
      offset = page.nextOffset
    }
    return pages.join('')
  }
  const names = new Map<string, ContextFile>()
  for (const file of found.files) names.set(shownPath(found, file.path), file)
  const file = names.get(path) ?? found.files.find((each) => each.path === path)
  if (file?.content !== undefined) return file.content
  const near = similarWords(path, names.keys())
  throw new ChatCliError('not-found', text.context.noFile(found.name, path), {
    hint: near.length === 0 ? '' : text.didYouMean(near),
  })
}

function overview({ text }: ContextCommandContext, contexts: ContextsApi, found: Context): CommandResult {
  const { context } = text
  if (found.mode === 'knowledge') {
    const base = contexts.searchable(found)
    const { documents, passages, text: characters, bytes } = base.status()
    const card = base.card()
    return {
      text: sanitiseForTerminal(card),
      json: { ...nameOf(found), documents, passages, characters, indexBytes: bytes, card },
    }
  }
  const chunks = chunkFiles(found.files)
  const largest = [...found.files].sort((a, b) => b.tokens - a.tokens).slice(0, mostRows)
  const kinds = kindsOf(found)
  const row = (name: string, size: number, tokens: number): string[] => [
    sanitiseLine(name),
    readableSize(size),
    context.tokens(tokens),
  ]
  const chunkRow = ({ number, tokens, parts }: Chunk): string[] => {
    const names = [...new Set(parts.map(({ path }) => shownPath(found, path)))]
    const more = names.length > mostNamed ? `, … (${context.files(names.length)})` : ''
    const shown = sanitiseLine(names.slice(0, mostNamed).join(', '))
    return [String(number), context.tokens(tokens), shown + more]
  }
  return {
    text: [
      context.kindsHeading,
      '',
      ...columns(
        kinds
          .slice(0, mostRows)
          .map(({ kind, files, size, tokens }) => [
            kind,
            context.files(files),
            ...row('', size, tokens).slice(1),
          ]),
      ),
      '',
      context.largestHeading,
      '',
      ...columns(largest.map(({ path, size, tokens }) => row(shownPath(found, path), size, tokens))),
      '',
      context.chunksHeading,
      '',
      ...columns(chunks.map(chunkRow)),
    ].join('\n'),
    json: {
      ...nameOf(found),
      kinds: kinds.map(({ kind, files, size, tokens }) => ({ kind, files, size, tokens })),
      largest: largest.map(({ path, size, tokens }) => ({ path: shownPath(found, path), size, tokens })),
      chunks: chunks.map(({ number, tokens, folder, parts }) => ({
        number,
        tokens,
        folder,
        files: [...new Set(parts.map(({ path }) => shownPath(found, path)))],
      })),
    },
  }
}

interface Kind {
  readonly kind: string
  readonly files: number
  readonly size: number
  readonly tokens: number
}

/** Files by the ending of their names, the heaviest first. */
function kindsOf({ files }: Context): readonly Kind[] {
  const kinds = new Map<string, Kind>()
  for (const { path, size, tokens } of files) {
    const kind = sanitiseLine(extname(path)) || '—'
    const known = kinds.get(kind) ?? { kind, files: 0, size: 0, tokens: 0 }
    kinds.set(kind, {
      kind,
      files: known.files + 1,
      size: known.size + size,
      tokens: known.tokens + tokens,
    })
  }
  return [...kinds.values()].sort((a, b) => b.tokens - a.tokens)
}

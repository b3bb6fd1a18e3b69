import { sha256 } from '../conversation/message-hash.ts'
import { estimateTokens } from '../models/token-count/estimate-tokens.ts'
import type { Attachment } from './attachment.ts'
import { type Chunk, chunkFiles } from './chunk-files.ts'
import type { Context, ContextFile } from './context.ts'
import { fenceContext } from './fence-context.ts'
import { shownPath } from './shown-path.ts'
import { summariseFile } from './summarise-file.ts'

/** What goes in front of a conversation for an attached context. */
export interface ContextBlock {
  readonly text: string
  /** Roughly. */
  readonly tokens: number
}

export interface BlockOptions {
  /** Letters and digits that nobody can guess. */
  readonly secret: string
  /** What is known of a context that is searched. */
  readonly card?: string | undefined
}

/** How an attached context reaches the model. */
export type Delivery = 'full' | 'summary' | 'chunks' | 'smart' | 'retrieval'

const mostListed = 200

/** How a context is given, by its mode and by what was chosen when it was attached. */
export function deliveryOf({ mode }: Pick<Context, 'mode'>, attachment: Attachment): Delivery {
  if (mode === 'knowledge' || (attachment.retrieve !== undefined && attachment.full !== true))
    return 'retrieval'
  if (attachment.chunks !== undefined) return 'chunks'
  if (attachment.full === true) return 'full'
  return mode === 'chunked' ? 'chunks' : mode
}

/**
 * What a model is told of an attached context in every turn: the same text as long as its files are the same. What
 * depends on the words of a turn is not in it.
 */
export function contextBlock(context: Context, attachment: Attachment, options: BlockOptions): ContextBlock {
  const { title, body } = parts(context, attachment, options)
  const lead = [`## Context "${oneLine(context.name)}"`, ...(title === '' ? [] : [title])].join('\n')
  const text = body === '' ? lead : `${lead}\n${fenceContext(body, markOf(body, options.secret))}`
  return { text, tokens: estimateTokens(text) }
}

/** Only what there is in a context, for one that is too large for the model. */
export function listBlock(context: Context, { secret }: BlockOptions): ContextBlock {
  const body = listing(context, context.files)
  const text = `## Context "${oneLine(context.name)}"\nIts files do not fit here; only their names are given. Say so when they are needed.\n${fenceContext(body, markOf(body, secret))}`
  return { text, tokens: estimateTokens(text) }
}

function parts(
  context: Context,
  attachment: Attachment,
  { card }: BlockOptions,
): { readonly title: string; readonly body: string } {
  const { files, description } = context
  const about = description === '' ? '' : oneLine(description)
  switch (deliveryOf(context, attachment)) {
    case 'retrieval':
      return {
        title: 'Passages of it that answer the newest words are given with them.',
        body: card ?? listing(context, files),
      }
    case 'smart':
      return {
        title: 'The files of it that fit the newest words are given with them. Its files:',
        body: withAbout(about, listing(context, files)),
      }
    case 'summary':
      return {
        title: 'The beginning of each of its files:',
        body: withAbout(
          about,
          files.map((file) => fileText(context, file.path, summariseFile(file.content ?? ''))).join('\n'),
        ),
      }
    case 'chunks':
      return chunked(context, attachment, about)
    default:
      return {
        title: '',
        body: withAbout(
          about,
          files.map((file) => fileText(context, file.path, file.content ?? '')).join('\n'),
        ),
      }
  }
}

function chunked(
  context: Context,
  { chunks: wanted }: Attachment,
  about: string,
): { readonly title: string; readonly body: string } {
  const chunks = chunkFiles(context.files)
  // Those that were chosen may be gone by now.
  const isChosen = wanted?.some((number) => number <= chunks.length) === true
  if (!isChosen && chunks.length > 1) {
    return {
      title: `It has ${chunks.length} chunks, none of which was chosen. To see one, ask the person for /context attach ${JSON.stringify(context.name)} --chunk N. Its chunks:`,
      body: withAbout(about, chunks.map((chunk) => chunkLine(context, chunk)).join('\n')),
    }
  }
  const chosen = isChosen ? chunks.filter(({ number }) => wanted?.includes(number)) : chunks
  const texts = chosen.flatMap((chunk) =>
    chunk.parts.map(({ path, text, fromLine }) => fileText(context, path, text, fromLine)),
  )
  const title =
    chosen.length === chunks.length
      ? ''
      : `Chunk ${chosen.map(({ number }) => number).join(', ')} of ${chunks.length}:`
  return { title, body: withAbout(about, texts.join('\n')) }
}

/** A chunk on one line: its number, how much it has, and what is in it. */
function chunkLine(context: Context, { number, parts, tokens }: Chunk): string {
  const names = [...new Set(parts.map(({ path }) => oneLine(shownPath(context, path))))]
  const shown = names.slice(0, 3).join(', ')
  const more = names.length > 3 ? `, … (${names.length} files)` : ''
  return `${number}  ~${tokens} tokens  ${shown}${more}`
}

/** A file with its path in front. */
export function fileText(context: Context, path: string, text: string, fromLine = 1): string {
  const from = fromLine === 1 ? '' : ` (from line ${fromLine})`
  return `### ${oneLine(shownPath(context, path))}${from}\n${text.replace(/\n$/, '')}\n`
}

function listing(context: Context, files: readonly ContextFile[]): string {
  const lines = files
    .slice(0, mostListed)
    .map((file) => `${oneLine(shownPath(context, file.path))}  ~${file.tokens} tokens`)
  const more = files.length - lines.length
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

function withAbout(about: string, body: string): string {
  return about === '' ? body : `${about}\n\n${body}`
}

/** The same for the same text, so that it can be cached; nobody who wrote the text knows the secret. */
function markOf(body: string, secret: string): string {
  return sha256(`${secret} ${sha256(body)}`).slice(0, 16)
}

/** File names may hold line ends, and would then say things of their own. */
function oneLine(text: string): string {
  return text.replace(/\p{Control}+/gu, ' ')
}

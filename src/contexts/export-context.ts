import type { Disk } from '../disk/disk.ts'
import type { Context, ContextFile } from './context.ts'
import { ChatCliError } from '../errors.ts'
import { checkAmount, checkDescription, checkTags, megabytes } from './check-context.ts'
import type { WorkOptions } from './contexts-api.ts'
import { decodeContext, encodeContext } from './decode-context.ts'
import { estimateTokens } from '../models/token-count/estimate-tokens.ts'
import { sha256 } from '../conversation/message-hash.ts'
import { readSources } from './read-sources.ts'
import { totalsOf } from './totals-of.ts'

/** Bytes; the text of a larger one would not fit into memory. */
const mostExported = 200 * 1_048_576

/** A context with all its texts, as text; those that are read where they are, are read now. @throws ChatCliError `usage` for too large a one */
export async function exportContext(
  disk: Disk,
  context: Context,
  work: WorkOptions & { readonly home: string },
): Promise<string> {
  if (context.mode !== 'knowledge') return encodeContext(context)
  if (context.size > mostExported) {
    throw new ChatCliError(
      'usage',
      `The files have ${megabytes(context.size)}; a file of a context holds ${megabytes(mostExported)} at most`,
      {
        hint: 'Copy its sources instead, and make a context of them there.',
      },
    )
  }
  const there = context.sources.filter((source) => disk.stat(source) !== undefined)
  const read =
    there.length === 0 ? [] : (await readSources(disk, there, { mode: 'knowledge', ...work })).files
  const paths = new Set(read.map(({ path }) => path))
  return encodeContext({
    ...context,
    files: [...read, ...context.files.filter(({ path }) => !paths.has(path))],
  })
}

/**
 * A context out of a file that came from anywhere. Nothing in it is believed but its texts: sizes and hashes are counted
 * again, and its paths are only names, which nothing is read from.
 *
 * @throws ChatCliError `damaged`, `newer-version`, `usage` for what is too much
 */
export function importedContext(text: string, where: string): Context {
  const given = decodeContext(text, 'imported', where)
  const files = given.files.flatMap(countAgain)
  const totals = totalsOf(files)
  checkAmount(given.mode, { files: totals.fileCount, bytes: totals.size })
  return {
    ...given,
    description: checkDescription(given.description),
    tags: checkTags(given.tags),
    sources: [],
    files,
    ...totals,
  }
}

function countAgain({ path, mtimeMs, content, other }: ContextFile): ContextFile[] {
  if (content === undefined) return []
  return [
    {
      path,
      size: Buffer.byteLength(content),
      ...(mtimeMs === undefined ? {} : { mtimeMs }),
      hash: sha256(content),
      tokens: estimateTokens(content),
      content,
      ...(other === undefined ? {} : { other }),
    },
  ]
}

import { refKey } from '../conversation/range-set.ts'
import { readTranscript } from './read-transcript.ts'
import { parseReplacedName } from './replaced-name.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

const newline = Buffer.from('\n')

/**
 * The lines that stand in side files of other writers and not in the transcript itself, as they stand there: whoever
 * appends next puts them in front of its own, so that what is said next comes behind them for every reader.
 *
 * @param w the writer whose own side file is left out
 * @returns bytes that begin and end with a newline, or none
 * @throws ChatCliError `storage`; the disk's own errors
 */
export function linesBeside(context: StoreContext, id: string, w: string): Buffer {
  const path = transcriptPath(context, id)
  const files = sideFilesOf(context, id).filter(
    (file) => !file.endsWith(`.${w}.jsonl`) && parseReplacedName(file) === undefined,
  )
  const found = files.flatMap((file) => linesOf(context, file))
  if (found.length === 0) return Buffer.alloc(0)
  // A long transcript is not in memory whole.
  const known = new Set<string>()
  for (const item of readTranscript(context.disk, path))
    if (item.kind === 'event') known.add(refKey([item.event.w, item.event.n]))
  const missing = found.filter(({ key }) => !known.has(key) && known.add(key))
  return missing.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([newline, ...missing.flatMap(({ bytes }) => [bytes, newline])])
}

function linesOf(
  { disk }: StoreContext,
  file: string,
): { readonly key: string; readonly bytes: Uint8Array }[] {
  const lines: { readonly key: string; readonly bytes: Uint8Array }[] = []
  for (const item of readTranscript(disk, file))
    // What is read of a line is gone with the next one.
    if (item.kind === 'event')
      lines.push({ key: refKey([item.event.w, item.event.n]), bytes: Buffer.from(item.bytes) })
  return lines
}

import type { ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'

/** A text file as it was read: what a change is made of, and checked against. */
export interface TextFile {
  readonly path: string
  readonly text: string
  readonly stamp: string
}

const mostBytes = 20_000_000

/**
 * Reads a whole file that is UTF-8, so that writing it again changes nothing else.
 *
 * @throws ChatCliError as the files do, and `usage` for one that is no UTF-8 or larger than 20 MB
 */
export function readTextFile(files: ProjectFiles, path: string): TextFile {
  const file = files.file(path)
  if (file.size > mostBytes) throw unfit(`${file.path} is too large to be edited (${file.size} bytes)`)
  const bytes = files.read(path, 0, file.size)
  if (bytes.includes(0)) throw unfit(`${file.path} is a binary file`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { path: file.path, text, stamp: file.stamp }
  } catch (cause) {
    throw unfit(`${file.path} is no UTF-8 text`, cause)
  }
}

function unfit(message: string, cause?: unknown): ChatCliError {
  return new ChatCliError('usage', message, { hint: 'Change it with another program.', cause })
}

import type { Context, ContextFile } from './context.ts'

/** What the files of a context come to. */
export function totalsOf(files: readonly ContextFile[]): Pick<Context, 'size' | 'fileCount' | 'tokens'> {
  return {
    size: files.reduce((sum, { size }) => sum + size, 0),
    fileCount: files.length,
    tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

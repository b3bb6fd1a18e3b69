import { fenceRecalled } from '../fence-recalled.ts'
import { modelAge } from './model-age.ts'
import { modelTitle } from './model-title.ts'

export interface NewestNoteOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Random letters and digits, as in `fenceRecalled`. */
  readonly mark: string
}

/** Which conversation was the newest before this one, as a model is told with its first words; fenced as data. */
export function newestNote(
  { name, title, updatedAt }: { readonly name: string; readonly title: string; readonly updatedAt: number },
  { now, mark }: NewestNoteOptions,
): string {
  const line = `${name} (${modelAge(now - updatedAt)}${modelTitle(title)})`
  return `The newest past conversation, in case the person means it:\n${fenceRecalled(line, mark)}`
}

import type { DraftEntry } from './draft.ts'
import type { Archiver } from './recall-marker.ts'
import { pointerTo, type Shortening, shortened } from './shortened.ts'
import { type CutOptions, cutText } from './cut-text.ts'

/** The entry with the middle of its text left out; undefined when it would be no shorter. */
export function withCut(
  entry: DraftEntry,
  options: CutOptions & { readonly how?: Shortening },
  archive: Archiver,
): DraftEntry | undefined {
  const { content } = entry.message
  const cut = cutText(content, options)
  if (cut === undefined) return undefined
  const note = `[… ${cut.left} characters left out;${pointerTo(entry, archive)} …]`.replace('; …', ' …')
  const text = `${cut.head}\n${note}\n${cut.tail}`
  return text.length < content.length ? shortened(entry, options.how ?? 'cut', { content: text }) : undefined
}

/** The entry with one line, in brackets, in the place of its text; undefined when that would be no shorter. */
export function withStub(entry: DraftEntry, about: string, archive: Archiver): DraftEntry | undefined {
  const { content } = entry.message
  const text = `[${about}${pointerTo(entry, archive)}]`
  return text.length < content.length ? shortened(entry, 'stub', { content: text }) : undefined
}

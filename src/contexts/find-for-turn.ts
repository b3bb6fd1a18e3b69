import type { Attachment } from './attachment.ts'
import { deliveryOf } from './context-block.ts'
import { defaultPassages } from './context-limits.ts'
import type { Context } from './context.ts'
import type { KnowledgeBase } from './knowledge/knowledge-base.ts'
import { passagesFor } from './knowledge/passages-for.ts'
import { smartFiles } from './smart-files.ts'

/** A passage has 1,200 characters at most; those that overlap are one. */
const passageBytes = 1400

/** What of a context answers the words of a turn. */
export interface Found {
  /** Of the context. */
  readonly name: string
  readonly kind: 'passages' | 'files'
  readonly count: number
  /** Stands in front of the text. */
  readonly heading: string
  readonly text: string
}

/** The files or passages of a context that answer a person's words; nothing when none does. */
export function findForTurn(
  context: Context,
  attachment: Attachment,
  base: KnowledgeBase,
  words: string,
): readonly Found[] {
  const { name } = context
  const heading = `## From context "${name.replace(/\p{Control}+/gu, ' ')}"`
  if (deliveryOf(context, attachment) === 'smart') {
    const { files, text } = smartFiles(context, base, words)
    return files.length === 0 ? [] : [{ name, kind: 'files', count: files.length, heading, text }]
  }
  const topK = attachment.retrieve ?? defaultPassages
  const { hits, text } = passagesFor(words, [base], topK * passageBytes, { topK })
  return hits.length === 0 ? [] : [{ name, kind: 'passages', count: hits.length, heading, text }]
}

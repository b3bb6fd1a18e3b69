import { fileText } from './context-block.ts'
import type { Context, ContextFile } from './context.ts'
import type { KnowledgeBase } from './knowledge/knowledge-base.ts'
import { shownPath } from './shown-path.ts'

/** Tokens of the files that are given with a turn. */
export const smartBudget = 12_000
const mostHits = 30

export interface SmartFiles {
  /** Empty when no file answers. */
  readonly text: string
  readonly files: readonly ContextFile[]
}

/**
 * The files of a context that fit a person's words best, whole, as many as the budget holds: ranked by the passages that
 * the search finds in them. A file that is too large for what is left gives way to smaller ones behind it.
 */
export function smartFiles(context: Context, base: KnowledgeBase, words: string): SmartFiles {
  const bySource = new Map<string, ContextFile>()
  for (const file of context.files) {
    bySource.set(shownPath(context, file.path).replace(/^\/+/, ''), file)
  }
  const ranked = new Set<ContextFile>()
  for (const { source } of base.search(words, { topK: mostHits, onlyAnswers: true })) {
    const file = bySource.get(source)
    if (file !== undefined) ranked.add(file)
  }
  const files: ContextFile[] = []
  let left = smartBudget
  for (const file of ranked) {
    if (file.tokens > left) continue
    left -= file.tokens
    files.push(file)
  }
  return {
    files,
    text: files.map((file) => fileText(context, file.path, file.content ?? '')).join('\n'),
  }
}

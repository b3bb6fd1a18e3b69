import type { KnowledgeHit } from './knowledge-types.ts'

/** Where a passage stands: `source:start-end`. */
export function citation({
  source,
  startLine,
  endLine,
}: Pick<KnowledgeHit, 'source' | 'startLine' | 'endLine'>): string {
  return startLine === endLine ? `${source}:${startLine}` : `${source}:${startLine}-${endLine}`
}

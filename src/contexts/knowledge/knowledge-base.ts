import type {
  KnowledgeDefinition,
  KnowledgeGetOptions,
  KnowledgeHit,
  KnowledgePage,
  KnowledgeRefresh,
  KnowledgeRefreshOptions,
  KnowledgeSearchOptions,
  KnowledgeStatus,
  KnowledgeToc,
} from './knowledge-types.ts'

/**
 * A knowledge base: documents cut into passages, in an index of its own under `contexts/knowledge/<id>/`, ranked by the
 * engine that ranks sessions. What it is made from is never changed.
 */
export interface KnowledgeBase {
  readonly definition: KnowledgeDefinition
  /**
   * Brings it up to date: reads documents that are new or changed, and nothing else. What was done when `signal` aborts
   * it is kept, and the next call goes on from there.
   *
   * @throws ChatCliError `not-found` for a path that is gone, `locked` while another process is at it; the reason of
   *   `signal`
   */
  refresh(options?: KnowledgeRefreshOptions): Promise<KnowledgeRefresh>
  /** The best passages. No text is an error. A document that changed since is read again. */
  search(query: string, options?: KnowledgeSearchOptions): readonly KnowledgeHit[]
  /** @throws ChatCliError `not-found` with sources of a similar name in its hint */
  get(source: string, options?: KnowledgeGetOptions): KnowledgePage
  /** Documents whose source begins like `prefix`; the headings of the only one it names in full. */
  toc(prefix?: string): KnowledgeToc
  /** For a model: what the base is about, at most 3,600 bytes. */
  card(): string
  status(): KnowledgeStatus
  close(): void
}

import type { ContextList } from './context-files.ts'
import type { Context, ContextHead, ContextMode } from './context.ts'
import type { KnowledgeBase } from './knowledge/knowledge-base.ts'
import type { ReadProgress } from './read-sources.ts'

export interface WorkOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined
}

export interface ContextFacts {
  readonly mode?: ContextMode | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

export interface CreateContextOptions extends ContextFacts, WorkOptions {
  /** Where relative paths start; absolute. */
  readonly cwd: string
  /** Take the place of a context of that name; what it is attached to keeps it. */
  readonly force?: boolean
}

export interface UpdateContextOptions extends ContextFacts, WorkOptions {
  readonly cwd: string
  /** Another name. */
  readonly name?: string | undefined
  /** Other sources; those it has are read again when there are none. */
  readonly paths?: readonly string[] | undefined
}

/** What reading the sources again found. */
export interface ContextRefresh {
  readonly context: Context
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Sources that are not there now: their files stay as they were. */
  readonly missing: readonly string[]
}

export interface MergeContextsOptions extends ContextFacts, WorkOptions {
  readonly force?: boolean
}

export interface ImportContextOptions {
  /** Its own name when not given. */
  readonly name?: string | undefined
  readonly force?: boolean
  /** How to name the content in an error. */
  readonly where?: string
}

/**
 * Named files for models, in `contexts/` of the home. A name may be given in another case, and an id in its place.
 * What another process does is seen at the next call.
 */
export interface ContextsApi {
  list(): ContextList
  /** @throws ChatCliError `not-found` with similar names, `conflict` when several have the name */
  find(name: string): ContextHead
  /** Undefined when it is gone. @throws ChatCliError `damaged`, `newer-version`, `storage` */
  read(id: string): Context | undefined
  /**
   * @throws ChatCliError `invalid-name`, `exists`, `not-found` for a path, `usage` for what is too much; the reason of
   *   `signal`: then nothing was made
   */
  create(name: string, paths: readonly string[], options: CreateContextOptions): Promise<Context>
  /** @throws as `create` and `find` */
  update(name: string, options: UpdateContextOptions): Promise<ContextRefresh>
  /** Reads again what changed in its sources; nothing is written when nothing did. @throws as `update` */
  refresh(id: string, options?: WorkOptions): Promise<ContextRefresh>
  /** @throws ChatCliError `storage` */
  remove(id: string): void
  /** Makes one context of several; of a file that more than one has, the newest counts. @throws as `create` and `find` */
  merge(name: string, names: readonly string[], options: MergeContextsOptions): Promise<Context>
  /** A context as text that `import` reads, also on another machine. @throws as `find` */
  export(name: string, options?: WorkOptions): Promise<string>
  /** Its id is a new one, and its paths are not read here. @throws ChatCliError `damaged`, `exists`, `invalid-name` */
  import(text: string, options?: ImportContextOptions): Context
  /** What a context is searched with; `refresh` makes its index. Costs nothing until it is used. */
  searchable(context: Context): KnowledgeBase
  /** Names of the sessions that contexts are attached to, conversations that were never saved among them, by id. */
  attachedTo(ids: readonly string[]): ReadonlyMap<string, readonly string[]>
  close(): void
}

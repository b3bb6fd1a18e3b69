import { ChatCliError } from '../errors.ts'
import type { StoreContext } from '../store/store-context.ts'
import { attachedTo } from './attached-to.ts'
import { checkAmount, checkContextName, checkDescription, checkTags } from './check-context.ts'
import { openContextBases } from './context-bases.ts'
import { openContextFiles } from './context-files.ts'
import type { Context, ContextFile, ContextMode } from './context.ts'
import type { ContextFacts, ContextRefresh, ContextsApi, WorkOptions } from './contexts-api.ts'
import { type Changes, countChanges } from './count-changes.ts'
import { exportContext, importedContext } from './export-context.ts'
import { findContext, matching, noContext } from './find-context.ts'
import { mergeFiles } from './merge-files.ts'
import { isInside, sourcePaths } from './read-sources.ts'
import { totalsOf } from './totals-of.ts'
import { refreshFiles } from './refresh-files.ts'

type Draft = Pick<
  Context,
  'id' | 'name' | 'description' | 'tags' | 'mode' | 'sources' | 'createdAt' | 'other'
>

/** The contexts of a home. Nothing is read or written before it is asked for. */
export function openContexts(context: StoreContext): ContextsApi {
  const { disk, home, now, randomHex } = context
  const kept = openContextFiles(context)
  const bases = openContextBases(context, kept.folder)
  const binaries = new Map<string, string>()
  const newId = (): string => `ctx-${randomHex(24)}`
  const time = (): string => new Date(now()).toISOString()

  const write = (made: Context): Context => {
    kept.write(made)
    bases.keepDocuments(made)
    return made
  }

  /** Reads what is new in the sources of a context; in knowledge mode they go into its index. */
  const bringUpToDate = async (
    draft: Draft & Pick<Context, 'files' | 'skipped'>,
    { signal, onProgress }: WorkOptions,
    before: readonly ContextFile[] = draft.files,
  ): Promise<Omit<ContextRefresh, 'context'> & { readonly context: Context }> => {
    if (draft.mode !== 'knowledge') {
      const read = await refreshFiles(disk, draft, {
        mode: draft.mode,
        home: home.root,
        binaries,
        signal,
        onProgress,
      })
      const { files, skipped, missing } = read
      checkAmount(draft.mode, { files: files.length, bytes: totalsOf(files).size })
      return { context: complete(draft, files, skipped, time()), ...countChanges(before, files), missing }
    }
    const missing = draft.sources.filter((source) => disk.stat(source) === undefined)
    const texts = draft.files.filter(({ content }) => content !== undefined)
    const files = texts.length === draft.files.length ? draft.files : texts
    const own = complete(draft, files, draft.skipped, time())
    bases.keepDocuments(own)
    const base = bases.searchable(own)
    const done = await base.refresh({
      signal,
      onProgress: ({ done, total, text }) => onProgress?.({ done, total, bytes: text }),
    })
    const { documents, text } = base.status()
    checkAmount('knowledge', { files: documents, bytes: text })
    return {
      context: {
        ...own,
        fileCount: documents,
        size: text,
        tokens: Math.ceil(text / 4),
        skipped: done.skipped,
      },
      added: done.added,
      changed: done.changed,
      removed: done.removed,
      missing,
    }
  }

  /** The id that a new context of this name gets: that of the one it takes the place of. */
  const idFor = (
    name: string,
    force: boolean,
  ): { readonly id: string; readonly old: Context | undefined } => {
    const [taken] = matching(kept.list().contexts, name)
    if (taken === undefined) return { id: newId(), old: undefined }
    if (force) return { id: taken.id, old: kept.read(taken.id) }
    throw exists(taken.name)
  }

  /** Reading takes a while, in which another process may have taken the name. */
  const checkFree = (name: string, id: string): void => {
    const taken = matching(kept.list().contexts, name).find((each) => each.id !== id)
    if (taken !== undefined) throw exists(taken.name)
  }

  const make = async (
    name: string,
    facts: ContextFacts & { readonly mode: ContextMode; readonly force?: boolean },
    from: Pick<Context, 'sources' | 'files'>,
    work: WorkOptions,
  ): Promise<Context> => {
    const { id, old } = idFor(name, facts.force === true)
    const draft = {
      id,
      name,
      description: checkDescription(facts.description ?? ''),
      tags: checkTags(facts.tags ?? []),
      mode: facts.mode,
      sources: from.sources,
      createdAt: old?.createdAt ?? time(),
      other: {},
      files: from.files,
      skipped: {},
    }
    try {
      const { context: made } = await bringUpToDate(draft, work)
      checkFree(name, id)
      return write(made)
    } catch (error) {
      // What is not there has no index; what was there goes on with its own.
      if (old === undefined) bases.forget(id)
      throw error
    }
  }

  /** Reads the sources of a context again, and changes what is to be changed. Of one that is gone nothing comes back. */
  const refresh = async (
    id: string,
    name: string,
    changesOf: (of: Context) => Partial<Draft>,
    work: WorkOptions,
  ): Promise<ContextRefresh> => {
    for (;;) {
      const of = readFound(kept, id, name)
      const changes = changesOf(of)
      const draft = { ...of, ...changes }
      // The files of what is only searched are read where they are, and the other way round.
      const isOtherKind = (draft.mode === 'knowledge') !== (of.mode === 'knowledge')
      const files = isOtherKind && draft.mode === 'knowledge' ? staticFiles(of, draft.sources) : of.files
      const inSources = changes.sources === undefined ? files : staticFiles(of, of.sources)
      try {
        const done = await bringUpToDate({ ...draft, files: inSources }, work, of.files)
        const isSame =
          Object.keys(changes).length === 0 && hasSameFiles(of, done.context) && countOf(done) === 0
        if (isSame) return { ...done, context: of }
        // What another process wrote in the meantime would be lost, and what it deleted be there again.
        if (kept.isCurrent(of)) return { ...done, context: write(done.context) }
      } catch (error) {
        if (kept.isThere(id)) throw error
      }
      if (!kept.isThere(id)) bases.forget(id)
    }
  }

  return {
    list: () => kept.list(),
    find: (name) => findContext(kept.list().contexts, name),
    read: (id) => kept.read(id),
    searchable: (of) => bases.searchable(of),
    attachedTo: (ids) => attachedTo(context, ids),
    async create(name, paths, { mode = 'full', cwd, ...facts }) {
      const checked = checkContextName(name)
      const sources = sourcePaths(disk, paths, { cwd, home: home.root })
      return make(checked, { ...facts, mode }, { sources, files: [] }, facts)
    },
    async update(name, { cwd, name: newName, paths, mode, description, tags, ...work }) {
      const { id } = findContext(kept.list().contexts, name)
      const sources =
        paths === undefined || paths.length === 0
          ? undefined
          : sourcePaths(disk, paths, { cwd, home: home.root })
      const checked = newName === undefined ? undefined : checkContextName(newName)
      const facts = {
        ...(description === undefined ? {} : { description: checkDescription(description) }),
        ...(tags === undefined ? {} : { tags: checkTags(tags) }),
        ...(sources === undefined ? {} : { sources }),
      }
      const changesOf = (of: Context): Partial<Draft> => {
        if (checked !== undefined) checkFree(checked, id)
        return {
          ...(checked === undefined || checked === of.name ? {} : { name: checked }),
          ...(mode === undefined || mode === of.mode ? {} : { mode }),
          ...facts,
        }
      }
      return refresh(id, name, changesOf, work)
    },
    refresh: (id, work = {}) => refresh(id, id, () => ({}), work),
    remove(id) {
      kept.remove(id)
      bases.forget(id)
    },
    async merge(name, names, facts) {
      const checked = checkContextName(name)
      const heads = names.map((each) => findContext(kept.list().contexts, each))
      const merged = heads.map(({ id, name: known }) => readFound(kept, id, known))
      const [first] = merged
      const modes = new Set(merged.map(({ mode }) => mode))
      const same = modes.size === 1 ? first?.mode : undefined
      const withDefaults = {
        ...facts,
        mode: facts.mode ?? same ?? 'full',
        tags: facts.tags ?? [...new Set(merged.flatMap(({ tags }) => tags))].slice(0, 10),
      }
      const sources = [...new Set(merged.flatMap((each) => each.sources))]
      return make(checked, withDefaults, { sources, files: mergeFiles(merged) }, facts)
    },
    async export(name, work = {}) {
      const head = findContext(kept.list().contexts, name)
      return exportContext(disk, readFound(kept, head.id, name), { ...work, home: home.root })
    },
    import(text, { name, force = false, where = 'the given text' } = {}) {
      const given = importedContext(text, where)
      const checked = checkContextName(name ?? given.name)
      const { id, old } = idFor(checked, force)
      if (old !== undefined) bases.forget(id)
      return write({ ...given, id, name: checked, createdAt: old?.createdAt ?? time(), updatedAt: time() })
    },
    close() {
      bases.close()
    },
  }
}

function readFound(kept: { read(id: string): Context | undefined }, id: string, name: string): Context {
  const found = kept.read(id)
  if (found === undefined) throw noContext(name)
  return found
}

function exists(name: string): ChatCliError {
  return new ChatCliError('exists', `There is a context "${name}" already`, {
    hint: 'Choose another name, bring it up to date with update, or replace it with --force.',
  })
}

function countOf({ added, changed, removed }: Changes): number {
  return added + changed + removed
}

/**
 * Whether none was read again: one that was has another time, and would be read before each turn. An index may be ahead of
 * what is written of its context, when that was cut short.
 */
function hasSameFiles(before: Context, now: Context): boolean {
  if (now.fileCount !== before.fileCount || now.size !== before.size) return false
  const known = new Set(before.files)
  return now.files.every((file) => known.has(file))
}

function complete(
  draft: Draft,
  files: readonly ContextFile[],
  skipped: Context['skipped'],
  updatedAt: string,
): Context {
  return {
    ...draft,
    files,
    skipped,
    updatedAt,
    ...totalsOf(files),
  }
}

/** Files that are in none of these sources. */
function staticFiles({ files }: Context, sources: readonly string[]): readonly ContextFile[] {
  return files.filter(({ path }) => !sources.some((source) => isInside(path, source)))
}

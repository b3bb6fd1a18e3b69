import { readText } from '../disk/read-text.ts'
import { removeQuietly } from '../disk/remove-quietly.ts'
import { writeDurably } from '../disk/write-durably.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { Context, ContextFile } from './context.ts'
import type { KnowledgeBase } from './knowledge/knowledge-base.ts'
import { openKnowledgeBase } from './knowledge/open-knowledge-base.ts'
import { removeKnowledgeBase } from './knowledge/remove-knowledge-base.ts'
import { documentsPath, staticDocuments } from './static-documents.ts'

/** What contexts are searched with. */
export interface ContextBases {
  /** Costs nothing until it is used; the same one as long as the context is the same. */
  searchable(of: Context): KnowledgeBase
  /** Puts beside a context what only it has, so that the search finds it in a file like everything else. */
  keepDocuments(of: Pick<Context, 'id' | 'files' | 'sources'>): void
  /** Removes what there is of a context for the search. @throws ChatCliError `storage` */
  forget(id: string): void
  close(): void
}

/** @param folder where the files of contexts are */
export function openContextBases(context: StoreContext, folder: string): ContextBases {
  const { disk, randomHex } = context
  const bases = new Map<string, { readonly key: string; readonly base: KnowledgeBase }>()
  // Files whose texts stand there already.
  const documented = new WeakSet<readonly ContextFile[]>()
  return {
    searchable({ id, name, description, sources }) {
      const extra = documentsPath(folder, id)
      const paths = [...sources, extra].filter((path) => disk.stat(path) !== undefined)
      const key = JSON.stringify([name, description, paths])
      const open = bases.get(id)
      if (open?.key === key) return open.base
      open?.base.close()
      const base = openKnowledgeBase(context, { id, name, description, paths })
      bases.set(id, { key, base })
      return base
    },
    keepDocuments(of) {
      const path = documentsPath(folder, of.id)
      const isThere = disk.stat(path) !== undefined
      if (isThere && documented.has(of.files)) return
      const text = staticDocuments(of)
      if (text === '') {
        if (isThere) removeQuietly(disk, path)
        return
      }
      // As it is, it stays: the search would read it again.
      if (!isThere || readText(disk, path) !== text)
        writeDurably(disk, path, Buffer.from(text), { replace: true, randomName: () => randomHex(32) })
      documented.add(of.files)
    },
    forget(id) {
      bases.get(id)?.base.close()
      bases.delete(id)
      removeQuietly(disk, documentsPath(folder, id))
      removeKnowledgeBase(context, id)
    },
    close() {
      for (const { base } of bases.values()) base.close()
      bases.clear()
    },
  }
}

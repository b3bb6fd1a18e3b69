import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRealDisk } from '../../disk/real-disk.ts'
import { homePaths } from '../../store/home-paths.ts'
import { type StoreContext, testContext } from '../../store/store-context.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import { openKnowledgeBase } from './open-knowledge-base.ts'

/** A folder of documents on the real disk, and a home beside it. */
export interface KnowledgeWorld {
  readonly folder: string
  readonly home: string
  readonly context: StoreContext
  readonly base: KnowledgeBase
  readonly write: (path: string, content: string | Uint8Array) => void
  readonly append: (path: string, content: string) => void
  readonly remove: (path: string) => void
  /** The same base as another process opens it. */
  readonly another: (paths?: readonly string[]) => KnowledgeBase
  readonly end: () => void
}

/** The clock is far ahead of the files, so that none of them counts as just changed. */
export function knowledgeWorld(files: Readonly<Record<string, string | Uint8Array>>): KnowledgeWorld {
  const top = mkdtempSync(join(tmpdir(), 'knowledge-'))
  const folder = join(top, 'project')
  const home = join(top, 'home')
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  mkdirSync(folder)
  mkdirSync(home)
  for (const [path, content] of Object.entries(files)) write(path, content)
  const context = testContext(createRealDisk(), {
    home: homePaths(home),
    now: () => Date.UTC(2100, 0, 1),
  })
  const open = (paths: readonly string[] = [folder]): KnowledgeBase =>
    openKnowledgeBase(context, { id: 'kb-1', name: 'harbour', description: 'All about the harbour.', paths })
  return {
    folder,
    home,
    context,
    base: open(),
    write,
    append: (path, content) => appendFileSync(join(folder, path), content),
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    another: open,
    end: () => rmSync(top, { recursive: true, force: true }),
  }
}

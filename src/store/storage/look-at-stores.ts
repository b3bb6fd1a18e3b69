import { join, relative, sep } from 'node:path'
import type { StoreContext } from '../store-context.ts'
import type { PruneItem, PruneReason } from './prune-item.ts'
import { storeNames, storeOf } from './store-names.ts'
import { walkFiles } from './walk-files.ts'

/** What of a store would go now. */
export interface WouldGo {
  readonly items: number
  readonly files: number
  readonly bytes: number
  readonly reasons: Readonly<Partial<Record<PruneReason, number>>>
}

/** One store of a home. */
export interface StoreLine {
  /** One of `storeNames`, or a folder that no rule knows. */
  readonly store: string
  readonly files: number
  readonly bytes: number
  readonly wouldGo: WouldGo
}

/** The stores of a home: those that rules know, there or not, then what else is in it. */
export function lookAtStores({ disk, home }: StoreContext, plan: readonly PruneItem[]): StoreLine[] {
  const sizes = new Map<string, { files: number; bytes: number }>()
  for (const store of storeNames) sizes.set(store, { files: 0, bytes: 0 })
  const count = (parts: readonly string[], bytes: number): void => {
    const store = storeOf(parts)
    const size = sizes.get(store) ?? { files: 0, bytes: 0 }
    sizes.set(store, { files: size.files + 1, bytes: size.bytes + bytes })
  }
  for (const { path, stat } of walkFiles(disk, home.root))
    count(relative(home.root, path).split(sep), stat.size)
  for (const name of disk.list(home.root))
    if (!sizes.has(storeOf([name, ''])) && disk.stat(join(home.root, name))?.kind === 'folder')
      sizes.set(name, { files: 0, bytes: 0 })
  return Array.from(sizes, ([store, size]) => ({ store, ...size, wouldGo: wouldGo(plan, store) }))
}

function wouldGo(plan: readonly PruneItem[], store: string): WouldGo {
  const own = plan.filter((item) => item.store === store)
  const reasons: Partial<Record<PruneReason, number>> = {}
  for (const { reason } of own) reasons[reason] = (reasons[reason] ?? 0) + 1
  return {
    items: own.length,
    files: own.reduce((sum, { files }) => sum + files, 0),
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    reasons,
  }
}

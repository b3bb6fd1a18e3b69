import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { statThrough } from '../shared/list-files.ts'
import { namesIn } from '../shared/names-in.ts'

export interface HistoryFile {
  readonly path: string
  readonly bytes: number
  readonly mtimeMs: number
}

/** Folders below a folder of projects, and how many of them are looked into: a home may hold millions. */
const DEPTH = 4
const MOST_FOLDERS = 3000
const MOST_NAMES = 20_000
/** Folders in which nobody keeps a project, beside hidden ones. */
const OTHERS = new Set(
  `node_modules venv vendor target build dist Library AppData Applications Music Movies Pictures Videos
  snap go miniconda3 anaconda3`.split(/\s+/),
)

/** What is surely no folder need not be looked at. */
const FILE =
  /\.(md|txt|json|ya?ml|toml|lock|[jt]sx?|py|rs|c|h|java|rb|sh|css|html?|png|jpe?g|gif|svg|pdf|zip|gz|log)$/i

/**
 * The histories of the projects below a folder, those near to it first; of the names in one folder the first that is
 * there.
 */
export function historyFiles(
  { disk }: ImportMachine,
  root: string,
  names: readonly string[],
): readonly HistoryFile[] {
  const found = new Map<string, HistoryFile>()
  const add = (path: string): boolean => {
    const file = statThrough(disk, path)
    if (file?.stat.kind !== 'file') return false
    const { size, mtimeMs } = file.stat
    found.set(file.path, { path: file.path, bytes: size, mtimeMs })
    return true
  }
  let looked = 0
  let folders: string[] = [root]
  let stats = 0
  for (let depth = 0; depth <= DEPTH && folders.length > 0; depth++) {
    const next: string[] = []
    for (const folder of folders) {
      if (++looked > MOST_FOLDERS) break
      const inside = namesIn(disk, folder)
      names.some((name) => inside.includes(name) && add(join(folder, name)))
      // The parts of a project are not projects.
      if (depth === DEPTH || (depth > 0 && inside.includes('.git'))) continue
      for (const name of inside) {
        if (name.startsWith('.') || FILE.test(name) || OTHERS.has(name)) continue
        if (++stats > MOST_NAMES) break
        const path = join(folder, name)
        if (kindOf(disk, path) === 'folder') next.push(path)
      }
    }
    folders = next
  }
  return [...found.values()]
}

/** Links are not followed: they lead to where one looks anyway, or away. */
function kindOf(disk: ImportMachine['disk'], path: string): string | undefined {
  try {
    return disk.stat(path)?.kind
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return undefined
  }
}

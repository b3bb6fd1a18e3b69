import { dirname } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import type { HomePaths } from '../home-paths.ts'
import { standsUnsealed } from './stands-unsealed.ts'

/** Folders in which everything was written by this program; elsewhere only what is sealed already is touched. */
const ours: ReadonlySet<string> = new Set(
  'sessions transcripts trash ccr state index contexts knowledge checkpoints costs'.split(' '),
)

/**
 * Whether a file of the home is one that this program wrote. A person keeps files there too, which stay as they are.
 *
 * @param bare the disk as it is
 */
export function isOurFile(bare: Disk, { root }: Pick<HomePaths, 'root'>, path: string): boolean {
  const [top = ''] = path.slice(root.length + 1).split(/[/\\]/)
  if (ours.has(top)) return true
  const isHistory = dirname(path) === root && top.endsWith('history')
  return isHistory || !standsUnsealed(bare, path)
}

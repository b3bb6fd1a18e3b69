import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

/** What a project is known by: the folder that holds `.git` above `folder`, else the folder itself; links resolved. */
export function projectRoot(folder: string): string {
  const start = realOr(folder)
  for (let at = start; ; at = dirname(at)) {
    if (fs.existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return start
  }
}

function realOr(folder: string): string {
  try {
    return fs.realpathSync.native(folder)
  } catch {
    return folder
  }
}

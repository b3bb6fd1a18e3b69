import { basename, dirname, join } from 'node:path'
import { sha256 } from '../../conversation/message-hash.ts'
import type { Disk } from '../../disk/disk.ts'
import { fieldsOf, textOf } from '../shared/fields.ts'
import { fileHead } from '../shared/file-head.ts'
import { namesIn } from '../shared/names-in.ts'
import { smallJson } from '../shared/small-json.ts'

/** A longer one is no path. */
const LONGEST = 8192

/**
 * The folder that the sessions of a project were held in: a file beside them names it, or the list of projects, or it is
 * one whose hash the project is called by.
 *
 * @param project `…/.gemini/tmp/<name>`
 */
export function projectFolder(disk: Disk, project: string): string | undefined {
  const named = namedIn(disk, project)
  if (named !== undefined) return named
  const name = basename(project)
  const all = dirname(project)
  const projects = fieldsOf(fieldsOf(smallJson(disk, join(dirname(all), 'projects.json')))['projects'])
  const listed = Object.keys(projects).find((path) => projects[path] === name)
  if (listed !== undefined || !/^[0-9a-f]{64}$/.test(name)) return listed
  const isIt = (path: string): boolean => sha256(path) === name
  const known = Object.keys(projects).find(isIt)
  if (known !== undefined) return known
  for (const other of namesIn(disk, all)) {
    const path = namedIn(disk, join(all, other))
    if (path !== undefined && isIt(path)) return path
  }
  return undefined
}

function namedIn(disk: Disk, project: string): string | undefined {
  return textOf(fileHead(disk, join(project, '.project_root'), LONGEST).toString('utf8').trim())
}

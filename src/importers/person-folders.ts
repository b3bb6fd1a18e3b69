import { join } from 'node:path'
import type { Importer, ImportMachine } from './importer.ts'
import { isFolder } from './shared/is-folder.ts'
import { namesIn } from './shared/names-in.ts'

/** A folder that tools keep their histories in, as in that of a person, with what it holds. */
export interface PersonFolder {
  readonly path: string
  readonly roots: readonly (readonly [importer: Importer, root: string])[]
}

/** A disk, its folder of people, a person. */
const LEVELS = 2
/** Folders that are looked at, at most. */
const MOST = 500
/** Tools that keep their histories in any project. */
const OF_PROJECTS = new Set(['aider', 'crush'])
/** Where a backup comes from is not known. */
const PLATFORMS = ['linux', 'darwin'] as const

/**
 * Folders of people at a path that somebody names, or a little below it: a backup, the disk of another machine. What is
 * in one is found as it is on this machine: it is full of other things.
 */
export function personFolders(
  importers: readonly Importer[],
  machine: ImportMachine,
  path: string,
): readonly PersonFolder[] {
  const found: PersonFolder[] = []
  const todo: (readonly [path: string, level: number])[] = [[path, 0]]
  for (let i = 0; i < todo.length && i < MOST; i++) {
    const [at = '', level = 0] = todo[i] ?? []
    if (!isFolder(machine.disk, at)) continue
    if (isPerson(importers, machine, at)) found.push({ path: at, roots: rootsIn(importers, machine, at) })
    else if (level < LEVELS)
      for (const name of namesIn(machine.disk, at))
        if (!/^(\.|node_modules$)/.test(name)) todo.push([join(at, name), level + 1])
  }
  return found
}

/** Whether a tool that has one place in the folder of a person has it there. */
function isPerson(importers: readonly Importer[], machine: ImportMachine, folder: string): boolean {
  const own = importers.filter(
    ({ tool, capabilities }) => capabilities.among === undefined && !OF_PROJECTS.has(tool),
  )
  return rootsIn(own, machine, folder).length > 0
}

function rootsIn(
  importers: readonly Importer[],
  machine: ImportMachine,
  folder: string,
): PersonFolder['roots'] {
  // This program may share its home with another one of its name, but not in a backup.
  const CHATCLI_HOME = machine.environment['CHATCLI_HOME'] || join(machine.folder, '.chatcli')
  return importers.flatMap((importer) => {
    const roots = PLATFORMS.flatMap((platform) =>
      importer.roots({ ...machine, folder, environment: { CHATCLI_HOME }, platform }),
    )
    return [...new Set(roots)].map((root) => [importer, root] as const)
  })
}

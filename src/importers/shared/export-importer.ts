import { basename, dirname, join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { downloadsFolder } from './downloads.ts'
import type { ExportFormat } from './export-format.ts'
import { addExportFormat, exportLook } from './export-look.ts'
import { type FoundFile, listFiles, statThrough } from './list-files.ts'
import { namesIn } from './names-in.ts'
import { readExport } from './read-export.ts'
import { readingFile } from './reading-file.ts'

/** An export may stand in a folder of its own name, with another one in it. */
const DEPTH = 2

/** An importer of what a service on the web gives its people: a zip archive, what was unpacked from it, or a file. */
export function exportImporter(format: ExportFormat): Importer {
  const { tool, label } = format
  addExportFormat(format)
  const units = (machine: ImportMachine, root: string): Iterable<ImportUnit> =>
    unitsBelow(format, machine, root)
  return {
    tool,
    label,
    capabilities: { incremental: true, resumes: false, among: 'exports' },
    roots: (machine) => downloaded(format, machine),
    claims(machine, path) {
      for (const _ of units(machine, path)) return true
      return false
    },
    units,
    read: (machine, unit, options) =>
      readingFile(machine, unit.path, (fd) => readExport(format, machine, fd, unit, options)),
  }
}

function* unitsBelow(
  format: ExportFormat,
  { disk }: ImportMachine,
  root: string,
): Generator<ImportUnit, void, undefined> {
  const found = statThrough(disk, root)
  if (found === undefined) return
  const { size: bytes, mtimeMs, kind } = found.stat
  const files: Iterable<FoundFile> =
    kind === 'folder'
      ? listFiles(disk, found.path, {
          depth: DEPTH,
          wants: isWanted,
          enters: isShown,
        })
      : [{ path: found.path, name: basename(root), bytes, mtimeMs }]
  for (const { path, bytes: size, mtimeMs: at } of files)
    if (isOurs(format, disk, path)) yield { tool: format.tool, path, key: path, bytes: size, mtimeMs: at }
}

function isShown(name: string): boolean {
  return !/(^|\/)(\.|node_modules$)/.test(name)
}

/** What tells who somebody is, or opens doors, is not even looked at. */
function isWanted(name: string): boolean {
  return (
    /\.(json|zip)$/i.test(name) && !/(^|\/)(users?|auth|credentials|oauth_creds|secrets)\.json$/i.test(name)
  )
}

/** What the browser put away, and was perhaps unpacked there. */
function downloaded(format: ExportFormat, machine: ImportMachine): readonly string[] {
  const { disk } = machine
  const folder = downloadsFolder(machine)
  const found: string[] = []
  for (const name of namesIn(disk, folder)) {
    const path = join(folder, name)
    const kind = name.startsWith('.') ? undefined : statThrough(disk, path)?.stat.kind
    const isFound =
      kind === 'folder'
        ? format.hasOwnNames && holdsExport(format, disk, path)
        : kind === 'file' && isWanted(name) && isOurs(format, disk, path)
    if (isFound) found.push(path)
  }
  return found
}

function holdsExport(format: ExportFormat, disk: Disk, folder: string): boolean {
  const files = listFiles(disk, folder, {
    depth: DEPTH - 1,
    wants: (name) => format.isExportName(basename(name)),
    enters: isShown,
  })
  for (const { path } of files) if (isOurs(format, disk, path)) return true
  return false
}

function isOurs(format: ExportFormat, disk: Disk, path: string): boolean {
  const { heads, names } = exportLook(disk, path)
  return heads.some(
    ({ name, members }) =>
      (names === undefined || format.isExportName(name)) &&
      format.isOurs(members, name, () => names ?? namesIn(disk, dirname(path))),
  )
}

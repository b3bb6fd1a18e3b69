import { basename } from 'node:path'
import type { ImportMachine, ImportUnit } from '../importer.ts'
import { jsonHead } from '../shared/json-head.ts'
import { listFiles, statThrough } from '../shared/list-files.ts'

const JSON_FILE = /\.json$/i
/** In a folder they are known by the id in their names, so that not every file has to be opened. */
const NAME = /(^|[-_.])ses_\w+\.json$/i
/** What a session says of itself comes first, and its messages behind it. */
const HEAD = /^(\xef\xbb\xbf)?\s*\{\s*"info"\s*:\s*\{[^]*?"id"\s*:\s*"ses_\w+"/

/** A session that `opencode export` wrote to a file, or this program for it; undefined when the file is none. */
export function exportUnit({ disk }: ImportMachine, tool: string, path: string): ImportUnit | undefined {
  const found = statThrough(disk, path)
  if (found?.stat.kind !== 'file' || !JSON_FILE.test(basename(path))) return undefined
  if (!HEAD.test(jsonHead(disk, found.path))) return undefined
  const { size: bytes, mtimeMs } = found.stat
  return { tool, path: found.path, key: found.path, bytes, mtimeMs }
}

/** Those in a folder. */
export function* exportUnits(
  machine: ImportMachine,
  tool: string,
  folder: string,
): Generator<ImportUnit, void, undefined> {
  const wants = (name: string): boolean => NAME.test(name)
  for (const { path } of listFiles(machine.disk, folder, { depth: 0, wants })) {
    const unit = exportUnit(machine, tool, path)
    if (unit !== undefined) yield unit
  }
}

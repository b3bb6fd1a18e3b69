import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTempFileName } from '../../src/disk/stale-temp-files.ts'

/** Bytes and files under a folder, and of its index. */
export interface HomeSize {
  readonly files: number
  readonly bytes: number
  readonly indexBytes: number
  readonly trashBytes: number
}

/** Files may come and go while it counts. */
export function homeSize(home: string): HomeSize {
  let files = 0
  let bytes = 0
  let indexBytes = 0
  let trashBytes = 0
  eachFile(home, (path, { size }) => {
    files++
    bytes += size
    if (path.startsWith(join(home, 'index'))) indexBytes += size
    if (path.startsWith(join(home, 'trash'))) trashBytes += size
  })
  return { files, bytes, indexBytes, trashBytes }
}

/** Files that hold a word, and those that were left over for an hour or more. */
export function strayFiles(home: string, word: string, now: number): string[] {
  const found: string[] = []
  eachFile(home, (path, { mtimeMs }) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (isTempFileName(name) && now - mtimeMs > 3_600_000) found.push(`left over for an hour: ${path}`)
    if (readFileSync(path).includes(word)) found.push(`plain text in ${path}`)
  })
  return found
}

function eachFile(
  folder: string,
  use: (path: string, stat: { size: number; mtimeMs: number }) => void,
): void {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      return undefined
    }
  }
  for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) eachFile(path, use)
    else attempt(() => use(path, lstatSync(path)))
  }
}

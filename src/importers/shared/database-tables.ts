import type { Disk } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import { readOpenRange } from '../../disk/read-file.ts'
import { readRange } from '../../disk/read-range.ts'

const MAGIC = 'SQLite format 3\0'
const INTERIOR = 5
const LEAF = 13
/** Pages of the schema that are looked at, and bytes of the log. */
const MOST_PAGES = 64
const MOST_LOG = 2 ** 20
const CREATE = /CREATE (?:TABLE (?:IF NOT EXISTS )?["'`[]?(\w+)|\w+ )/gi
/** Characters of a definition that are kept. */
const DEFINITION = 4000

/**
 * The tables of a database and about how each is defined, without opening it as one: to tell whose it is. They are looked
 * for in the pages of the schema, and in the log beside the database. Empty when it is none.
 */
export function databaseTables(disk: Disk, path: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>()
  try {
    const schema = schemaText(disk, path)
    if (schema === undefined) return tables
    const text = `${schema}\n${logText(disk, `${path}-wal`)}`
    const found = [...text.matchAll(CREATE)]
    for (const [i, match] of found.entries()) {
      const name = match[1]?.toLowerCase()
      const end = Math.min(found[i + 1]?.index ?? text.length, match.index + DEFINITION)
      if (name !== undefined)
        tables.set(name, `${tables.get(name) ?? ''}${text.slice(match.index, end).toLowerCase()}`)
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
  return tables
}

function schemaText(disk: Disk, path: string): string | undefined {
  const fd = disk.openRead(path)
  try {
    const head = Buffer.from(readOpenRange(disk, fd, 0, 100))
    if (head.toString('latin1', 0, 16) !== MAGIC) return undefined
    const size = head.readUInt16BE(16)
    const pageBytes = size === 1 ? 65_536 : size
    if (pageBytes < 512) return undefined
    let text = ''
    const pages = [1]
    for (let i = 0; i < pages.length && i < MOST_PAGES; i++) {
      const number = pages[i] ?? 1
      const page = Buffer.from(readOpenRange(disk, fd, (number - 1) * pageBytes, pageBytes))
      // The first page begins with the head of the file.
      const start = number === 1 ? 100 : 0
      if (page.length < start + 12) continue
      if (page[start] === LEAF) text += `${page.toString('latin1')}\n`
      if (page[start] === INTERIOR) pages.push(...childrenOf(page, start))
    }
    return text
  } finally {
    disk.close(fd)
  }
}

/** The pages below an interior page of a table. */
function childrenOf(page: Buffer, start: number): readonly number[] {
  const children = [page.readUInt32BE(start + 8)]
  const count = page.readUInt16BE(start + 3)
  for (let i = 0; i < count && start + 14 + 2 * i <= page.length; i++) {
    const cell = page.readUInt16BE(start + 12 + 2 * i)
    if (cell + 4 <= page.length) children.push(page.readUInt32BE(cell))
  }
  return children.filter((number) => number > 0)
}

function logText(disk: Disk, path: string): string {
  try {
    return Buffer.from(readRange(disk, path, 0, MOST_LOG)).toString('latin1')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    return ''
  }
}

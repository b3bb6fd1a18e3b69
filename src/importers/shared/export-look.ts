import { basename } from 'node:path'
import type { Disk, FileDescriptor } from '../../disk/disk.ts'
import { errorCode } from '../../disk/error-code.ts'
import type { ExportFormat } from './export-format.ts'
import { jsonHead } from './json-head.ts'
import { rememberedFile } from './remembered-file.ts'
import { openZip } from './zip-archive.ts'

/** What tells whose a file is that may be an export. */
export interface ExportLook {
  /** Of a JSON file itself, of an archive those of its files that hold conversations. */
  readonly heads: readonly { readonly name: string; readonly members: string }[]
  /** Names of all files of an archive; undefined for a file that is none. */
  readonly names: readonly string[] | undefined
}

/** Files of an archive that are looked into, to tell whose it is, for each format. */
const MOST_HEADS = 20
const NAME = /"[\w-]{1,60}"\s{0,20}:\s{0,20}[[{]?/g

const formats = new Set<ExportFormat>()

/** What {@link exportLook} finds is enough for this format too. */
export function addExportFormat(format: ExportFormat): void {
  formats.add(format)
}

/**
 * A look at a file that may be an export of any service, taken once for all formats and again only when the file changed:
 * each of them is asked about everything that was ever downloaded.
 */
export const exportLook: (disk: Disk, path: string) => ExportLook = rememberedFile((disk, path) => {
  const name = basename(path)
  if (!/\.zip$/i.test(name))
    return { heads: [{ name, members: membersIn(jsonHead(disk, path)) }], names: undefined }
  return withOpen(disk, path, (fd) => {
    const { members } = openZip(disk, fd)
    const wanted = new Set(
      [...formats].flatMap((format) =>
        members.filter((member) => format.isExportName(basename(member.name))).slice(0, MOST_HEADS),
      ),
    )
    const heads = [...wanted].map((member) => ({
      name: basename(member.name),
      members: membersIn(Buffer.from(member.head()).toString('latin1')),
    }))
    return { heads, names: members.map((member) => basename(member.name)) }
  })
})

/** The names of members in the beginning of a JSON text, each once, with the bracket that its value begins with. */
function membersIn(head: string): string {
  return [...new Set(head.match(NAME))].join(' ')
}

function withOpen(disk: Disk, path: string, look: (fd: FileDescriptor) => ExportLook): ExportLook {
  let fd: FileDescriptor | undefined
  try {
    fd = disk.openRead(path)
    return look(fd)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return { heads: [], names: [] }
  } finally {
    if (fd !== undefined) disk.close(fd)
  }
}

import { readCatalogue } from './catalogue.ts'
import type { FileStamp } from './catalogue-row.ts'
import { isSafeName } from './session-name.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/** A text that changes whenever a record may have changed. */
export interface RecordStamp {
  readonly name: string
  readonly stamp: string
  readonly transcriptId?: string | undefined
  /** Why it cannot be read, when that is known already. */
  readonly reason?: string
}

/** What can be searched, without reading it. */
export function recordStamps(context: StoreContext): RecordStamp[] {
  const { rows, unreadable } = readCatalogue(context)
  const readable = rows.map((row): RecordStamp => {
    const { name, transcriptId: id } = row
    const stat =
      id === undefined || !isSafeName(id) ? undefined : context.disk.stat(transcriptPath(context, id))
    const transcript = stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
    return { name, stamp: `${stampText(row)} ${transcript}`, transcriptId: id }
  })
  return [
    ...readable,
    ...unreadable.map((row) => ({ name: row.name, stamp: stampText(row), reason: row.reason })),
  ]
}

function stampText({ dev, ino, size, mtimeMs, ctimeMs }: FileStamp): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

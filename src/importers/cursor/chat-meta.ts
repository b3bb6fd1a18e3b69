import { dirname, join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import type { ImportMachine } from '../importer.ts'
import { textValue } from '../shared/database-values.ts'
import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'
import { fileHead } from '../shared/file-head.ts'
import { type ForeignDatabase, openForeignDatabase } from '../shared/foreign-database.ts'
import type { GatheredFacts } from '../shared/known-facts.ts'
import { isFolder } from '../shared/is-folder.ts'
import { namesIn } from '../shared/names-in.ts'
import { smallJson } from '../shared/small-json.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import type { TranscriptPlace } from './transcript-files.ts'

const LOG_BYTES = 65_536

/** What stands beside a transcript: the folder of its project, and what the chat store of the command line says of it. */
export async function chatMeta(
  machine: ImportMachine,
  { id, project, parent }: TranscriptPlace,
): Promise<Partial<GatheredFacts>> {
  if (project === undefined) return {}
  const folder =
    parent === undefined ? chatFolder(machine, join(dirname(dirname(project)), 'chats'), id) : undefined
  const meta: Fields =
    folder === undefined ? {} : { ...(await storedMeta(machine, folder)), ...jsonMeta(machine, folder) }
  const title = textOf(meta['name']) ?? textOf(meta['title'])
  return {
    title: title === undefined ? undefined : wellFormed(title),
    model: textOf(meta['lastUsedModel']),
    startedAt: timeOf(meta['createdAt']) ?? timeOf(meta['createdAtMs']),
    cwd: textOf(meta['cwd']) ?? workspaceIn(machine, project),
  }
}

function chatFolder({ disk }: ImportMachine, chats: string, id: string): string | undefined {
  return namesIn(disk, chats)
    .map((hash) => join(chats, hash, id))
    .find((folder) => isFolder(disk, folder))
}

function jsonMeta({ disk }: ImportMachine, folder: string): Fields {
  return fieldsOf(smallJson(disk, join(folder, 'meta.json')))
}

/** Of the store itself only this is read: JSON that is written as hex digits. */
async function storedMeta(machine: ImportMachine, folder: string): Promise<Fields> {
  const path = join(folder, 'store.db')
  let database: ForeignDatabase | undefined
  try {
    if (machine.disk.stat(path)?.kind !== 'file') return {}
    database = await openForeignDatabase(machine, path)
    const query = { table: 'meta', columns: ['value'], rest: 'WHERE key = ?', values: ['0'] }
    if (database.columns('meta').length === 0) return {}
    for (const { value } of database.rows(query)) {
      const text = textValue(value) ?? ''
      return fieldsOf(
        JSON.parse(/^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text),
      )
    }
    return {}
  } catch (error) {
    if (!(error instanceof SyntaxError) && errorCode(error) === undefined) throw error
    return {}
  } finally {
    database?.close()
  }
}

/** The name of a project's folder tells its path with separators lost: a log in it may say more. */
function workspaceIn({ disk }: ImportMachine, project: string): string | undefined {
  const log = fileHead(disk, join(project, 'worker.log'), LOG_BYTES).toString('utf8')
  return /workspacePath=("?)(.+?)\1\s*$/m.exec(log)?.[2]
}

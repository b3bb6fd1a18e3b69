import type { Disk } from '../../disk/disk.ts'
import type { ImportedMessage } from '../importer.ts'
import type { ExportedConversation } from '../shared/export-format.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { rememberedFile } from '../shared/remembered-file.ts'
import { smallJson } from '../shared/small-json.ts'
import { timeOf } from '../shared/time-of.ts'
import { uriPath } from '../shared/uri-path.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { itemMessages } from './item-messages.ts'

/** The rows of the index of all sessions by their ids, of which the first one counts. */
const rowsOf = rememberedFile((disk, path): ReadonlyMap<unknown, Fields> => {
  const rows = listOf(smallJson(disk, path)).filter(isFields).reverse()
  return new Map(rows.map((row) => [row['sessionId'], row]))
})

/**
 * A session of Continue. It keeps no times of messages; when it began stands in the index of all sessions, which may be
 * missing or damaged.
 */
export function readSession(
  disk: Disk,
  session: Fields,
  place: { readonly id: string; readonly index: string },
  unknown: (kind: unknown) => void,
): ExportedConversation {
  const id = textOf(session['sessionId']) ?? place.id
  const row = rowsOf(disk, place.index).get(id) ?? {}
  const items = listOf(session['history'])
  // Results stand in messages of their own, or in what is kept of the calls: each is taken once.
  const answered = new Set(items.map((item) => fieldsOf(fieldsOf(item)['message'])['toolCallId']))
  const messages = items.flatMap((item): readonly ImportedMessage[] => {
    if (isFields(item) && isFields(item['message'])) return itemMessages(item, answered, unknown)
    unknown('an entry that is none')
    return []
  })
  const title = textOf(session['title']) ?? textOf(row['title']) ?? ''
  const folder = textOf(session['workspaceDirectory']) ?? textOf(row['workspaceDirectory'])
  return {
    facts: knownFacts({
      id,
      title: title === 'New Session' ? '' : wellFormed(title),
      cwd: folder === undefined ? undefined : uriPath(folder),
      model: textOf(session['chatModelTitle']),
      startedAt: timeOf(Number(row['dateCreated'] ?? Number.NaN)) ?? timeOf(row['dateCreated']),
    }),
    messages,
  }
}

import type { ImportCursor, ImportEvent, ImportMachine, ReadOptions } from '../importer.ts'
import { jsonValue } from '../shared/database-values.ts'
import type { Fields } from '../shared/fields.ts'
import type { ForeignDatabase } from '../shared/foreign-database.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { addBubbleFacts, type Composer, composerOf } from './composer.ts'
import { bubbleMessages, isBubbleType } from './bubble-messages.ts'
import { bubblesOf, type ComposerRow, composerRows, TABLE } from './composer-rows.ts'
import { changedComposers } from './changed-composers.ts'
import { transcriptsOf } from './transcript-files.ts'
import { workspaceFolders } from './workspace-folders.ts'

/** What was left out of a database, in numbers. */
interface Left {
  empty: number
  orphans: number
  kinds: number
}

/**
 * Reads the conversations of Cursor's editor: their rows name their bubbles, which are rows of their own. Only those with
 * new rows are read again.
 */
export async function* readGlobalDatabase(
  machine: ImportMachine,
  database: ForeignDatabase,
  path: string,
  from: ImportCursor | undefined,
  { signal }: ReadOptions,
): AsyncGenerator<ImportEvent, void, undefined> {
  if (database.columns(TABLE).length === 0) {
    yield { kind: 'skipped', path, reason: 'empty' }
    yield { kind: 'cursor', cursor: {} }
    return
  }
  const { ids, mark } = changedComposers(database, from?.['mark'])
  const left: Left = { empty: 0, orphans: 0, kinds: 0 }
  const rows = ids === undefined ? composerRows(database) : rowsOf(database, ids)
  for (const row of rows) {
    signal?.throwIfAborted()
    const composer = composerIn(row)
    if (composer === 'damaged') {
      yield { kind: 'skipped', path, reason: 'damaged', detail: `composerData:${row.id}` }
      continue
    }
    if (composer === undefined) {
      if (row.value !== null) left.empty++
      continue
    }
    yield* readComposer(machine, database, path, composer, left)
  }
  if (left.empty > 0) yield { kind: 'skipped', path, reason: 'empty', detail: `drafts ×${left.empty}` }
  if (left.orphans > 0)
    yield { kind: 'skipped', path, reason: 'unknown', detail: `bubbles of no conversation ×${left.orphans}` }
  if (left.kinds > 0) yield { kind: 'skipped', path, reason: 'unknown', detail: `bubbles ×${left.kinds}` }
  yield { kind: 'cursor', cursor: { mark } }
}

function* rowsOf(
  database: ForeignDatabase,
  ids: ReadonlySet<string>,
): Generator<ComposerRow, void, undefined> {
  for (const id of [...ids].sort()) yield* composerRows(database, id)
}

function composerIn({ id, value }: ComposerRow): Composer | 'damaged' | undefined {
  try {
    return value === null ? undefined : composerOf(jsonValue(value).value, id)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return 'damaged'
  }
}

async function* readComposer(
  machine: ImportMachine,
  database: ForeignDatabase,
  path: string,
  composer: Composer,
  left: Left,
): AsyncGenerator<ImportEvent, void, undefined> {
  const { id, facts, bubbleIds, shownIds, inline, children } = composer
  const bubbles = bubblesOf(database, id)
  const isMissing = bubbleIds.some((bubbleId) => !bubbles.ids.has(bubbleId))
  const batches = messageBatches()
  let isEmpty = true
  const give = function* (bubble: Fields, bubbleId: string | undefined): Generator<ImportEvent> {
    addBubbleFacts(facts, bubble)
    if (!isBubbleType(bubble['type'])) left.kinds++
    for (const message of bubbleMessages(bubble, bubbleId)) {
      isEmpty = false
      yield* batches.add(id, message)
    }
  }
  // What the database has lost of a conversation is in its transcript, if there is one.
  if (isMissing && transcriptsOf(machine, id).length > 0) {
    yield { kind: 'skipped', path, reason: 'copy', detail: id }
    yield { kind: 'facts', facts: knownFacts(facts) }
    return
  }
  for (const bubble of inline) {
    const bubbleId = bubble['bubbleId']
    yield* give(bubble, typeof bubbleId === 'string' ? bubbleId : undefined)
  }
  for (const bubbleId of bubbleIds) {
    const place = { path, detail: `bubbleId:${id}:${bubbleId}` }
    try {
      const { bubble, cutBytes } = bubbles.get(bubbleId)
      if (cutBytes > 0) yield { kind: 'skipped', reason: 'cut', ...place }
      if (bubble !== null) yield* give(bubble, bubbleId)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      yield { kind: 'skipped', reason: 'damaged', ...place }
    }
  }
  const named = new Set([...bubbleIds, ...shownIds])
  for (const bubbleId of bubbles.ids) if (!named.has(bubbleId)) left.orphans++
  yield* batches.flush()
  if (isEmpty) {
    left.empty++
    return
  }
  facts.cwd ??= (await workspaceFolders(machine, path)).get(id)
  yield { kind: 'facts', facts: knownFacts(facts) }
  for (const child of children)
    for (const row of composerRows(database, child))
      if (typeof composerIn(row) === 'object')
        yield { kind: 'facts', facts: { id: child, parent: id, kind: 'sub-agent' } }
}

import { dirname } from 'node:path'
import type { ImportEvent, ImportMachine } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import type { ForeignDatabase } from '../shared/foreign-database.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { messageMaker } from '../shared/message-maker.ts'
import { timeOf } from '../shared/time-of.ts'
import { workspaceOf } from '../shared/uri-path.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { addBubbleFacts, composerOf } from './composer.ts'
import { bubbleMessages } from './bubble-messages.ts'
import { itemOf } from './workspace-folders.ts'

const CHATS = 'workbench.panel.aichat.view.aichat.chatdata'
const COMPOSERS = 'composer.composerData'

/** Reads what the database of one workspace holds itself: the chats, and the composers, of the first versions. */
export function* readWorkspaceDatabase(
  machine: ImportMachine,
  database: ForeignDatabase,
  path: string,
): Generator<ImportEvent, void, undefined> {
  const cwd = workspaceOf(machine.disk, dirname(path))
  for (const [key, list] of [
    [CHATS, 'tabs'],
    [COMPOSERS, 'allComposers'],
  ] as const) {
    try {
      for (const entry of listOf(itemOf(database, key)[list])) {
        if (!isFields(entry)) continue
        yield* list === 'tabs' ? readTab(entry, cwd) : readComposer(entry, cwd)
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      yield { kind: 'skipped', path, reason: 'damaged', detail: key }
    }
  }
  yield { kind: 'cursor', cursor: {} }
}

function* readTab(
  { tabId, chatTitle, lastSendTime, bubbles }: Fields,
  cwd: string | undefined,
): Generator<ImportEvent, void, undefined> {
  const id = textOf(tabId)
  if (id === undefined) return
  const batches = messageBatches()
  let isEmpty = true
  for (const given of listOf(bubbles)) {
    const bubble = fieldsOf(given)
    const role = bubble['type'] === 'user' ? 'user' : bubble['type'] === 'ai' ? 'assistant' : undefined
    const text = [bubble['text'], bubble['rawText']].map(textOf).find((words) => (words ?? '').trim() !== '')
    if (role === undefined || text === undefined) continue
    isEmpty = false
    const make = messageMaker({ nativeId: textOf(bubble['id']), at: undefined })
    yield* batches.add(id, make({ role, content: text }, 'text'))
  }
  yield* batches.flush()
  if (isEmpty) return
  const title = textOf(chatTitle)
  const named = title === undefined ? undefined : wellFormed(title)
  yield { kind: 'facts', facts: knownFacts({ id, title: named, cwd, updatedAt: timeOf(lastSendTime) }) }
}

/** The list of composers held them whole, before they had a database of their own. */
function* readComposer(entry: Fields, cwd: string | undefined): Generator<ImportEvent, void, undefined> {
  const composer = composerOf(entry, '')
  if (composer === undefined || composer.inline.length === 0 || composer.id === '') return
  const { id, facts, inline } = composer
  const batches = messageBatches()
  let isEmpty = true
  for (const bubble of inline) {
    addBubbleFacts(facts, bubble)
    for (const message of bubbleMessages(bubble, textOf(bubble['bubbleId']))) {
      isEmpty = false
      yield* batches.add(id, message)
    }
  }
  yield* batches.flush()
  if (!isEmpty) yield { kind: 'facts', facts: knownFacts({ ...facts, cwd: facts.cwd ?? cwd }) }
}

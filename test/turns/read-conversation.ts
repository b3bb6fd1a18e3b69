import { readdirSync } from 'node:fs'
import type { WindowMessage } from '../../src/conversation/fold-state.ts'
import type { Message } from '../../src/conversation/message.ts'
import { modelView } from '../../src/models/view/model-view.ts'
import { viewProblems } from '../../src/models/view/view-problems.suite.ts'
import { homePaths } from '../../src/store/home-paths.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { recordOf } from '../../src/store/record-of.ts'
import { createRealDisk } from '../../src/disk/real-disk.ts'
import { testContext } from '../../src/store/store-context.ts'

import { hashOf } from './hash-of.ts'

export interface ReadConversation {
  /** Everything ever said in it, in file order. */
  readonly record: readonly Message[]
  readonly window: readonly Message[]
  /** Of the window. */
  readonly hash: string
  readonly damage: number
  /** What two readers do not agree on, what no provider would take, what was left open or unread. */
  readonly problems: readonly string[]
}

/** Reads a conversation of a home where nobody is at work, in every way it can be read. */
export function readConversation(home: string, name: string): ReadConversation {
  const context = testContext(createRealDisk(), { home: homePaths(home) })
  const whole = loadConversation(context, name, { whole: true })
  const bySnapshot = loadConversation(context, name)
  const { window, openTurns } = whole.fold.state()
  const messages = window.map(({ message }) => message)
  const problems: string[] = []
  const text = (part: unknown): string => JSON.stringify(part)
  // The time of a line is not kept in a snapshot, only that of its message.
  const line = ({ ref, turn, id, hash, message }: WindowMessage): string =>
    text([ref, turn, id, hash, message])
  if (text(bySnapshot.fold.state().window.map(line)) !== text(window.map(line)))
    problems.push('a fold from the first byte has another window than one from the snapshot')
  if (openTurns.length > 0) problems.push(`${openTurns.length} turns are open`)
  const next: Message = { role: 'user', content: 'next' }
  problems.push(
    ...viewProblems(modelView({ instructions: '', messages: [...messages, next] }, 'native'), 'native'),
  )
  const beside = readdirSync(context.home.transcripts).filter((file) => /\.[\w-]+\.jsonl$/.test(file))
  if (beside.length > 0) problems.push(`side files: ${beside.join()}`)
  const record = recordOf(whole).messages.map(({ message }) => message)
  if (record.length !== messages.length)
    problems.push(`${record.length} messages in the record, ${messages.length} in the window`)
  return { record, window: messages, hash: hashOf(messages), damage: whole.damage.length, problems }
}

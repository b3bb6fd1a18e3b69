import type { Entry } from '../../conversation/entry-list.ts'
import type { MessageRef } from '../../conversation/event.ts'
import type { Message } from '../../conversation/message.ts'
import type { LiveConversation } from '../../store/live-conversation.ts'

/** Something that was said, as an editor shows it. */
export interface SaidMessage {
  /** As the journal calls it: the same for ever, and for every client. */
  readonly id: string
  readonly message: Message
}

/**
 * Everything that was said in a conversation and still stands, in order, turn by turn; also what was compacted, in place
 * of the summaries of it. What was rewound or removed is not there.
 */
export function saidIn(live: Pick<LiveConversation, 'whole'>): readonly SaidMessage[] {
  const whole = live.whole()
  const { record } = whole
  // Without transcripts there is no record.
  if (record.length === 0) return whole.window().map((said) => ({ id: idOf(said), message: said.message }))
  return inOrder(record).filter(isShown).map(toSaid)
}

/** Of what is newly in a conversation, as its entries come, what an editor shows. */
export function saidAmong(entries: readonly Readonly<Entry>[]): readonly SaidMessage[] {
  return entries.filter(isShown).map(toSaid)
}

function toSaid(entry: Readonly<Entry>): SaidMessage {
  return { id: idOf(entry), message: entry.message }
}

function isShown({ origin, live, gone }: Readonly<Entry>): boolean {
  return origin !== 'put' && (live || gone === 'compacted')
}

/** The record is in file order; its entries know their places in the conversation. */
function inOrder(record: readonly Readonly<Entry>[]): readonly Readonly<Entry>[] {
  let first = record[0]
  while (first?.previous !== undefined) first = first.previous
  const ordered: Readonly<Entry>[] = []
  for (let entry = first; entry !== undefined; entry = entry.next) ordered.push(entry)
  return ordered
}

function idOf({ id, ref }: { readonly id?: string | undefined; readonly ref: MessageRef }): string {
  return id ?? ref.join('.')
}

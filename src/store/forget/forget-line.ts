import type { MessageRef, TranscriptEvent } from '../../conversation/event.ts'
import { redact } from './redact.ts'

/** What is to be forgotten: a message, by its line or its place in one, and the words that only it has. */
export interface Forgetting {
  readonly ref: MessageRef
  readonly words: ReadonlySet<string>
}

/**
 * A line of a transcript without what is to be forgotten: the message's own line becomes one that says it was there;
 * what other lines derive from it is emptied. Undefined when it says nothing of it.
 */
export function forgetLine(event: TranscriptEvent, { ref, words }: Forgetting): TranscriptEvent | undefined {
  const [w, n, k] = ref
  const { v, at, turn } = event
  const isIt = event.w === w && event.n === n
  if (isIt && event.kind === 'message') {
    return { v, w, n, at, turn, kind: 'forgotten', was: event.kind, m: event.m }
  }
  const own = isIt && k !== undefined ? withoutOwn(event, k) : changesWithout(event, ref)
  // Of another message it has no word: that is how the words were chosen.
  if (event.kind === 'message') return undefined
  const { value, isChanged } = redact(own ?? event, words)
  return isChanged || own !== undefined ? { ...value, redacted: true } : undefined
}

/** An insertion, or a derived message: its place stays, its text goes. */
function withoutOwn(event: TranscriptEvent, k: number): TranscriptEvent | undefined {
  const emptied = <T extends { readonly message: { readonly role: string } }>(item: T, i: number): T =>
    i === k ? { ...item, message: { role: item.message.role, content: '' } } : item
  if (event.kind === 'rewrite') return { ...event, puts: (event.puts ?? []).map(emptied) }
  if (event.kind === 'edit' || event.kind === 'adopt')
    return { ...event, inserts: event.inserts.map(emptied) }
  return undefined
}

/** What a hand made of it later is forgotten too. */
function changesWithout(event: TranscriptEvent, ref: MessageRef): TranscriptEvent | undefined {
  if (event.kind !== 'edit' && event.kind !== 'adopt') return undefined
  const changes = event.changes.filter(([changed]) => !isSame(changed, ref))
  return changes.length === event.changes.length ? undefined : { ...event, changes }
}

export function isSame(a: MessageRef, b: MessageRef): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2]
}

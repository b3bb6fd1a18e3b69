import type { FileDescriptor } from '../../disk/disk.ts'
import { sha256 } from '../../conversation/message-hash.ts'
import type { ImportedMessage, ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { continuesAt } from '../shared/file-cursor.ts'
import { importedMessage } from '../shared/imported-message.ts'
import { knownFacts } from '../shared/known-facts.ts'
import { localClock } from '../shared/local-clock.ts'
import { type TextLine, textLines } from '../shared/text-lines.ts'
import { timeOf } from '../shared/time-of.ts'
import { isUnchanged, wholeCursor } from '../shared/whole-cursor.ts'
import { wellFormed } from '../shared/well-formed.ts'

const HEAD = /^# CHAT: ([^]*?) ?\[(\d{4}-\d\d-\d\dT[^\]]+)\](?: \([^]*\))?$/
/** Characters of a line that may be a beginning: it is looked through many times. */
const LONGEST_HEAD = 4096
const RULE = '--------'
const TOOLS = /^<tool_calls>\n?([^]*?)\n?<\/tool_calls>\n*/

interface Chat {
  readonly offset: number
  readonly summary: string
  readonly stamp: string
  readonly lines: string[]
  cutBytes: number
}

/**
 * Reads what was asked without a session: each question and its answer are a conversation. The file only ever grows, so
 * a later read goes on with the last one it saw.
 */
export function* readChats(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { from, signal }: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const { disk } = machine
  signal?.throwIfAborted()
  if (isUnchanged(disk, fd, from)) return
  const known = from?.['chat']
  const start = continuesAt(disk, fd, from) !== undefined && typeof known === 'number' ? known : 0
  let last = start
  let isRead = false
  for (const chat of chatsIn(textLines(disk, fd, start))) {
    signal?.throwIfAborted()
    last = chat.offset
    const { offset } = chat
    if (chat.cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${chat.cutBytes} bytes` }
    const messages = messagesOf(chat)
    if (messages.length === 0) yield { kind: 'skipped', path, offset, reason: 'empty' }
    else {
      const asked = messages[0]?.message.content ?? ''
      const id = `${chat.stamp} ${sha256(asked).slice(0, 12)}`
      const at = messages[0]?.at
      isRead = true
      yield { kind: 'facts', facts: knownFacts({ id, title: wellFormed(chat.summary), startedAt: at }) }
      yield { kind: 'messages', conversation: id, messages }
    }
  }
  if (!isRead && start === 0) yield { kind: 'skipped', path, reason: 'empty' }
  yield { kind: 'cursor', cursor: { ...wholeCursor(disk, fd), chat: last } }
}

/** A beginning is one only behind a rule, or where nothing stands before it. */
function* chatsIn(lines: Iterable<TextLine>): Generator<Chat, void, undefined> {
  let chat: Chat | undefined
  let before = RULE
  for (const { text, offset, cutBytes } of lines) {
    const [, summary, stamp] = (before === RULE && text.length < LONGEST_HEAD && HEAD.exec(text)) || []
    if (summary !== undefined && stamp !== undefined) {
      if (chat !== undefined) yield chat
      chat = { offset, summary, stamp, lines: [], cutBytes }
    } else if (chat !== undefined) {
      chat.lines.push(text)
      chat.cutBytes += cutBytes
    }
    if (text !== '') before = text
  }
  if (chat !== undefined) yield chat
}

function messagesOf({ lines, stamp }: Chat): readonly ImportedMessage[] {
  const rule = lines.indexOf(RULE)
  const end = lines.lastIndexOf(RULE)
  const asked = lines
    .slice(0, rule < 0 ? lines.length : rule)
    .join('\n')
    .trim()
  const answer =
    rule < 0
      ? ''
      : lines
          .slice(rule + 1, end > rule ? end : lines.length)
          .join('\n')
          .trim()
  const tools = TOOLS.exec(answer)
  const origin = { nativeId: undefined, at: timeOf(stamp) ?? localClock(stamp) }
  const made: ImportedMessage[] = []
  if (asked !== '') made.push(importedMessage(origin, { role: 'user', content: asked }, 'text'))
  if (tools !== null) {
    const call = { id: 'call-0', type: 'function', name: 'tool_calls', arguments: { input: tools[1] ?? '' } }
    made.push(importedMessage(origin, { role: 'assistant', content: '', tool_calls: [call] }, 'tool-call'))
  }
  const content = answer.slice(tools?.[0].length ?? 0).trim()
  if (content !== '') made.push(importedMessage(origin, { role: 'assistant', content }, 'text'))
  return made
}

import type { ChatCli } from '../../chatcli.ts'
import { pageOf } from '../../search/page.ts'
import type { MessageHit, Page } from '../../search/search-result.ts'
import type { PickerPreview } from './picker-memory.ts'
import { searchAsTyped } from './search-as-typed.ts'

const messagesBefore = 3
const messagesShown = 12
/** UTF-16 code units shown of one message, and how much of that stands before the match of a long one. */
const longest = 4000
const beforeMatch = 1000

/**
 * Reads what the preview of a session shows: the messages around one, and which others match.
 *
 * @throws ChatCliError as `sessions.load`
 */
export function previewSession(
  chatcli: ChatCli,
  name: string,
  query: string,
  position: number | undefined,
): PickerPreview {
  const record = chatcli.sessions.record(name)
  const hits = query.trim() === '' ? [] : hitsOf(chatcli, name, query)
  const at = position ?? hits[0]?.position
  const last = Math.max(0, record.messages.length - messagesShown)
  const offset = at === undefined ? last : Math.max(0, at - messagesBefore)
  const page = pageOf(record, { offset, limit: messagesShown, cut: longest })
  const byPlace = hits.toSorted((a, b) => a.position - b.position)
  const hit = hits.find((found) => found.position === at)
  return {
    name,
    page: atMatch(page, hit, () => pageOf(record, { message: at ?? 0 })),
    position: at,
    hits: byPlace,
  }
}

function hitsOf(chatcli: ChatCli, name: string, query: string): readonly MessageHit[] {
  const narrowed = {
    search: (words: string) => chatcli.search(words, { in: name, sessions: 1, limit: 20 }),
  }
  return searchAsTyped(narrowed, query, 1).sessions[0]?.messages ?? []
}

/** A message that was cut before its match begins near the match instead. */
function atMatch(page: Page, hit: MessageHit | undefined, whole: () => Page): Page {
  const cut = page.messages.find((message) => message.position === hit?.position)
  const match = hit?.snippet.matches[0]
  if (cut?.cutFrom === undefined || hit === undefined || match === undefined) return page
  const [message] = whole().messages
  const words = hit.snippet.text.slice(match.start, Math.min(match.start + 60, hit.snippet.text.length - 1))
  const place = message?.text.indexOf(words) ?? -1
  if (message === undefined || place < longest - beforeMatch) return page
  const start = place - beforeMatch
  const text = `…${message.text.slice(start, start + longest).toWellFormed()}…`
  return {
    ...page,
    messages: page.messages.map((other) => (other === cut ? { ...other, text } : other)),
  }
}

import type { MessageHit } from '../search/search-result.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { TextStyle } from './text-style.ts'

/**
 * A snippet on one line, its matches set off, without the `…` it may begin with. Each piece is made safe on its own:
 * pieces without control characters make a line without them.
 */
export function renderSnippet(snippet: MessageHit['snippet'], style: TextStyle): string {
  const { text, matches } = snippet
  let shown = ''
  let at = text.startsWith('…') ? 1 : 0
  for (const { start, end } of matches) {
    if (start < at || end <= start) continue
    shown += sanitiseLine(text.slice(at, start)) + style.strong(sanitiseLine(text.slice(start, end)))
    at = end
  }
  return shown + sanitiseLine(text.slice(at))
}

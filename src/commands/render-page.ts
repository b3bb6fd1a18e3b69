import type { Page, PageMessage } from '../search/search-result.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { sanitiseForTerminal, sanitiseLine } from '../text/sanitise.ts'
import { speakerOf } from './speaker-of.ts'
import type { TextStyle } from './text-style.ts'

export interface RenderPageOptions {
  readonly text: Catalogue
  readonly style: TextStyle
  /** Only one message was asked for. */
  readonly single?: boolean
  /** Says how to read on; nothing when not given. */
  readonly next?: (offset: number) => string
}

/** A page: a heading, the messages as `[17] assistant: text`, blank lines between, and how to read on. */
export function renderPage(page: Page, options: RenderPageOptions): string {
  const { text, style, single = false, next } = options
  const { messages, total, nextOffset, centredOn } = page
  const title = sanitiseLine(page.title)
  const name = sanitiseLine(page.name)
  const titled = title === '' ? '' : ` — ${title}`
  const [first, last] = [messages[0], messages.at(-1)]
  if (first === undefined || last === undefined) {
    return (
      style.strong(total === 0 ? text.emptyPage(name) : text.pastTheEnd(name, page.offset, total)) + titled
    )
  }
  if (single) {
    const heading = text.messageHeading(name, first.position, speakerOf(first, text), total)
    return [style.strong(heading) + titled, bodyOf(first, options)].join('\n\n')
  }
  const centre = centredOn === undefined ? '' : ` (${text.centredOn(centredOn)})`
  return [
    style.strong(text.pageHeading(name, first.position, last.position, total)) + titled + style.quiet(centre),
    ...messages.map((message) => {
      const isBest = message.position === centredOn
      const label = `[${message.position}] ${speakerOf(message, text)}:`
      return `${isBest ? style.strong(label) : style.quiet(label)} ${bodyOf(message, options)}`
    }),
    ...(nextOffset === undefined || next === undefined ? [] : [style.quiet(next(nextOffset))]),
  ].join('\n\n')
}

/** What was said, then a line per tool that was called; each with how long it is when it was cut. */
function bodyOf(message: PageMessage, { text, style, single = false }: RenderPageOptions): string {
  const { position, toolCalls = [] } = message
  const cutNote = (length: number | undefined): string[] => {
    if (length === undefined) return []
    return [style.quiet(single ? text.stillCut(length) : text.cutFrom(length, position))]
  }
  const said = sanitiseForTerminal(message.text).trimEnd()
  return [
    ...(said === '' && toolCalls.length > 0 ? [] : [said]),
    ...cutNote(message.cutFrom),
    ...toolCalls.flatMap((call) => [
      `→ ${sanitiseLine(`${call.name} ${call.arguments}`).trimEnd()}`,
      ...cutNote(call.cutFrom),
    ]),
  ].join('\n')
}

import { renderPage } from '../render-page.ts'
import type { CommandContext } from '../command.ts'
import type { PickResult } from './pick-result.ts'

const before = 3
const shown = 7

/** The messages around the one that was picked, to read before the conversation goes on; nothing without one. */
export function pageAround(
  { chatcli, text, style }: CommandContext,
  { name, message }: PickResult,
): readonly string[] {
  if (message === undefined) return []
  const page = chatcli.page(name, { offset: message - before, limit: shown })
  return [renderPage({ ...page, centredOn: message }, { text, style }), '']
}

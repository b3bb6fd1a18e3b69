import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { ChatRequest } from '../chat/chat-request.ts'
import { isHomeEmpty } from './is-home-empty.ts'
import { pageAround } from './page-around.ts'
import type { Pick, PickResult } from './pick-result.ts'
import { resumeTarget } from './resume-target.ts'

/**
 * The session that `resume` goes on with: the one its words leave no doubt about, else the one a person chooses.
 *
 * @returns what to show before the conversation goes on, safe in a terminal; no pick when nobody chose
 * @throws ChatCliError `not-found` when there is no session at all, and as the search and `pick` do
 */
export async function resumePick(
  { context, settings }: ChatRequest,
  { words, isList }: NonNullable<ChatRequest['resume']>,
  pick: Pick,
): Promise<{ readonly picked: PickResult | undefined; readonly lines: readonly string[] }> {
  const { picker } = context.text
  const query = words.join(' ')
  if (isHomeEmpty(context.disk, settings.home)) {
    throw new ChatCliError('not-found', picker.noSessions, { hint: picker.noSessionsHint })
  }
  if (query.trim() !== '' && !isList) {
    const { picked, isNamed } = resumeTarget(context, query)
    if (picked !== undefined) {
      const told = isNamed ? picker.goingOnNamed(picked.name) : picker.goingOn(picked.name)
      return { picked, lines: [sanitiseLine(told), '', ...pageAround(context, picked)] }
    }
  }
  const picked = await pick(query)
  return { picked, lines: picked === undefined ? [] : pageAround(context, picked) }
}

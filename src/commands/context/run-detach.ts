import { matching } from '../../contexts/find-context.ts'
import { ChatCliError } from '../../errors.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, wordAt } from '../input-values.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { withAttachments } from './with-attachments.ts'

/** `context detach NAME`: lets go of a context, also of one that is gone. */
export async function runDetach(context: ContextCommandContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const contexts = await contextsOf(context)
  return withAttachments(context, input, (holder, session) => {
    const known = matching(contexts.list().contexts, name).map(({ id }) => id)
    const found = holder
      .list()
      .find(({ contextId, name: called }) => known.includes(contextId) || [called, contextId].includes(name))
    if (found === undefined || !holder.detach(found.contextId)) {
      throw new ChatCliError('not-found', text.context.notAttached(name), {
        hint: text.context.notAttachedHint,
      })
    }
    return Promise.resolve({
      text: text.context.detached(sanitiseLine(found.name)),
      json: { session: session ?? null, contextId: found.contextId, name: found.name },
    })
  })
}

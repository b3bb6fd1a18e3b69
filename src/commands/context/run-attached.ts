import type { Attachment } from '../../contexts/attachment.ts'
import { type AttachmentCost, attachmentCost } from '../../contexts/attachment-cost.ts'
import type { ContextsApi } from '../../contexts/contexts-api.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount } from '../input-values.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { attachmentJson } from './context-json.ts'
import { columns, costText, deliveryText } from './context-lines.ts'
import { withAttachments } from './with-attachments.ts'

/** `context attached`: what goes along with the conversation, and what it costs. */
export async function runAttached(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text, style } = context
  checkWordCount(text, input, 0)
  const contexts = await contextsOf(context)
  return withAttachments(context, input, (holder, session) => {
    const attached = holder
      .list()
      .map((attachment) => ({ attachment, ...lookAt(contexts, attachment, text) }))
    const rows = attached.map(({ attachment, cost, name, problem }) => [
      String(attachment.priority),
      sanitiseLine(name),
      ...(cost === undefined
        ? [problem ?? text.context.isGone]
        : [deliveryText(cost, attachment, text), costText(cost, text)]),
    ])
    const tokens = attached.reduce((sum, { cost }) => sum + (cost?.tokens ?? 0), 0)
    const isAtMost = attached.some(({ cost }) => cost?.isAtMost === true)
    const total = isAtMost ? text.context.perTurnAtMost(tokens) : text.context.perTurn(tokens)
    const heading =
      session === undefined
        ? text.context.attachedHeading
        : text.context.attachedHeadingOf(sanitiseLine(session))
    return Promise.resolve({
      text:
        rows.length === 0
          ? text.context.noneAttached
          : [
              heading,
              '',
              ...columns(rows, { styles: [style.quiet, style.strong] }),
              '',
              text.context.total(total),
            ].join('\n'),
      json: {
        session: session ?? null,
        attachments: attached.map(({ attachment, cost }) => attachmentJson(attachment, cost)),
        tokens,
      },
    })
  })
}

interface Looked {
  readonly name: string
  readonly cost: AttachmentCost | undefined
  /** Why it cannot be read, safe to show. */
  readonly problem: string | undefined
}

function lookAt(contexts: ContextsApi, attachment: Attachment, text: Catalogue): Looked {
  try {
    const found = contexts.read(attachment.contextId)
    const cost = found && attachmentCost(found, attachment)
    return { name: found?.name ?? attachment.name, cost, problem: undefined }
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    return { name: attachment.name, cost: undefined, problem: sanitiseLine(text.fromStore(error.message)) }
  }
}

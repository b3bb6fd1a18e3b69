import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import type { PermissionAnswer, PermissionRequest } from '../../agent/tool.ts'
import type { Settings } from '../../settings.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import { maskedText } from './leaving.ts'

const answers = ['once', 'always', 'not-now', 'never'] as const satisfies readonly PermissionAnswer[]

/** A question for a permission, as a client shows it to its person. */
export function permissionForm(
  { tool, subject, scope }: PermissionRequest,
  { text, settings }: { readonly text: Catalogue; readonly settings: Pick<Settings, 'maskSecrets'> },
): ElicitRequestFormParams {
  const { acp, chat, mcp } = text
  const about = sanitiseLine(maskedText(scope, settings))
  const names = {
    once: acp.allowOnce,
    always: acp.allowAlways(about),
    'not-now': acp.rejectOnce,
    never: acp.rejectAlways(about),
  }
  return {
    mode: 'form',
    message: sanitiseForTerminal(maskedText(chat.permission(tool, subject), settings)),
    requestedSchema: {
      type: 'object',
      properties: {
        // The form of a choice that every revision knows.
        answer: {
          type: 'string',
          title: mcp.permissionTitle,
          enum: [...answers],
          enumNames: answers.map((answer) => names[answer]),
        },
      },
      required: ['answer'],
    },
  }
}

/** What the person chose; whatever is no clear answer means "not now". */
export function permissionFrom({
  action,
  content,
}: {
  readonly action: string
  readonly content?: Readonly<Record<string, unknown>> | undefined
}): PermissionAnswer {
  const given = action === 'accept' ? content?.['answer'] : undefined
  return answers.find((answer) => answer === given) ?? 'not-now'
}

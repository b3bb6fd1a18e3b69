import type {
  PermissionOption,
  RequestPermissionResponse,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { PermissionAnswer, PermissionRequest } from '../../agent/tool.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** A question that an editor puts to the person. */
export interface PermissionDialog {
  readonly toolCall: ToolCallUpdate
  readonly options: PermissionOption[]
}

const answers: Readonly<Record<string, PermissionAnswer>> = {
  allow_once: 'once',
  allow_always: 'always',
  reject_once: 'not-now',
  reject_always: 'never',
}

/**
 * Asks for a permission.
 *
 * @param call what the editor knows of the call; undefined when the question is about none
 * @param newId for the call that stands for the question then
 */
export function permissionDialog(
  { tool, subject, scope }: PermissionRequest,
  call: ToolCallUpdate | undefined,
  { text, newId }: { readonly text: Catalogue; readonly newId: () => string },
): PermissionDialog {
  const { acp } = text
  const about = sanitiseLine(scope)
  const title = sanitiseLine(text.chat.permission(tool, subject))
  return {
    toolCall: call ?? { toolCallId: newId(), title, kind: 'other', status: 'pending' },
    options: [
      { optionId: 'allow_once', name: acp.allowOnce, kind: 'allow_once' },
      { optionId: 'allow_always', name: acp.allowAlways(about), kind: 'allow_always' },
      { optionId: 'reject_once', name: acp.rejectOnce, kind: 'reject_once' },
      { optionId: 'reject_always', name: acp.rejectAlways(about), kind: 'reject_always' },
    ],
  }
}

/** A question that is answered with yes or no. */
export function yesNoDialog(
  question: string,
  { text, newId }: { readonly text: Catalogue; readonly newId: () => string },
): PermissionDialog {
  const title = sanitiseLine(question.replace(/\s*\[[^\]]*\]\s*$/, ''))
  return {
    toolCall: { toolCallId: newId(), title, kind: 'other', status: 'pending' },
    options: [
      { optionId: 'allow_once', name: text.acp.yes, kind: 'allow_once' },
      { optionId: 'reject_once', name: text.acp.no, kind: 'reject_once' },
    ],
  }
}

/** What the person chose; whatever is no clear answer means "not now". */
export function permissionAnswer(response: RequestPermissionResponse): PermissionAnswer {
  const { outcome } = response
  if (outcome.outcome !== 'selected') return 'not-now'
  return (Object.hasOwn(answers, outcome.optionId) ? answers[outcome.optionId] : undefined) ?? 'not-now'
}

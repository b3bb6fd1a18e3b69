import type { PermissionRequest } from '../../agent/tool.ts'
import type { Model } from '../../models/model.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** What the person is asked before recalled text goes to a provider; undefined for a model on this machine. */
export function recallConsent(
  { isLocal, provider }: Model,
  { chat }: Catalogue,
): Omit<PermissionRequest, 'tool'> | undefined {
  return isLocal ? undefined : { subject: chat.recallQuestion(provider), scope: `recall to ${provider}` }
}

import type { AskPerson, Decision, Permissions } from '../../agent/permissions.ts'
import type { PermissionRequest } from '../../agent/tool.ts'
import type { Message } from '../../conversation/message.ts'
import type { Model } from '../../models/model.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { askEachOnce } from './ask-each-once.ts'
import { recallConsent } from './recall-consent.ts'
import { recallGate } from './recall-gate.ts'

export interface RecallLeaveOptions {
  /** Whether recalled text may go to a provider, for all projects. */
  readonly permissions: Permissions
  readonly ask: AskPerson | undefined
  readonly text: Catalogue
  /** As in `recallGate`. */
  readonly shared: Set<string>
}

/** Whether the past may go to a model. */
export interface RecallLeave {
  /** What the person is asked; undefined for a model on this machine. */
  readonly consent: Omit<PermissionRequest, 'tool'> | undefined
  readonly decide: (request: PermissionRequest) => Promise<Decision>
  /** @param isAsked whether the person may be asked */
  readonly may: (isAsked: boolean) => Promise<boolean>
  /** What the model is given of a window; undefined when that is all. */
  readonly gate: ((messages: readonly Message[]) => Promise<readonly Message[]>) | undefined
}

/** The leave that one turn has: its question comes once, whoever recalls something in it. */
export function recallLeave(
  model: Model,
  { permissions, ask, text, shared }: RecallLeaveOptions,
): RecallLeave {
  const consent = recallConsent(model, text)
  const askOnce = ask && askEachOnce(ask)
  const may = async (isAsked: boolean): Promise<boolean> => {
    if (consent === undefined) return true
    const request = { tool: 'session', ...consent }
    return (await permissions.decide(request, isAsked ? askOnce : undefined)).allowed
  }
  return {
    consent,
    decide: (request) => permissions.decide(request, askOnce),
    may,
    gate: consent && recallGate({ provider: model.provider, shared, isAllowed: () => may(true) }),
  }
}

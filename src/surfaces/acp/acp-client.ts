import type { RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import type { PermissionDialog } from './permission-dialog.ts'

/** The editor, as a session talks to it. Neither call throws: one that has gone hears nothing and answers nothing. */
export interface AcpClient {
  update(sessionId: string, update: SessionUpdate): Promise<void>
  /** @returns undefined when there is no answer: it is gone, does not know how to ask, or the signal was given */
  ask(
    sessionId: string,
    dialog: PermissionDialog,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse | undefined>
}

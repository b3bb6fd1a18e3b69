import { type AgentContext, methods } from '@agentclientprotocol/sdk/unstable'
import type { AcpClient } from './acp-client.ts'

/** The editor at the other end of a connection. @param client undefined as long as there is none */
export function connectedClient(client: () => AgentContext | undefined): AcpClient {
  const { update, requestPermission } = methods.client.session
  return {
    async update(sessionId, change) {
      try {
        await client()?.notify(update, { sessionId, update: change })
      } catch {
        // It has gone: what was to be shown is in the journal.
      }
    },
    async ask(sessionId, { toolCall, options }, signal) {
      if (signal.aborted) return undefined
      try {
        const asked = client()?.request(
          requestPermission,
          { sessionId, toolCall, options },
          { cancellationSignal: signal, stopWaitingOnCancel: true },
        )
        return await asked
      } catch {
        return undefined
      }
    },
  }
}

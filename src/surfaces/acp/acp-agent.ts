import { isAbsolute } from 'node:path'
import {
  type AgentApp,
  agent,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk/unstable'
import { localPrincipal } from '../../commands/serving/local-principal.ts'
import type { ServedConversation } from '../../commands/serving/served-conversation.ts'
import { version } from '../../commands/version.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { AcpSessions } from './acp-sessions.ts'
import type { AcpSession } from './acp-session.ts'
import { answerPrompt } from './answer-prompt.ts'
import { forkSession } from './fork-session.ts'
import { rpcError, rpcRefusal } from './rpc-error.ts'

const abilities: InitializeResponse = {
  protocolVersion: PROTOCOL_VERSION,
  agentInfo: { name: 'chatcli', title: 'ChatCLI', version },
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { embeddedContext: true, image: false, audio: false },
    mcpCapabilities: { http: false, sse: false },
    sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, fork: {} },
  },
  authMethods: [],
}

/**
 * The agent as an editor talks to it: every method of the protocol that it has, each answered by the sessions. What goes
 * wrong is told as an error of the protocol.
 */
export function acpAgent(sessions: AcpSessions, text: Catalogue): AgentApp {
  const { agent: methodsOf } = methods
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw rpcError(error, text)
    }
  }
  const absolute = (path: string): string => {
    if (!isAbsolute(path)) throw rpcRefusal(-32602, text.acp.notAbsolute(path))
    return path
  }
  /** What can be typed is told once the answer with the id is on its way. */
  const begun = async (session: AcpSession, served: ServedConversation) => {
    await session.openModel(served)
    setImmediate(() => session.introduce(served))
    return session.state(served)
  }
  /** A conversation that the editor did not have yet. */
  const added = async (served: ServedConversation) => {
    const session = await sessions.open(served.id)
    await session.resume(served)
    return { sessionId: served.id, ...(await begun(session, served)) }
  }
  /** A session the editor names, and the conversation behind it. */
  const named = async (sessionId: string, cwd?: string) => {
    const served = await sessions.find(sessionId, cwd)
    return { served, session: await sessions.open(sessionId) }
  }
  const fork = (sessionId: string, cwd: string) =>
    told(async () => {
      const folder = absolute(cwd)
      const from = await sessions.find(sessionId)
      return added(await forkSession(await sessions.world(), from, folder))
    })

  return (
    agent({ name: 'chatcli' })
      .onRequest(methodsOf.initialize, () => abilities)
      // In front of the notification that cancels it: messages that came together are looked at in this order.
      .onRequest(methodsOf.session.prompt, ({ params: { sessionId, prompt }, signal }) =>
        told(() =>
          sessions.prompting(sessionId, signal, async (stopped) => {
            const { served, session } = await named(sessionId)
            return { stopReason: await answerPrompt(session, served, prompt, stopped) }
          }),
        ),
      )
      .onNotification(methodsOf.session.cancel, ({ params: { sessionId } }) => sessions.cancel(sessionId))
      .onRequest(methodsOf.session.new, ({ params: { cwd } }) =>
        told(async () => {
          const { served: all, mode } = await sessions.world()
          return added(await all.create({ principal: localPrincipal, cwd: absolute(cwd), mode }))
        }),
      )
      .onRequest(methodsOf.session.load, ({ params: { sessionId, cwd } }) =>
        told(async () => {
          const { served, session } = await named(sessionId, absolute(cwd))
          await session.replay(served)
          return begun(session, served)
        }),
      )
      .onRequest(methodsOf.session.resume, ({ params: { sessionId, cwd } }) =>
        told(async () => {
          const { served, session } = await named(sessionId, absolute(cwd))
          await session.resume(served)
          return begun(session, served)
        }),
      )
      .onRequest(methodsOf.session.list, ({ params: { cwd, cursor } }) =>
        told(async () => {
          const folder = cwd == null ? undefined : absolute(cwd)
          const page = await sessions.list(folder, cursor ?? undefined)
          if (page === undefined) throw rpcRefusal(-32602, text.acp.badCursor)
          return page
        }),
      )
      .onRequest(methodsOf.session.close, ({ params: { sessionId } }) =>
        told(async () => {
          await sessions.close(sessionId)
          return {}
        }),
      )
      .onRequest(methodsOf.session.delete, ({ params: { sessionId } }) =>
        told(async () => {
          await sessions.delete(sessionId)
          return {}
        }),
      )
      .onRequest(methodsOf.session.fork, ({ params: { sessionId, cwd } }) => fork(sessionId, cwd))
      // For clients that do not know the method, which is not stable yet.
      .onRequest('_chatcli/session/fork', forkParams, ({ params: { sessionId, cwd } }) =>
        fork(sessionId, cwd),
      )
      .onRequest(methodsOf.session.setMode, ({ params: { sessionId, modeId } }) =>
        told(async () => {
          const { served, session } = await named(sessionId)
          await session.setMode(served, modeId)
          return {}
        }),
      )
      .onRequest(methodsOf.session.setConfigOption, ({ params: { sessionId, configId, value } }) =>
        told(async () => {
          const { served, session } = await named(sessionId)
          await session.setOption(served, configId, value)
          return { configOptions: session.state(served).configOptions }
        }),
      )
  )
}

function forkParams(given: unknown): { readonly sessionId: string; readonly cwd: string } {
  const { sessionId, cwd } = (given ?? {}) as { readonly sessionId?: unknown; readonly cwd?: unknown }
  if (typeof sessionId === 'string' && typeof cwd === 'string') return { sessionId, cwd }
  throw rpcRefusal(-32602, 'sessionId and cwd are needed')
}

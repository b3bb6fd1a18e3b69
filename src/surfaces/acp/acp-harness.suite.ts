import {
  type AgentConnection,
  client,
  type ClientContext,
  methods,
  type PromptResponse,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { openPermissions } from '../../agent/permissions.ts'
import { type ScriptStep, type ScriptedModel, says, scriptedModel } from '../../agent/scripted-model.suite.ts'
import type { Tool } from '../../agent/tool.ts'
import type { ChatCli } from '../../chatcli.ts'
import { Chat } from '../../commands/chat/chat.ts'
import { ServedConversations } from '../../commands/serving/served-conversations.ts'
import { ChatCliError } from '../../errors.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { helpTextFor } from '../../text/help-text-for.ts'
import { textFor } from '../../text/text-for.ts'
import { plainStyle } from '../../commands/text-style.ts'
import { acpAgent } from './acp-agent.ts'
import { AcpSessions } from './acp-sessions.ts'
import { connectedClient } from './connected-client.ts'

const acpHome = '/home/ada/.chatcli'

export interface EditorOptions {
  /** What the model answers, one after the other; `answer 0`, `answer 1`, … when not given. None is set up when null. */
  readonly answers?: readonly (readonly ScriptStep[])[] | null
  readonly tools?: readonly Tool[]
  readonly settings?: Partial<Settings>
  readonly isLocal?: boolean
  /** What the person answers; whoever does not say is not there. */
  readonly permission?: (
    asked: RequestPermissionRequest,
  ) => RequestPermissionResponse | Promise<RequestPermissionResponse>
  readonly language?: 'en' | 'pt-BR'
  /** Models that cannot be opened. */
  readonly withoutModels?: readonly string[]
  /** The memory cannot be opened. */
  readonly trouble?: () => Error | undefined
}

/** An editor that is connected to a process of its own. */
export interface Editor {
  readonly agent: ClientContext
  readonly chatcli: ChatCli
  readonly model: ScriptedModel
  /** What it was told since this was last asked, of all sessions, in order. */
  readonly take: () => readonly SessionUpdate[]
  readonly questions: readonly RequestPermissionRequest[]
  readonly prompt: (sessionId: string, text: string) => Promise<PromptResponse>
  /** Words of the agent since this was last asked. */
  readonly heard: () => string
  readonly begin: (cwd?: string) => Promise<string>
  /** Closes the connection; everything is put down. */
  readonly leave: () => Promise<void>
}

export interface AcpHome {
  readonly disk: SimulatedDisk
  readonly clock: { time: number }
  readonly editor: (options?: EditorOptions) => Promise<Editor>
}

/** A home on a simulated disk, and editors that come to it. */
export function acpHomeWorld(): AcpHome {
  const disk = createSimulatedDisk()
  const clock = { time: Date.UTC(2026, 4, 4, 12) }
  const now = (): number => (clock.time += 7)
  let ids = 0
  const randomHex = (digits: number): string => (++ids).toString(16).padStart(digits, '0')
  const randomName = (): string => randomHex(16)
  disk.makeFolder('/home')
  disk.makeFolder('/home/ada')
  disk.makeFolder('/desk')
  return {
    disk,
    clock,
    async editor(options = {}) {
      const { tools = [], language = 'en', isLocal = true, answers } = options
      const text = textFor(language)
      const chatcli = openChatCli({ home: acpHome, disk, now })
      const script = answers ?? Array.from({ length: 200 }, (_, i) => says(`answer ${i}`))
      const model = scriptedModel(script, { isLocal })
      const environment = { HOME: '/home/ada', CHATCLI_HOME: acpHome, TZ: 'UTC' }
      const provider = answers === null ? {} : { OLLAMA_HOST: '127.0.0.1', CHATCLI_MODEL: 'parrot-1' }
      const settings = { ...readSettings({ ...environment, ...provider }), ...options.settings }
      const permissions = (project: string) =>
        openPermissions({ disk, home: acpHome, project, allow: [], randomName })
      const opened: { connection?: AgentConnection } = {}
      const context = {
        chatcli,
        environment,
        config: () => undefined,
        disk,
        text,
        help: helpTextFor(language),
        style: plainStyle,
        columns: undefined,
        isTerminal: false,
        cwd: '/desk',
        now,
        timeZone: 'UTC',
        readInput: async () => '',
        ask: undefined,
      }
      const sessions: AcpSessions = new AcpSessions({
        text,
        cwd: '/desk',
        client: connectedClient(() => opened.connection?.client),
        openWorld(asking) {
          const trouble = options.trouble?.()
          if (trouble !== undefined) return Promise.reject(trouble)
          const served = new ServedConversations({
            chatcli,
            surface: 'acp',
            disk,
            settings,
            cwd: '/desk',
            now,
            randomHex,
            openChat: ({ id, cwd, mirror }) =>
              new Chat({
                chatcli,
                settings,
                text,
                cwd,
                now,
                later: () => () => undefined,
                randomHex,
                openModel({ model: id = model.id }) {
                  const missing = options.withoutModels?.includes(id) === true
                  const error = new ChatCliError('provider', `There is no ${id}`)
                  return missing ? Promise.reject(error) : Promise.resolve({ ...model, id })
                },
                tools: () => tools,
                permissions: permissions('/desk'),
                recallPermissions: permissions('*'),
                ask: asking.permission(id),
                sources: [],
                mirror,
              }),
          })
          return Promise.resolve({
            context,
            settings,
            served,
            mode: settings.mode,
            models: () => Promise.resolve(answers === null ? [] : ['parrot-1', 'parrot-2']),
            randomHex,
          })
        },
      })
      const updates: SessionUpdate[] = []
      const questions: RequestPermissionRequest[] = []
      const { update, requestPermission } = methods.client.session
      const app = client({ name: 'editor' })
        .onNotification(update, ({ params }) => void updates.push(params.update))
        .onRequest(requestPermission, ({ params }) => {
          questions.push(params)
          return options.permission?.(params) ?? { outcome: { outcome: 'cancelled' } }
        })
      const served = acpAgent(sessions, text).onConnect((connection) => void (opened.connection = connection))
      const connection = app.connect(served)
      const { agent } = connection
      await agent.request(methods.agent.initialize, { protocolVersion: 1 })
      const take = (): readonly SessionUpdate[] => updates.splice(0)
      return {
        agent,
        chatcli,
        model,
        take,
        questions,
        prompt: (sessionId, said) =>
          agent.request(methods.agent.session.prompt, {
            sessionId,
            prompt: [{ type: 'text', text: said }],
          }),
        heard: () => wordsIn(take(), 'agent_message_chunk'),
        async begin(cwd = '/desk') {
          const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] })
          return sessionId
        },
        async leave() {
          connection.close()
          await sessions.leave()
        },
      }
    },
  }
}

/** The text of chunks of a kind, put together. */
export function wordsIn(updates: readonly SessionUpdate[], kind: SessionUpdate['sessionUpdate']): string {
  return updates
    .flatMap((update) => {
      if (update.sessionUpdate !== kind || !('content' in update)) return []
      const { content } = update
      return content && 'type' in content && content.type === 'text' ? [content.text] : []
    })
    .join('')
}

/** A person who always chooses the same. */
export function chooses(optionId: string): () => RequestPermissionResponse {
  return () => ({ outcome: { outcome: 'selected', optionId } })
}

/** An answer that calls a tool. */
export function callsTool(name: string, args: object, id = 'call-1'): readonly ScriptStep[] {
  return [
    { kind: 'tool-call', call: { id, name, arguments: args } },
    { kind: 'end', reason: 'tool-calls', usage: undefined },
  ]
}

/** A tool that asks before it does anything, and then only says what it was given. */
export function askingTool(name = 'write'): Tool {
  return {
    name,
    about: 'Writes.',
    input: { type: 'object' },
    isReadOnly: () => false,
    needs: () => ({ tool: name, subject: 'notes.md', scope: name }),
    run: (args) => Promise.resolve({ text: `wrote ${JSON.stringify(args)}`, isError: false }),
  }
}

/** How a request was refused. */
export async function refusal(promise: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof RequestError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

/** What a session says when it is loaded. */
export async function loaded(editor: Editor, sessionId: string): Promise<readonly SessionUpdate[]> {
  editor.take()
  await editor.agent.request(methods.agent.session.load, { sessionId, cwd: '/desk', mcpServers: [] })
  return editor.take()
}

import { type AskPerson, openPermissions } from '../../agent/permissions.ts'
import type { FileKeeper } from '../../agent/rewind/file-keeper.ts'
import { type ScriptStep, type ScriptedModel, scriptedModel } from '../../agent/scripted-model.suite.ts'
import type { PermissionAnswer, PermissionRequest, Tool } from '../../agent/tool.ts'
import type { TurnEvent } from '../../agent/turn.ts'
import type { Message, ToolCall } from '../../conversation/message.ts'
import { type Settings, readSettings } from '../../settings.ts'
import { textFor } from '../../text/text-for.ts'
import { type SampleMemory, sampleContext, sampleMemory } from '../sample-memory.suite.ts'
import { Chat, type Said } from './chat.ts'
import { runSlash } from './run-slash.ts'
import type { SlashContext } from './slash-context.ts'
import type { TurnSource } from './turn-source.ts'

export interface ChatHarnessOptions {
  /** What the model answers, one after the other; no model is set up when not given. */
  readonly answers?: readonly (readonly ScriptStep[])[]
  readonly isLocal?: boolean
  readonly language?: 'en' | 'pt-BR'
  readonly settings?: Partial<Settings>
  readonly tools?: readonly Tool[]
  /** What the person answers to questions of permission; nobody can be asked when not given. */
  readonly permission?: PermissionAnswer
  /** As `--allow`. */
  readonly allow?: readonly string[]
  /** What the person types when a command asks. */
  readonly typed?: readonly string[]
  readonly memory?: SampleMemory
  readonly keeper?: FileKeeper
  /** What has a word in every turn; nothing has when not given. */
  readonly sources?: readonly TurnSource[]
}

export interface ChatHarness extends SampleMemory {
  readonly chat: Chat
  readonly model: ScriptedModel
  readonly context: SlashContext
  readonly events: readonly TurnEvent[]
  /** Every question the person was asked for a permission. */
  readonly permissions: readonly PermissionRequest[]
  /** Every other question. */
  readonly questions: readonly string[]
  readonly abort: AbortController
  readonly say: (words: string) => Promise<Said>
  /** Runs a slash command; its lines joined. */
  readonly slash: (line: string) => Promise<string>
  /** Contents of the window. */
  readonly window: readonly string[]
}

export const chatEnvironment = { HOME: '/home', CHATCLI_HOME: '/home/chatcli', TZ: 'UTC' } as const

/** A chat on a simulated disk with the sample memory, a scripted model, and a person who answers as told. */
export async function chatHarness(options: ChatHarnessOptions = {}): Promise<ChatHarness> {
  const { answers, isLocal = true, language = 'en', tools = [], allow = [], permission, keeper } = options
  const memory = options.memory ?? sampleMemory()
  const { disk, chatcli, now } = memory
  const text = textFor(language)
  const model = scriptedModel(answers ?? [], { isLocal })
  const events: TurnEvent[] = []
  const permissions: PermissionRequest[] = []
  const questions: string[] = []
  const typed = [...(options.typed ?? [])]
  const abort = new AbortController()
  let ids = 0
  const randomHex = (digits: number): string => (++ids).toString(16).padStart(digits, '0')
  const askPerson: AskPerson = (request) => {
    permissions.push(request)
    return Promise.resolve(permission ?? 'not-now')
  }
  const remembered = (project: string) =>
    openPermissions({ disk, home: '/home/chatcli', project, allow, randomName: () => randomHex(16) })
  const environment = answers === undefined ? {} : { OLLAMA_HOST: '127.0.0.1', CHATCLI_MODEL: 'parrot-1' }
  const chat = new Chat({
    chatcli,
    settings: { ...readSettings({ ...chatEnvironment, ...environment }), ...options.settings },
    text,
    cwd: '/desk',
    now,
    later: () => () => undefined,
    randomHex,
    openModel: () => Promise.resolve(model),
    tools: () => tools,
    keeper: keeper && (() => keeper),
    permissions: remembered('/desk'),
    recallPermissions: remembered('*'),
    ask: permission === undefined ? undefined : askPerson,
    sources: options.sources ?? [],
  })
  await chat.useModel()
  const context = {
    ...sampleContext(memory, { text }),
    chat,
    ask: (question: string) => {
      questions.push(question)
      return Promise.resolve(typed.shift() ?? '')
    },
  }
  return {
    ...memory,
    chat,
    model,
    context,
    events,
    permissions,
    questions,
    abort,
    say: (words) => chat.say(words, { signal: abort.signal, onEvent: (event) => events.push(event) }),
    slash: async (line) => (await runSlash(line, context)).lines.join('\n'),
    get window() {
      return chat.conversation.messages.map(({ content }) => content)
    },
  }
}

/** An answer that calls `@session`. */
export function callsSession(
  cmd: string,
  args: Readonly<Record<string, unknown>> = {},
): readonly ScriptStep[] {
  const call: ToolCall = { id: 'call-1', name: 'session', arguments: { cmd, args } }
  return [
    { kind: 'tool-call', call },
    { kind: 'end', reason: 'tool-calls', usage: undefined },
  ]
}

/** What the tools of a conversation answered. */
export function toolResults(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
}

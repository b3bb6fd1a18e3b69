import { openPermissions } from '../../agent/permissions.ts'
import { type ScriptedModel, says, scriptedModel } from '../../agent/scripted-model.suite.ts'
import type { Tool } from '../../agent/tool.ts'
import type { Message } from '../../conversation/message.ts'
import type { ChatCli } from '../../chatcli.ts'
import { type SimulatedDisk, createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { type Settings, readSettings } from '../../settings.ts'
import { textFor } from '../../text/text-for.ts'
import { Chat, type ChatOptions, type Said } from '../chat/chat.ts'
import { type HandedOver, type ServedConversation } from './served-conversation.ts'
import { ServedConversations } from './served-conversations.ts'
import type { ServedOptions } from './served-options.ts'

/** One home, and processes that serve it. */
export interface ServingWorld {
  readonly disk: SimulatedDisk
  /** Milliseconds since the epoch; it goes on with every look. */
  readonly clock: { time: number }
  /** A process of its own, with its own view of the home. */
  process: (settings?: Partial<Settings>, more?: Partial<ServedOptions>, chat?: ServingChat) => ServingProcess
}

/** What a model answers, and what it can use. */
export interface ServingChat {
  readonly model?: ScriptedModel
  readonly tools?: readonly Tool[]
}

export interface ServingProcess {
  readonly chatcli: ChatCli
  readonly served: ServedConversations
  readonly model: ScriptedModel
  /** A chat of a person at a terminal, in the same process. */
  terminal: () => Chat
}

export const servingHome = '/home/ada/.chatcli'

export function servingWorld(): ServingWorld {
  const world = createSimulatedDisk()
  const clock = { time: Date.UTC(2026, 4, 4, 12) }
  const now = (): number => (clock.time += 7)
  let ids = 0
  const randomHex = (digits: number): string => (++ids).toString(16).padStart(digits, '0')
  return {
    disk: world,
    clock,
    process(changed = {}, more = {}, { model = parrot(), tools = [] } = {}) {
      const { disk = world } = more
      const chatcli = openChatCli({ home: servingHome, disk, now })
      const environment = { HOME: '/home/ada', CHATCLI_HOME: servingHome, TZ: 'UTC' }
      const settings = {
        ...readSettings({ ...environment, OLLAMA_HOST: '127.0.0.1', CHATCLI_MODEL: 'parrot-1' }),
        ...changed,
      }
      const open = (cwd: string, mirror?: ChatOptions['mirror']): Chat =>
        new Chat({
          chatcli,
          settings,
          text: textFor('en'),
          cwd,
          now,
          later: () => () => undefined,
          randomHex,
          openModel: () => Promise.resolve(model),
          tools: () => tools,
          permissions: permissions(),
          recallPermissions: permissions(),
          sources: [],
          mirror,
        })
      const permissions = (): ReturnType<typeof openPermissions> =>
        openPermissions({
          disk,
          home: servingHome,
          project: '/desk',
          allow: [],
          randomName: () => randomHex(16),
        })
      const served = new ServedConversations({
        chatcli,
        surface: 'mcp',
        openChat: ({ cwd, mirror }) => open(cwd, mirror),
        disk,
        settings,
        cwd: '/desk',
        now,
        randomHex,
        ...more,
      })
      return { chatcli, served, model, terminal: () => open('/desk') }
    },
  }
}

function parrot(): ScriptedModel {
  return scriptedModel(Array.from({ length: 200 }, (_, i) => says(`answer ${i}`)))
}

/** A turn, as a client takes it. */
export function sayTo(served: ServedConversation, words: string): Promise<Said> {
  return served.say(words, { signal: new AbortController().signal, onEvent: () => undefined })
}

/** A message of a person that an agent hands over. */
export function handedOver(id: string, content: string, role: Message['role'] = 'user'): HandedOver {
  return { id, message: { role, content } }
}

export function textsOf(messages: readonly Message[]): string[] {
  return messages.map(({ content }) => content)
}

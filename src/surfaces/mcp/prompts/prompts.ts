import { runSessionTool } from '../../../commands/session-tool.ts'
import type { Prompt, PromptArgument } from '@modelcontextprotocol/server'
import { ChatCliError } from '../../../errors.ts'
import { cleaning, maskedText } from '../leaving.ts'
import type { McpMemory, McpWorld } from '../mcp-world.ts'
import { fenceRecalled } from '../../../agent/fence-recalled.ts'

/** Sessions that `recall` quotes, with so many sentences each; messages that the others quote. */
const recalled = { sessions: 5, limit: 4 }
const quotedMessages = 60

export interface McpPrompt {
  readonly definition: Prompt & { readonly description: string; readonly arguments: [PromptArgument] }
  /** What a model is asked. @throws ChatCliError */
  readonly words: (value: string, asked: PromptWorld) => string
}

export interface PromptWorld extends Pick<McpMemory, 'chatcli'> {
  readonly world: McpWorld
}

const sessionArgument = { name: 'name', description: 'Name of a saved session', required: true } as const

/** What a person can begin with, in this order. */
export const prompts: readonly McpPrompt[] = [
  {
    definition: {
      name: 'recall',
      title: 'What do we know about …?',
      description: 'Answers from past conversations, with where it was said',
      arguments: [{ name: 'topic', description: 'A question or words, in any language', required: true }],
    },
    words: (topic, asked) =>
      [
        `From my past conversations: ${topic}`,
        quoted({ cmd: 'search', args: { query: topic, ...recalled } }, asked),
        'Answer from what was said, name the session and date of each point, and read on with session_get where a sentence is not enough. If it is not there, say so.',
      ].join('\n\n'),
  },
  {
    definition: {
      name: 'summarize-session',
      title: 'Summarise a past conversation',
      description: 'What it was about, what was decided, what is open',
      arguments: [sessionArgument],
    },
    words: (name, asked) =>
      [
        `Summarise my past conversation "${name}": what it was about, what was decided and why, and what is still open.`,
        quoted({ cmd: 'get', args: { name, limit: quotedMessages } }, asked),
        'If the page says that there is more, read it with session_get first.',
      ].join('\n\n'),
  },
  {
    definition: {
      name: 'continue-session',
      title: 'Go on with a past conversation',
      description: 'Where it stands, and the next step',
      arguments: [sessionArgument],
    },
    words: (name, asked) => {
      const { messages } = asked.chatcli.sessions.summary(name)
      const offset = Math.max(0, messages - quotedMessages)
      return [
        `Let us go on with my past conversation "${name}". Its end:`,
        quoted({ cmd: 'get', args: { name, offset, limit: quotedMessages } }, asked),
        `Say in two sentences where we are and what comes next. To have what we say now kept in that session: session_attach with name "${name}", then append.`,
      ].join('\n\n')
    },
  },
]

/** What the memory says, fenced. */
function quoted(call: object, { chatcli, world }: PromptWorld): string {
  const { text, settings, now, randomHex } = world
  const { timeZone, hiddenSources } = settings
  const options = { text, now, timeZone, hiddenSources, ...cleaning(settings) }
  const answer = runSessionTool(chatcli, [JSON.stringify(call)], options)
  if (answer.isError) throw answer.problem ?? new ChatCliError('refused', answer.text)
  return fenceRecalled(maskedText(answer.text, settings), randomHex(16))
}

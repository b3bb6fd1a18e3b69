import { ActiveConversation } from '../../src/agent/active-conversation.ts'
import type { Tool } from '../../src/agent/tool.ts'
import { createCompactor } from '../../src/agent/compaction/compactor.ts'
import { runTurn, type TurnEvent, type TurnOutcome } from '../../src/agent/turn.ts'
import type { ChatCli } from '../../src/index.ts'
import { testWorld } from '../../src/models/model-world.suite.ts'
import { openModel } from '../../src/models/open-model.ts'
import type { FakeModelServer } from '../fake-model-server.ts'

/** A chat that talks to a fake server, over the real providers. */
export interface TestChat {
  readonly conversation: ActiveConversation
  readonly events: readonly TurnEvent[]
  readonly say: (text: string, tools?: readonly Tool[]) => Promise<TurnOutcome>
  /** The last request that the server got, as text. */
  readonly sent: () => string
}

export interface TestChatOptions {
  /** A session to bind to; none when not given. */
  readonly name?: string | undefined
  readonly provider?: TestProvider
  /** Tokens that the model is taken to have; windows are left as they are when not given. */
  readonly contextWindow?: number
}

export type TestProvider = 'ollama' | 'anthropic' | 'google'

/** @param given options, or a session to bind to */
export async function chatOn(
  chatcli: ChatCli,
  server: FakeModelServer,
  given?: string | TestChatOptions,
  otherProvider?: TestProvider,
): Promise<TestChat> {
  const options = typeof given === 'object' ? given : { name: given }
  const { name, provider = otherProvider ?? 'ollama', contextWindow } = options
  const later = (): (() => void) => () => {}
  const conversation = new ActiveConversation(chatcli.sessions, {
    now: () => 0,
    later,
    autosave: true,
    writeThrough: true,
  })
  if (name !== undefined) conversation.attach(name)
  const model = await openModel(
    {
      provider,
      model: 'fake-model',
      apiKey: 'test-key-1234567890',
      baseUrl: provider === 'google' ? server.googleUrl : server.url,
      toolCalls: 'native',
      stallMs: 60_000,
      timeoutMs: 300_000,
      retries: 0,
    },
    testWorld(),
  )
  const events: TurnEvent[] = []
  let ids = 0
  const compactor =
    contextWindow === undefined
      ? undefined
      : createCompactor({
          archive: chatcli.archive,
          contextWindow: () => Promise.resolve(contextWindow),
          microcompact: {},
          skillAgeTurns: 6,
          now: () => 0,
          newMark: () => `mark${++ids}`,
        })
  return {
    conversation,
    events,
    say: (content, tools = []) =>
      runTurn(
        { role: 'user', content },
        {
          conversation,
          model,
          mode: 'agent',
          instructions: 'Be brief.',
          tools,
          compactor,
          decide: () => Promise.resolve({ allowed: true }),
          signal: new AbortController().signal,
          maxSteps: 20,
          now: () => 0,
          newId: () => `made-${++ids}`,
          onEvent: (event) => events.push(event),
        },
      ),
    sent: () => JSON.stringify(server.requests.at(-1)?.body),
  }
}

/** A tool that gives what the function gives. */
export function lookTool(run: () => string): Tool {
  return {
    name: 'look',
    about: 'Looks.',
    input: { type: 'object' },
    isReadOnly: () => true,
    needs: () => undefined,
    run: () => Promise.resolve({ text: run(), isError: false }),
  }
}

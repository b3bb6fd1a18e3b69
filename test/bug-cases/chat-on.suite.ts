import { ActiveConversation } from '../../src/agent/active-conversation.ts'
import type { Tool } from '../../src/agent/tool.ts'
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

export type TestProvider = 'ollama' | 'anthropic' | 'google'

/** @param name a session to bind to; none when not given */
export async function chatOn(
  chatcli: ChatCli,
  server: FakeModelServer,
  name?: string,
  provider: TestProvider = 'ollama',
): Promise<TestChat> {
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
          decide: () => Promise.resolve({ allowed: true }),
          signal: new AbortController().signal,
          maxSteps: 5,
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

import {
  type FakeModelServer,
  type FakeRequest,
  type FakeScript,
  startFakeModelServer,
} from '../fake-model-server.ts'
import { type FakeReply, objectsOf, textOf } from '../fake-model-server-reply.ts'
import { scriptOf } from './turn-script.ts'

export interface ScriptServer {
  readonly server: FakeModelServer
  /** What a provider would have refused in the requests so far. */
  readonly refused: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

/** A model that answers each turn as its script says; which turn is asked about stands in the instructions. */
export async function startScriptServer(): Promise<ScriptServer> {
  const refused: string[] = []
  const answer: FakeScript = (request) => {
    server.say(answer)
    const messages = objectsOf(request.body['messages'])
    refused.push(...unpaired(messages))
    return replyTo(request, messages)
  }
  const server = await startFakeModelServer({ replies: [answer] })
  return { server, refused }
}

function replyTo({ body }: FakeRequest, messages: readonly Json[]): FakeReply {
  const tag = /TURN (\w+-\d+)/.exec(JSON.stringify(body))?.[1] ?? ''
  const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => textOf(content))
  // One that was joined with another answer on its way here counts as well.
  const looked = said.join('\n').split(`${tag} looks`).length - 1
  const answers = scriptOf(tag).filter(({ role }) => role === 'assistant')
  const { content, looks = [] } = answers[Math.min(looked, answers.length - 1)] ?? { content: 'What?' }
  const toolCalls = looks.map((say, i) => ({
    id: `${tag}-${looked}-${i}`,
    name: 'look',
    arguments: { say },
  }))
  return { text: content, toolCalls }
}

/** Calls without their results right behind them, and results without calls. */
function unpaired(messages: readonly Json[]): string[] {
  const problems: string[] = []
  let due: string[] = []
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === 'tool') {
      if (due.shift() !== tool_call_id) problems.push(`${String(tool_call_id)} is the result of no call`)
      continue
    }
    if (due.length > 0) problems.push(`no result of ${due.join()}`)
    due = objectsOf(tool_calls).map(({ id }) => String(id))
  }
  if (due.length > 0) problems.push(`no result of ${due.join()} at the end`)
  return problems
}

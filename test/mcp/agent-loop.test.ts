import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eras } from '../../src/surfaces/mcp/mcp-harness.suite.ts'
import { type FakeModelServer, startFakeModelServer } from '../fake-model-server.ts'
import { type McpBuild, mcpBuild } from './mcp-process.suite.ts'

let program: McpBuild
let model: FakeModelServer

beforeAll(async () => {
  program = await mcpBuild()
  model = await startFakeModelServer()
})
afterAll(async () => {
  await model.close()
  program.close()
})

interface Said {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
  readonly tool_call_id?: string
}

/** What a model said in a stream of events. */
function answerIn(stream: string): Said {
  let content = ''
  const calls: { id: string; function: { name: string; arguments: string } }[] = []
  for (const [, json = ''] of stream.matchAll(/^data: (\{.*)$/gm)) {
    const { choices } = JSON.parse(json) as { choices: { delta: Delta }[] }
    const delta = choices[0]?.delta
    content += delta?.content ?? ''
    for (const { index, id = '', function: part } of delta?.tool_calls ?? []) {
      const call = (calls[index] ??= { id: '', function: { name: '', arguments: '' } })
      call.id += id
      call.function.name += part?.name ?? ''
      call.function.arguments += part?.arguments ?? ''
    }
  }
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

interface Delta {
  readonly content?: string | null
  readonly tool_calls?: readonly {
    readonly index: number
    readonly id?: string
    readonly function?: { readonly name?: string; readonly arguments?: string }
  }[]
}

/** An agent as others build it: a model with the tools of MCP servers, until it asks for none. */
async function agent(client: Client, question: string): Promise<readonly Said[]> {
  const { tools } = await client.listTools()
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  const said: Said[] = [{ role: 'user', content: question }]
  for (;;) {
    const response = await fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
      body: JSON.stringify({ model: 'fake-model', messages: said, tools: functions, stream: true }),
    })
    const message = answerIn(await response.text())
    said.push(message)
    if (message.tool_calls === undefined || message.tool_calls.length === 0) return said
    for (const call of message.tool_calls) {
      const answer = await client.callTool({
        name: call.function.name,
        arguments: JSON.parse(call.function.arguments) as Record<string, unknown>,
      })
      const [first] = answer.content
      said.push({ role: 'tool', tool_call_id: call.id, content: first?.type === 'text' ? first.text : '' })
    }
  }
}

describe.each(Object.entries(eras))('an agent over %s', (revision, options) => {
  it('recalls what was decided in a terminal a moment ago, and what it leaves is found there', async () => {
    const client = new Client({ name: 'agent', version: '1.0.0' }, options)
    const env = { PATH: process.env['PATH'] ?? '', HOME: program.root, CHATCLI_HOME: program.home, TZ: 'UTC' }
    const args = [program.script, 'mcp-server']
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: program.root }),
    )
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const word = `narwhal${revision.replaceAll('-', '')}`
    await client.callTool({ name: 'session_search', arguments: { query: word } })

    const talk = {
      CHATCLI_PROVIDER: 'openai',
      CHATCLI_MODEL: 'fake-model',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.url,
    }
    model.say({ text: `Then the ${word} gateway uses a token bucket.` })
    const lines = `We decided on a token bucket for the ${word} gateway\n/session save ${word}\n/exit\n`
    await program.run(['chat'], talk, lines)

    model.say(
      { toolCalls: [{ name: 'session_search', arguments: { query: `what did we decide about ${word}?` } }] },
      ({ body }) => {
        const said = JSON.stringify(body['messages'])
        return { text: said.includes('token bucket') ? 'You chose a token bucket.' : 'I do not know.' }
      },
    )
    const said = await agent(client, `What did we decide about the ${word} gateway?`)
    expect(said.at(-1)?.content).toBe('You chose a token bucket.')
    expect(said.find(({ role }) => role === 'tool')?.content).toContain(`session://${word}`)

    const messages = said
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .map(({ role, content }, i) => ({ id: `${word}-${i}`, role, content: content ?? '' }))
    await client.callTool({ name: 'append', arguments: { messages } })
    expect(await program.run(['search', word, '"you chose"'])).toContain('mcp-')
    await client.close()
  })
})

import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { answered } from '../protocol-failure.ts'
import type { McpWorld } from '../mcp-world.ts'
import { placeOf } from '../page-cursor.ts'
import { prompts } from './prompts.ts'

/** Serves the prompts. */
export function servePrompts(server: Server, world: McpWorld): void {
  server.setRequestHandler('prompts/list', ({ params }) => {
    placeOf('prompts', params?.cursor)
    return { prompts: prompts.map(({ definition }) => definition) }
  })
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ definition }) => definition.name === params.name)
    if (prompt === undefined) throw wrong(`Unknown prompt: ${params.name}`)
    const {
      description,
      arguments: [{ name }],
    } = prompt.definition
    const value = params.arguments?.[name]?.trim() ?? ''
    if (value === '') throw wrong(`Missing argument: ${name}`)
    return answered(world, async () => {
      const { chatcli } = await world.memory()
      const text = prompt.words(value, { chatcli, world })
      return {
        description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      }
    })
  })
}

function wrong(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

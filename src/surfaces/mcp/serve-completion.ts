import type { Server } from '@modelcontextprotocol/server'
import { completeNames } from './complete-names.ts'
import { answered } from './protocol-failure.ts'
import type { McpWorld } from './mcp-world.ts'

/** Completes names of sessions and ids of transcripts, in resource templates and prompts alike. */
export function serveCompletion(server: Server, world: McpWorld): void {
  server.setRequestHandler('completion/complete', ({ params }) =>
    answered(world, async () => {
      const { name, value } = params.argument
      return completeNames((await world.memory()).chatcli, world, { argument: name, value })
    }),
  )
}

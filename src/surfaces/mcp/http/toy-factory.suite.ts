import { fromJsonSchema, McpServer, type McpServerFactory } from '@modelcontextprotocol/server'

/** A server with two tools: one says who asks, the other waits until it is told to go on. */
export function toyFactory(): {
  readonly factory: McpServerFactory
  readonly made: () => number
  readonly waiting: () => number
  readonly goOn: () => void
} {
  let made = 0
  const waiting: (() => void)[] = []
  const input = fromJsonSchema({ type: 'object' })
  return {
    made: () => made,
    waiting: () => waiting.length,
    goOn: () => waiting.splice(0).forEach((go) => go()),
    factory: ({ authInfo }) => {
      made++
      const server = new McpServer({ name: 'toy', version: '1.0.0' })
      server.registerTool('whoami', { inputSchema: input }, () => ({
        content: [{ type: 'text', text: authInfo?.clientId ?? 'nobody' }],
      }))
      server.registerTool('wait', { inputSchema: input }, async () => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { content: [{ type: 'text', text: 'waited' }] }
      })
      return server
    },
  }
}

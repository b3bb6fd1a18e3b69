import type { Writable } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { AnsweringTransport } from './answering-transport.ts'
import { createMcpFactory } from './create-mcp-factory.ts'
import type { McpWorld } from './mcp-world.ts'
import { listenedUris } from './resources/listened-uris.ts'

/**
 * Serves the client at the other end of the streams of this process. When it ends its requests, those that are running
 * are answered first; a signal ends them.
 *
 * @param out where the protocol goes
 */
export async function serveOverStdio(world: McpWorld, process: NodeJS.Process, out: Writable): Promise<void> {
  const transport = new AnsweringTransport(
    (input) => new StdioServerTransport(input, out),
    process.stdin,
    (message) => listenedUris(message).forEach((uri) => world.changes.watch(uri)),
  )
  const served = serveStdio(createMcpFactory(world), {
    transport,
    onerror: (error) => void process.stderr.write(`${error.message}\n`),
  })
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const end = (): void => void served.close()
  for (const signal of signals) process.on(signal, end)
  try {
    await transport.closed
  } finally {
    await served.close()
    for (const signal of signals) process.off(signal, end)
  }
}

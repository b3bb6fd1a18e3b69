import { performance } from 'node:perf_hooks'
import type { ServeRequest } from '../../../commands/serve-request.ts'
import { sanitiseLine } from '../../../text/sanitise.ts'
import { createMcpFactory } from '../create-mcp-factory.ts'
import type { McpWorld } from '../mcp-world.ts'
import { loopbackPrincipal } from './bearer.ts'
import { serveHttp } from './serve-http.ts'

/**
 * Serves MCP over HTTP until a signal ends it; calls that run then are answered first.
 *
 * @throws ChatCliError for what is wrong before anybody is served
 */
export async function serveOverHttp(
  world: McpWorld,
  { input, base }: ServeRequest,
  process: NodeJS.Process,
): Promise<void> {
  const { settings, text, randomHex } = world
  const note = (line: string): void => void process.stderr.write(`${line}\n`)
  // Where nobody shows a token, everybody on this machine is the same.
  const principal: McpWorld['principal'] = (auth) =>
    auth === undefined || auth.clientId === loopbackPrincipal ? world.principal(undefined) : auth.clientId
  const listener = await serveHttp({
    factory: createMcpFactory({ ...world, principal }),
    bus: world.changes,
    input,
    settings,
    disk: base.disk,
    text,
    note,
    now: () => performance.now(),
    randomHex,
    // It may quote what a client sent.
    onError: (error) => note(sanitiseLine(error.message)),
  })
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  for (const signal of signals) process.once(signal, end)
  try {
    await ended
    note(text.mcpHttp.stopping)
  } finally {
    // A second signal ends the process at once.
    for (const signal of signals) process.off(signal, end)
    await listener.close()
  }
}

import type { ServeRequest } from '../commands/serve-request.ts'

/**
 * Serves a program over the streams of this process until that leaves.
 *
 * @returns the exit code
 * @throws ChatCliError for what is wrong before anybody is served
 */
export async function startServing(request: ServeRequest, process: NodeJS.Process): Promise<number> {
  switch (request.path) {
    case 'mcp-server': {
      const { startMcp } = await import('./mcp/start-mcp.ts')
      return startMcp(request, process)
    }
    default: {
      const { startAcp } = await import('./acp/start-acp.ts')
      return startAcp(request, process)
    }
  }
}

import type { ServeRequest } from '../../commands/serve-request.ts'
import { keepForProtocol } from '../../commands/serving/keep-for-protocol.ts'

/**
 * Serves MCP clients until they leave.
 *
 * @returns the exit code
 */
export async function startMcp(request: ServeRequest, process: NodeJS.Process): Promise<number> {
  // Before anything else is loaded: what a package writes while it is loaded would be the end of the connection too.
  const protocol = keepForProtocol(process)
  try {
    const { serveMcp } = await import('./serve-mcp.ts')
    return await serveMcp(request, process, protocol.out)
  } finally {
    protocol.release()
  }
}

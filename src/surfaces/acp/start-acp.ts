import type { ServeRequest } from '../../commands/serve-request.ts'
import { keepForProtocol } from '../../commands/serving/keep-for-protocol.ts'

/**
 * Serves an editor until it leaves.
 *
 * @returns the exit code
 */
export async function startAcp(request: ServeRequest, process: NodeJS.Process): Promise<number> {
  // Before anything else is loaded: what a package writes while it is loaded would be the end of the connection too.
  const protocol = keepForProtocol(process)
  try {
    const { serveAcp } = await import('./serve-acp.ts')
    return await serveAcp(request, process, protocol.out)
  } finally {
    protocol.release()
  }
}

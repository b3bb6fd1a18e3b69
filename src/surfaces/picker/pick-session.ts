import type { ChatRequest } from '../../commands/chat/chat-request.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { isFullScreen } from './is-full-screen.ts'

/** What a picker has from the process around it. */
export interface PickSessionEdge {
  readonly request: ChatRequest
  readonly process: NodeJS.Process
  /** Reads a line, for the picker that works line by line. */
  readonly read: (prompt: string) => Promise<string | undefined>
  readonly out: (text: string) => void
}

/**
 * Lets the person choose a session: on the whole screen of a terminal, else line by line.
 *
 * @returns undefined when nothing was chosen
 * @throws ChatCliError as the memory; `interrupted` when the process is to end
 */
export async function pickSession(query: string, edge: PickSessionEdge): Promise<PickResult | undefined> {
  const { request, process, read, out } = edge
  const { context } = request
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  const { plain } = request.settings
  if (isFullScreen({ isTerminal, plain, environment: context.environment })) {
    const { pickInTerminal } = await import('./pick-in-terminal.ts')
    return pickInTerminal(query, request, process)
  }
  const { pickSequentially } = await import('./pick-sequentially.ts')
  return pickSequentially(query, { context, read, out })
}

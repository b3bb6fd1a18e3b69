import type { ChatRequest } from '../../commands/chat/chat-request.ts'
import { localMemory } from '../../commands/picker/local-memory.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { processTerminal } from './process-terminal.ts'
import { runPicker } from './run-picker.ts'

/**
 * The picker on the whole screen of this process.
 *
 * @returns undefined when nothing was chosen
 * @throws ChatCliError `interrupted` when the process is to end
 */
export async function pickInTerminal(
  query: string,
  { context, settings }: ChatRequest,
  process: NodeJS.Process,
): Promise<PickResult | undefined> {
  // Known by its own address only when it is loaded by itself: the thread runs that file.
  const { workerMemory } = await import('../../commands/picker/worker-memory.ts')
  const { home, transcript: transcripts, timeZone, colour } = settings
  const fallback = localMemory(context.chatcli, (work) => void setImmediate(work))
  return runPicker(query, {
    context,
    colour,
    memory: (onProgress) =>
      workerMemory({ home, timeZone, transcripts, keys: context.keys }, onProgress, fallback),
    terminal: processTerminal(process),
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
}

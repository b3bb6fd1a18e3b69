import { parseSummary } from '../../conversation/compaction/parse-summary.ts'
import { summaryPrompt } from '../../conversation/compaction/summary-prompt.ts'
import type { SummaryTask } from '../../conversation/compaction/summary-task.ts'
import { ChatCliError } from '../../errors.ts'
import type { Message } from '../../conversation/message.ts'
import type { Model } from '../../models/model.ts'

export interface SummaryByModelOptions {
  readonly model: Model
  /** What the model is given of messages, when not all. */
  readonly given?: ((messages: readonly Message[]) => Promise<readonly Message[]>) | undefined
  /** Random letters and digits. */
  readonly mark: string
  /** Characters the request may have. */
  readonly most: number
  readonly signal: AbortSignal
}

/**
 * A summary that a model writes; undefined when there is too much for one request, or it says nothing.
 *
 * @throws ChatCliError what `Model.answer` throws
 */
export async function summaryByModel(
  task: SummaryTask,
  { model, given, mark, most, signal }: SummaryByModelOptions,
): Promise<string | undefined> {
  const prompt = summaryPrompt(
    { ...task, messages: (await given?.(task.messages)) ?? task.messages },
    { mark, most },
  )
  if (prompt === undefined) return undefined
  const { instructions, text } = prompt
  let answer = ''
  const request = { instructions, messages: [{ role: 'user', content: text }], tools: [], signal }
  for await (const event of model.answer(request)) if (event.kind === 'text') answer += event.text
  // Some streams end quietly when they are told to stop.
  if (signal.aborted) throw new ChatCliError('interrupted', 'The summary was stopped')
  return parseSummary(answer)
}

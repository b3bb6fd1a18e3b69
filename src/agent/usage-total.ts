import type { Message } from '../conversation/message.ts'

/** What answers took together. */
export interface UsageTotal {
  readonly answers: number
  /** Answers whose server did not say what they took; they are not in the sums. */
  readonly unknown: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; of the answers whose price is known. */
  readonly cost: number
  /** Answers whose price is not known. */
  readonly unpriced: number
}

/** Adds up what the answers among messages took, which each carries in `meta.usage`. */
export function totalUsage(messages: Iterable<Message>): UsageTotal {
  let [answers, unknown, inputTokens, outputTokens, cost, unpriced] = [0, 0, 0, 0, 0, 0]
  for (const { role, meta } of messages) {
    // What other programs wrote has no model here.
    if (role !== 'assistant' || typeof meta?.['model'] !== 'string') continue
    answers++
    const usage = meta['usage']
    if (!isRecord(usage)) {
      unknown++
      continue
    }
    inputTokens += numberOf(usage['inputTokens'])
    outputTokens += numberOf(usage['outputTokens'])
    if (typeof usage['cost'] === 'number') cost += usage['cost']
    else unpriced++
  }
  return { answers, unknown, inputTokens, outputTokens, cost, unpriced }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

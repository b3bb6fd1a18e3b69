import { contextModes } from '../../contexts/context.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { columns } from './context-lines.ts'

const mostNamed = 3

/** `context metrics`: numbers about all contexts. */
export async function runMetrics(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text } = context
  checkWordCount(text, input, 0)
  const api = await contextsOf(context)
  const { contexts, damaged } = api.list()
  const sum = (of: (each: (typeof contexts)[number]) => number): number =>
    contexts.reduce((total, each) => total + of(each), 0)
  const byMode = contextModes
    .map((mode) => ({ mode, count: contexts.filter((each) => each.mode === mode).length }))
    .filter(({ count }) => count > 0)
  const attached = api.attachedTo(contexts.map(({ id }) => id))
  const sessions = new Set([...attached.values()].flat()).size
  const largest = [...contexts].sort((a, b) => b.size - a.size).slice(0, mostNamed)
  const totals = {
    contexts: contexts.length,
    files: sum(({ fileCount }) => fileCount),
    size: sum(({ size }) => size),
    tokens: sum(({ tokens }) => tokens ?? 0),
  }
  const { metrics } = text.context
  const rows = [
    [metrics.contexts, String(totals.contexts)],
    [metrics.byMode, byMode.map(({ mode, count }) => `${mode} ${count}`).join(', ')],
    [metrics.files, String(totals.files)],
    [metrics.size, readableSize(totals.size)],
    [metrics.tokens, text.context.tokens(totals.tokens)],
    [metrics.attached, metrics.attachedTo(attached.size, sessions)],
    [
      metrics.largest,
      largest.map(({ name, size }) => `${sanitiseLine(name)} ${readableSize(size)}`).join(', '),
    ],
    ...(damaged.length === 0 ? [] : [[metrics.damaged, String(damaged.length)]]),
  ].filter(([, value]) => value !== '')
  return {
    text: columns(rows).join('\n'),
    json: {
      ...totals,
      byMode: Object.fromEntries(byMode.map(({ mode, count }) => [mode, count])),
      attached: attached.size,
      sessions,
      damaged: damaged.length,
      largest: largest.map(({ id, name, size }) => ({ id, name, size })),
    },
  }
}

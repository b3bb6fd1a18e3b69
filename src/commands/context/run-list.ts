import type { ContextHead } from '../../contexts/context.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf } from './context-command.ts'
import { contextJson } from './context-json.ts'
import { columns, damagedLines } from './context-lines.ts'

/** `context list`: all contexts, by name. */
export async function runListContexts(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text, style, columns: width } = context
  checkWordCount(text, input, 0)
  const { contexts, damaged } = (await contextsOf(context)).list()
  const { strong, quiet } = style
  const rows = columns(
    contexts.map((each) => [
      sanitiseLine(each.name),
      each.mode,
      text.context.files(each.fileCount),
      readableSize(each.size),
      each.tokens === undefined ? '' : text.context.tokens(each.tokens),
      aboutOf(each),
    ]),
    { styles: [strong, plain, quiet, quiet, quiet], width },
  )
  return {
    text: [
      ...(contexts.length === 0 ? [text.context.listEmpty] : [text.context.listHeading, '', ...rows]),
      ...damagedLines(damaged, text),
    ].join('\n'),
    json: {
      contexts: contexts.map(contextJson),
      damaged: damaged.map(({ path, reason }) => ({ path, reason })),
    },
    lines: contexts.map(contextJson),
  }
}

function aboutOf({ description, tags }: ContextHead): string {
  const about = description === '' ? [] : [sanitiseLine(description)]
  return [...about, ...tags.map((tag) => `#${sanitiseLine(tag)}`)].join(' ')
}

const plain = (text: string): string => text

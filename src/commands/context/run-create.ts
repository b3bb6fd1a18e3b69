import { contextModes } from '../../contexts/context.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { choiceOf, isOn, textOption, wordAt } from '../input-values.ts'
import { readableSize } from '../readable-size.ts'
import { type ContextCommandContext, contextsOf, workOf } from './context-command.ts'
import { contextJson } from './context-json.ts'
import { skippedLines, typedName } from './context-lines.ts'
import { expandPath } from './expand-path.ts'

/** `context create NAME PATH…`. */
export async function runCreate(context: ContextCommandContext, input: CommandInput): Promise<CommandResult> {
  const { text, cwd } = context
  const name = wordAt(text, input, 0, 'NAME')
  wordAt(text, input, 1, 'PATH')
  const contexts = await contextsOf(context)
  const paths = input.words.slice(1).map((path) => expandPath(path, context))
  const force = isOn(input, 'force')
  const before = contexts.list().contexts.length
  const work = workOf(context)
  try {
    const made = await contexts.create(name, paths, {
      ...work,
      ...factsIn(context, input),
      cwd,
      force,
    })
    const isNew = contexts.list().contexts.length > before
    const say = isNew ? text.context.made : text.context.replaced
    const { files, tokens, attachHint } = text.context
    const counts = [files(made.fileCount), readableSize(made.size), tokens(made.tokens)] as const
    return {
      text: [say(sanitiseLine(made.name), made.mode, ...counts), ...skippedLines(made, text)].join('\n'),
      json: { ...contextJson(made), replaced: !isNew },
      notes: [attachHint(typedName(made.name))],
    }
  } finally {
    work.done()
  }
}

/** What `--mode`, `--description` and `--tags` say. */
export function factsIn(
  { text }: ContextCommandContext,
  input: CommandInput,
): {
  readonly mode: (typeof contextModes)[number] | undefined
  readonly description: string | undefined
  readonly tags: readonly string[] | undefined
} {
  return {
    mode: choiceOf(text, textOption(input, 'mode'), '--mode', contextModes),
    description: textOption(input, 'description'),
    tags: textOption(input, 'tags')?.split(','),
  }
}

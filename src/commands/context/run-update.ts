import { sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { textOption, wordAt } from '../input-values.ts'
import { type ContextCommandContext, contextsOf, workOf } from './context-command.ts'
import { contextJson } from './context-json.ts'
import { skippedLines } from './context-lines.ts'
import { expandPath } from './expand-path.ts'
import { factsIn } from './run-create.ts'

/** `context update NAME [PATH…]`: reads its files again, or changes it. */
export async function runUpdate(context: ContextCommandContext, input: CommandInput): Promise<CommandResult> {
  const { text, cwd } = context
  const name = wordAt(text, input, 0, 'NAME')
  const paths = input.words.slice(1).map((path) => expandPath(path, context))
  const facts = factsIn(context, input)
  const newName = textOption(input, 'name')
  const contexts = await contextsOf(context)
  const work = workOf(context)
  try {
    const done = await contexts.update(name, { ...work, ...facts, cwd, name: newName, paths })
    const { updated, nothingChanged, changedFacts, missingSource } = text.context
    const shown = sanitiseLine(done.context.name)
    const { added, changed, removed, missing } = done
    const isChanged = [newName, ...Object.values(facts)].some((value) => value !== undefined)
    const counts =
      added + changed + removed === 0 && paths.length === 0
        ? isChanged
          ? changedFacts(shown)
          : nothingChanged(shown)
        : updated(shown, added, changed, removed)
    return {
      text: [counts, ...skippedLines(done.context, text)].join('\n'),
      json: { ...contextJson(done.context), added, changed, removed, missing },
      notes: missing.map((path) => missingSource(sanitiseLine(path))),
    }
  } finally {
    work.done()
  }
}

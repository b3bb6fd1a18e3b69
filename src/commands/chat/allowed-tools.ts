import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { CommandInput } from '../command.ts'
import { textOption } from '../input-values.ts'

/** What asks before it is done, tools and the files of a project that instruct models, and what it asks for. */
const askers: Readonly<Record<string, string>> = {
  run: 'run',
  write: 'write',
  edit: 'write',
  session: 'session',
  bootstrap: 'bootstrap',
  context: 'context',
}

/**
 * The tools that `--allow run,write` lets go without a question.
 *
 * @throws ChatCliError `usage` for a tool that never asks, or is none
 */
export function allowedTools(options: CommandInput['options'], text: Catalogue): readonly string[] {
  const given = textOption({ words: [], options }, 'allow') ?? ''
  const names = given.split(',').map((name) => name.trim().replace(/^@/, '').toLowerCase())
  return names.filter(Boolean).map((name) => {
    const asked = Object.hasOwn(askers, name) ? askers[name] : undefined
    if (asked !== undefined) return asked
    throw new ChatCliError('usage', text.usageErrors.badChoice('--allow', name), {
      hint: text.usageErrors.choiceHint(Object.keys(askers)),
    })
  })
}

import type { AskPerson } from '../../agent/permissions.ts'
import type { PermissionAnswer } from '../../agent/tool.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'

const answers: Readonly<Record<string, PermissionAnswer>> = {
  y: 'once',
  yes: 'once',
  s: 'once',
  sim: 'once',
  a: 'always',
  always: 'always',
  sempre: 'always',
  '!': 'never',
  never: 'never',
  nunca: 'never',
}

/** Asks the person at the terminal; whatever is no clear answer means "not now". */
export function permissionAsker(
  question: (words: string) => Promise<string>,
  note: (line: string) => void,
  { chat }: Catalogue,
): AskPerson {
  return async ({ tool, subject, scope }) => {
    note(sanitiseForTerminal(chat.permission(tool, subject)))
    const answer = (await question(chat.permissionChoices(sanitiseLine(scope)))).trim().toLowerCase()
    return Object.hasOwn(answers, answer) ? (answers[answer] ?? 'not-now') : 'not-now'
  }
}

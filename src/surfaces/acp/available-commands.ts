import type { AvailableCommand } from '@agentclientprotocol/sdk/unstable'
import { modes } from '../../agent/modes.ts'
import { sessionVerbs } from '../../commands/chat/run-session-slash.ts'
import { slashNames } from '../../commands/chat/run-slash.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** Of the chat's commands, those for which an editor has its own way. */
export const leaving: readonly string[] = ['exit', 'quit']

/** What a person can type behind a slash in an editor. */
export function availableCommands({ acp }: Catalogue): AvailableCommand[] {
  // A line can begin with a mode: what follows is said in it.
  const names = [...modes, ...slashNames.filter((name) => !leaving.includes(name))]
  return names.map((name) => {
    const { about = `/${name}`, hint } = acp.commands[name] ?? {}
    const shown = name === 'session' ? verbs : hint
    return { name, description: about, ...(shown === undefined ? {} : { input: { hint: shown } }) }
  })
}

/** To pick one takes a terminal. */
const verbs = sessionVerbs.filter((verb) => verb !== 'pick').join(' | ')

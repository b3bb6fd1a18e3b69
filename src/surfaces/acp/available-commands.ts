import type { AvailableCommand } from '@agentclientprotocol/sdk/unstable'
import { sessionVerbs } from '../../commands/chat/run-session-slash.ts'
import { slashNames } from '../../commands/chat/run-slash.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** Modes that a line can begin with: what follows is said in them. */
export const modeCommands = ['chat', 'agent', 'coder'] as const

/** Of the chat's commands, those for which an editor has its own way. */
export const leaving: readonly string[] = ['exit', 'quit']

/** What a person can type behind a slash in an editor. */
export function availableCommands({ acp }: Catalogue): AvailableCommand[] {
  const names = [...modeCommands, ...slashNames.filter((name) => !leaving.includes(name))]
  return names.map((name) => {
    const { about = `/${name}`, hint } = acp.commands[name] ?? {}
    const shown = name === 'session' ? verbs : hint
    return { name, description: about, ...(shown === undefined ? {} : { input: { hint: shown } }) }
  })
}

/** To pick one takes a terminal. */
const verbs = sessionVerbs.filter((verb) => verb !== 'pick').join(' | ')

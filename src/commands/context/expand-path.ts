import type { CommandContext } from '../command.ts'

/** A path with the home of the person in the place of a tilde, which no shell has seen in the chat. */
export function expandPath(path: string, { environment }: Pick<CommandContext, 'environment'>): string {
  const home = environment['HOME'] || environment['USERPROFILE']
  return home !== undefined && /^~(?=\/|$)/.test(path) ? home + path.slice(1) : path
}

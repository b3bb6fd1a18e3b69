import { followLink } from '../../disk/follow-link.ts'
import { ChatCliError } from '../../errors.ts'
import type { BaseContext, CommandInput } from '../command.ts'
import { textOption } from '../input-values.ts'
import { similarWords } from '../similar-words.ts'
import { clientNames } from './client-names.ts'
import { type ClientPlace, type McpClient, mcpClients } from './mcp-client.ts'

/** What people call some of them. */
const otherNames: Readonly<Record<string, string>> = {
  claude: 'claude-code',
  code: 'vscode',
  'vs-code': 'vscode',
  gemini: 'gemini-cli',
}

/**
 * The programs that were named; without names, those on this machine that can be told what is asked for.
 *
 * @throws ChatCliError `usage` for a name that none has, `not-found` when there is none
 */
export function chooseClients(
  { text, disk }: BaseContext,
  input: CommandInput,
  place: ClientPlace,
): readonly McpClient[] {
  const words = text.mcpInstall
  if (input.words.length > 0) {
    const names = new Set(input.words.map((word) => otherNames[word.toLowerCase()] ?? word.toLowerCase()))
    return [...names].map((name) => {
      const client = mcpClients.find((known) => known.name === name)
      if (client !== undefined) return client
      const similar = similarWords(name, clientNames)
      throw new ChatCliError('usage', words.noClient(name), {
        hint: similar.length > 0 ? text.didYouMean(similar) : words.clientsHint(clientNames.join(', ')),
      })
    })
  }
  const isProject = textOption(input, 'scope') === 'project'
  const isReached = textOption(input, 'http') !== undefined
  const found = mcpClients.filter(
    ({ traces, files, reached }) =>
      traces(place).some((path) => disk.stat(followLink(path)) !== undefined) &&
      (!isProject || files('project', place) !== undefined) &&
      (!isReached || reached !== undefined),
  )
  if (found.length > 0) return found
  throw new ChatCliError('not-found', words.noneFound, { hint: words.noneFoundHint(clientNames.join(', ')) })
}

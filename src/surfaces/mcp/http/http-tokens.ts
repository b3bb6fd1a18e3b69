import type { Disk } from '../../../disk/disk.ts'
import { followLink } from '../../../disk/follow-link.ts'
import { readText } from '../../../disk/read-text.ts'
import { ChatCliError } from '../../../errors.ts'
import type { Settings } from '../../../settings.ts'
import type { Catalogue } from '../../../text/catalogue.ts'

/** What tokens are asked for. */
export interface HttpTokens {
  readonly tokens: readonly string[]
  /** What is not as it should be. */
  readonly notes: readonly string[]
}

const leastLength = 16

/**
 * The tokens that are good: the one on the command line, the one of the settings, and those of the file.
 *
 * @param given what `--token` said
 * @throws ChatCliError `usage`, `not-found`
 */
export function httpTokens(
  given: string | undefined,
  { mcpToken, mcpTokenFile }: Settings,
  disk: Disk,
  text: Catalogue,
): HttpTokens {
  const words = text.mcpHttp
  const inFile = mcpTokenFile === undefined ? [] : tokensIn(mcpTokenFile, disk, text)
  const tokens = [...new Set([given, mcpToken, ...inFile].filter((token) => token !== undefined))]
  if (tokens.some((token) => token.length < leastLength || !/^[!-~]+$/.test(token)))
    throw new ChatCliError('usage', words.weakToken(leastLength), { hint: words.weakTokenHint })
  const isOpen =
    mcpTokenFile !== undefined && ((disk.stat(followLink(mcpTokenFile))?.mode ?? 0) & 0o077) !== 0
  return {
    tokens,
    notes: [
      ...(given === undefined ? [] : [words.onCommandLine]),
      ...(isOpen ? [words.openTokenFile(mcpTokenFile)] : []),
    ],
  }
}

/** One a line; empty lines and those that begin with `#` are none. */
function tokensIn(path: string, disk: Disk, text: Catalogue): string[] {
  const lines = read(path, disk, text).split(/\r?\n/)
  const tokens = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (tokens.length === 0) throw new ChatCliError('usage', text.mcpHttp.emptyTokenFile(path))
  return tokens
}

function read(path: string, disk: Disk, text: Catalogue): string {
  try {
    return readText(disk, followLink(path))
  } catch (cause) {
    throw new ChatCliError('not-found', text.mcpHttp.noTokenFile(path), {
      hint: text.mcpHttp.tokenNeededHint,
      cause,
    })
  }
}

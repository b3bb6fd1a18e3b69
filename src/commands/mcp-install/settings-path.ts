import type { Disk } from '../../disk/disk.ts'
import { followLink } from '../../disk/follow-link.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { ClientPlace, InstallScope, McpClient } from './mcp-client.ts'
import type { ServerCall } from './server-call.ts'

/** Of whom and what a program is told, and where. */
export interface PlanOptions {
  readonly disk: Disk
  readonly place: ClientPlace
  readonly scope: InstallScope
  readonly text: Catalogue
  /** Undefined takes the entry out. */
  readonly call: ServerCall | undefined
}

/**
 * The file that a program is told in: the first of its files that is there, else the best one.
 *
 * @throws ChatCliError `usage` where it has none of that scope, or cannot be told of such a server
 */
export function settingsPath(client: McpClient, { disk, place, scope, text, call }: PlanOptions): string {
  const files = client.files(scope, place)
  const words = text.mcpInstall
  if (files === undefined) throw new ChatCliError('usage', words.noProjectScope(client.title))
  if (call?.kind === 'reach' && client.reached === undefined)
    throw new ChatCliError('usage', words.noHttp(client.title), { hint: words.noHttpHint(client.name) })
  return files.find((file) => disk.stat(followLink(file)) !== undefined) ?? files[0] ?? ''
}

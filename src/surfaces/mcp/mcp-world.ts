import type { AuthInfo } from '@modelcontextprotocol/server'
import type { ChatCli } from '../../chatcli.ts'
import type { ServedConversations } from '../../commands/serving/served-conversations.ts'
import type { Settings } from '../../settings.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { ResourceChanges } from './resources/store-changes.ts'

/** The memory, once it could be opened. */
export interface McpMemory {
  readonly chatcli: ChatCli
  readonly conversations: ServedConversations
  /** Nothing may be written into a sealed home without its key. @throws ChatCliError `key` */
  readonly requireKey: () => void
}

/** What the MCP server works with, whatever it is spoken to over. */
export interface McpWorld {
  /** Opens the memory when it is first asked for, and again when it could not be. @throws ChatCliError */
  readonly memory: () => Promise<McpMemory>
  readonly settings: Settings
  readonly text: Catalogue
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly randomHex: (digits: number) => string
  /** Does something once, so many milliseconds later; returns how to keep it from that. */
  readonly after: (work: () => void, ms: number) => () => void
  /** Aborted when the server ends. */
  readonly leaving: AbortSignal
  /** Absolute path: where conversations of clients work that name no folder. */
  readonly cwd: string
  /** Where it is told what other processes write. */
  readonly changes: ResourceChanges
  /** Whether a model is set up, and `chat` can answer. */
  readonly hasModel: boolean
  /** Who asks: the same word for the same person or token, for ever. */
  readonly principal: (auth: AuthInfo | undefined) => string
}

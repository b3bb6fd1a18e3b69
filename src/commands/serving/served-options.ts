import type { ChatCli } from '../../chatcli.ts'
import type { Disk } from '../../disk/disk.ts'
import type { Settings } from '../../settings.ts'
import type { Chat } from '../chat/chat.ts'

/** For which conversation a chat is opened. */
export interface ServedChatRequest {
  readonly id: string
  /** Absolute path of the folder it works in. */
  readonly cwd: string
  /** To be given to `openChat` as it is: the name of the rolling copy, asked for when one is begun. */
  readonly mirror: () => string | undefined
}

/** What the conversations of a server work with. */
export interface ServedOptions {
  readonly chatcli: ChatCli
  readonly surface: 'mcp' | 'acp'
  /** Opens the chat of one conversation. No model needs to be opened yet: who takes turns does that (`Chat.useModel`). */
  readonly openChat: (request: ServedChatRequest) => Chat
  /** The disk of the home: it seals where the home is sealed. */
  readonly disk: Disk
  readonly settings: Settings
  /** Folder of a conversation of which nobody said where it works. */
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly randomHex: (digits: number) => string
  /** How many conversations are live at most; the idle ones beyond that are put down. 64 when not given. */
  readonly maxLive?: number
}

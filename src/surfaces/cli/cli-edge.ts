import type { ChatCli } from '../../chatcli.ts'
import type { ChatRequest } from '../../commands/chat/chat-request.ts'
import type { ProgramPlace } from '../../commands/command.ts'
import type { ServeRequest } from '../../commands/serve-request.ts'
import type { Vault } from '../../commands/key/vault.ts'
import type { Disk } from '../../disk/disk.ts'
import type { Environment, Settings } from '../../settings.ts'

/** Where text goes. */
export interface TextOut {
  write(text: string): unknown
}

/** Everything the command line has from the process around it. */
export interface CliEdge {
  /** Without the name of the program. */
  readonly argv: readonly string[]
  readonly environment: Environment
  readonly stdout: TextOut
  readonly stderr: TextOut
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Absolute. */
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Whether standard output is a terminal. */
  readonly isTty: boolean
  /** Its width. */
  readonly columns: number | undefined
  /** Asks the person at the terminal; undefined when there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Shows one line about work that takes long, in the place of the last; `''` takes it away. Only at a terminal. */
  readonly showProgress?: ((line: string) => void) | undefined
  /** Calls a listener when the person or the system wants this process to end; gives what ends that. */
  readonly onStop?: ((listener: () => void) => () => void) | undefined
  /** The keys of the home, and its disk; undefined where nothing is ever sealed. @throws ChatCliError `key` */
  readonly vault?: (settings: Settings, options?: { readonly withoutKey?: boolean }) => Promise<Vault>
  /** Opens the memory; called only by commands that need it. */
  readonly open: (settings: Settings) => Promise<ChatCli>
  /**
   * Runs the chat, as a dialogue or in one shot; `nothing` when there is nobody to talk to and nothing to say.
   *
   * @throws ChatCliError
   */
  readonly chat: (request: ChatRequest) => Promise<'done' | 'nothing'>
  /**
   * Serves a program over the streams of this process until that leaves; returns the exit code. Undefined where there is
   * none to be served.
   *
   * @throws ChatCliError
   */
  readonly serve?: (request: ServeRequest) => Promise<number>
  /** How others can start this program. */
  readonly program?: ProgramPlace
  /** The machine's disk, for files outside of the memory. */
  readonly disk: () => Promise<Disk>
}

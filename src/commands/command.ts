import type { ChatCli } from '../chatcli.ts'
import type { Disk } from '../disk/disk.ts'
import type { ChatCliError } from '../errors.ts'
import type { Keyring } from '../seal/keyring.ts'
import type { ConfigFile, Environment } from '../settings.ts'
import type { Vault } from './key/vault.ts'
import type { Catalogue } from '../text/catalogue.ts'
import type { HelpText } from '../text/help-text.ts'
import type { TextStyle } from './text-style.ts'

/** A value as JSON has it; what is undefined is left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export type JsonObject = { readonly [key: string]: JsonValue }

export interface ArgumentSpec {
  readonly name: string
  readonly required: boolean
  /** It takes all the words that are left. */
  readonly many?: boolean
  /** What completion offers: saved sessions, contexts, or these words. */
  readonly completes?: 'session' | 'context' | readonly string[]
}

export interface OptionSpec {
  /** Without the dashes. */
  readonly name: string
  /** A letter for it. */
  readonly short?: string
  /** Placeholder of its value; a switch has none. */
  readonly value?: string
  /** The value may be left out. */
  readonly isOptional?: boolean
  /** It may be given more than once; its values are joined with commas. */
  readonly repeats?: boolean
  readonly choices?: readonly string[]
  readonly completes?: 'session'
  readonly about: keyof HelpText['options']
}

/** A verb: how it is called, and where the code is that does it. */
export type CommandSpec = MemoryCommandSpec | BaseCommandSpec | ChatCommandSpec | ServeCommandSpec

/** A verb that works on the memory. */
export interface MemoryCommandSpec extends CommandCall {
  readonly isBase?: false
  /** Loaded when it is called, so that a list does not wait for the code of the search. */
  readonly load: () => Promise<RunCommand>
}

/** A verb that works although settings are wrong, or the memory cannot be opened. */
export interface BaseCommandSpec extends CommandCall {
  readonly isBase: true
  readonly load: () => Promise<RunBaseCommand>
}

/** What a surface runs: the chat itself, whose options may stand without its word, and ways into it. */
export interface ChatCommandSpec extends CommandCall {
  readonly isBase: 'chat'
}

/** What a surface runs until its client leaves: standard output is the client's, nothing else is printed there. */
export interface ServeCommandSpec extends CommandCall {
  readonly isBase: 'serve'
}

interface CommandCall {
  /** Its words, such as `session list`. */
  readonly path: keyof HelpText['summaries']
  /** Other words for the whole path. */
  readonly aliases: readonly string[]
  readonly arguments: readonly ArgumentSpec[]
  readonly options: readonly OptionSpec[]
  /** It has `--ndjson` too. */
  readonly lines?: boolean
  /** Words that begin with a dash and are no option of its own are arguments (`search cache -redis`). */
  readonly dashes?: boolean
  /** Everything from the first argument on is an argument. */
  readonly raw?: boolean
  readonly examples: readonly string[]
}

/** What a person typed, by the spec of the command. */
export interface CommandInput {
  readonly words: readonly string[]
  /** Values by option name; `true` for a switch. */
  readonly options: Readonly<Record<string, string | true | undefined>>
}

/** What a command works with. */
export interface CommandContext extends BaseContext {
  readonly chatcli: ChatCli
  /** The keys of the home, where there may be some. */
  readonly keys?: Keyring | undefined
  /** IANA zone of the person; undefined means the machine's. */
  readonly timeZone: string | undefined
}

/** How this program is started. */
export interface ProgramPlace {
  /** Absolute path of the engine that runs it. */
  readonly node: string
  /** Absolute path of its first file. */
  readonly script: string
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string
}

/** What is there before the memory is opened. */
export interface BaseContext {
  readonly environment: Environment
  /** What stands in config.toml, undefined without one. @throws ChatCliError when it could not be read */
  readonly config: () => ConfigFile | undefined
  /** For files outside of the home folder: what is saved from, what is exported to. */
  readonly disk: Disk
  readonly text: Catalogue
  readonly help: HelpText
  readonly style: TextStyle
  /** Width of the terminal; undefined when there is none, and nothing is cut. */
  readonly columns: number | undefined
  /** Whether answers go to a terminal, which would act on what stored text tells it to do. */
  readonly isTerminal: boolean
  /** Absolute path that relative ones start from. */
  readonly cwd: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Everything on standard input. */
  readonly readInput: () => Promise<string>
  /** Asks the person; undefined when nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** The keys of the home, and its disk; the settings must be right for that. @throws ChatCliError `key`, `usage` */
  readonly vault?: (() => Promise<Vault>) | undefined
  /** The same, but nobody is asked for a passphrase, and no key is looked for. */
  readonly vaultWithoutKey?: (() => Promise<Vault>) | undefined
  /** How others can start this program; undefined where they cannot. */
  readonly program?: ProgramPlace | undefined
  /** Shows a line about work that takes long in the place of the last such line; `''` takes it away. Only in a terminal. */
  readonly showProgress?: ((line: string) => void) | undefined
  /** Writes a line of the answer while the command goes on, of commands that go on until they are stopped. */
  readonly print?: ((line: string) => void) | undefined
  /** Calls a listener when the person or the system wants the command to stop; gives what ends that. */
  readonly onStop?: ((listener: () => void) => () => void) | undefined
}

/** What a command has to say. Every text is safe to show in a terminal, when it goes to one. */
export interface CommandResult {
  /** The answer. */
  readonly text: string
  /** The answer for programs; the surface puts `schemaVersion` in front. */
  readonly json: JsonObject
  /** The answer as one document per line, of commands with `lines`. */
  readonly lines?: readonly JsonObject[]
  /** Hints and warnings: not part of the answer. */
  readonly notes?: readonly string[]
  /** What was not right although there is an answer, which says it too. */
  readonly problem?: ChatCliError
  /** What the process ends with, of commands that have exit codes of their own. */
  readonly exitCode?: number
}

export type RunCommand = (
  context: CommandContext,
  input: CommandInput,
) => CommandResult | Promise<CommandResult>

export type RunBaseCommand = (
  context: BaseContext,
  input: CommandInput,
) => CommandResult | Promise<CommandResult>

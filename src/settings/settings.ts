import type { ChatCliError } from '../errors.ts'
import type { Price } from '../models/prices.ts'

/** What the environment, config.toml and the defaults decide together. */
export interface Settings {
  /** Absolute path of the folder that holds everything this program keeps. */
  readonly home: string
  /** A language tag or POSIX locale as the person wrote it, `''` when there is none. See `languageOf`. */
  readonly language: string
  readonly colour: boolean
  /** Whether everything comes line by line, as screen readers want it, and nothing takes the whole screen. */
  readonly plain: boolean
  /** IANA name of the person's time zone; undefined means the machine's. */
  readonly timeZone: string | undefined

  /** Whether conversations keep a transcript under their session file. */
  readonly transcript: boolean
  /** Whether a conversation nobody named is saved when it ends. */
  readonly autosave: boolean
  /** Whether the bound session is written after each turn, and what others wrote to it is adopted before each. */
  readonly writeThrough: boolean
  /** Whether a model is given, unasked, what past conversations say on what is being said. */
  readonly autoRecall: boolean
  /** Whether a model that only talks may look things up in attached knowledge bases. */
  readonly chatKnowledge: boolean
  /** Whether the chat and servers take in what other tools have written since, when they start. */
  readonly importOnStart: boolean
  /** Whether a large context is searched rather than given whole, when the person chose nothing. */
  readonly attachAutoRag: boolean
  /** Whether what is typed in the chat is kept for the next time. */
  readonly history: boolean
  /** Absolute path of the file it is kept in; undefined is the place under the home folder. */
  readonly historyFile: string | undefined
  /** Bytes that file may have before its older half goes. */
  readonly historyMaxBytes: number
  /** Tools, in lower case, whose imported conversations no model gets to see. */
  readonly hiddenSources: readonly string[]

  /** Which tools an MCP client gets, in lower case: `all`, `safe` (those that only read), or names. */
  readonly mcpTools: readonly string[]
  /** Whether an MCP client gets sessions as resources too. */
  readonly mcpResources: boolean
  /** Whether the person is asked through an MCP client that can ask. */
  readonly mcpElicitation: boolean
  /** Milliseconds that the person has to answer whether a tool may run. */
  readonly mcpPermissionMs: number
  /** Whether what MCP and ACP clients say under no name is kept in rolling sessions; as {@link autosave}, when undefined. */
  readonly mcpAutosave: boolean | undefined
  /** Messages of a conversation that a model is given at most, for MCP and ACP clients. */
  readonly mcpMaxHistory: number | undefined
  /** Replace secrets in what the memory gives to models, editors and agents. */
  readonly maskSecrets: boolean

  /** 32 bytes in base64, as the person gave it; what was said is sealed under it. */
  readonly encryptionKey: string | undefined
  /** Absolute path of a file that holds it, and a command that prints it. */
  readonly encryptionKeyFile: string | undefined
  readonly encryptionKeyCommand: string | undefined
  /** Keys it replaced, which open what they sealed. */
  readonly previousEncryptionKey: readonly string[]

  /** As the person wrote it; which names there are is known to the models. */
  readonly provider: string | undefined
  readonly model: string | undefined
  readonly anthropicKey: string | undefined
  readonly anthropicUrl: string | undefined
  readonly openaiKey: string | undefined
  readonly openaiUrl: string | undefined
  readonly googleKey: string | undefined
  readonly googleUrl: string | undefined
  readonly openrouterKey: string | undefined
  /** As Ollama has it: a host, a host with a port, or a URL. */
  readonly ollamaHost: string | undefined
  /** `auto`: native where the model has them. */
  readonly toolCalls: 'auto' | 'native' | 'text'
  /** Upper bound of one answer, in tokens; undefined is the provider's own. */
  readonly maxTokens: number | undefined
  /** Tokens of a request and its answer together; undefined is what is known of the model. */
  readonly contextWindow: number | undefined
  /** Bytes a request may have; undefined is no bound. */
  readonly maxPayloadBytes: number | undefined
  /** How long one answer may take, in milliseconds. */
  readonly timeoutMs: number
  /** How long a started answer may be silent, in milliseconds. */
  readonly stallMs: number
  /** How often a provider that could not answer is asked again. */
  readonly retries: number
  /** Prices that the person knows better, by the beginning of the model's name. */
  readonly prices: Readonly<Record<string, Price>>

  /** Whether files such as AGENTS.md are part of what a model is told before the conversation. */
  readonly bootstrap: boolean
  /** Absolute path of the folder of the person's own such files; undefined is the home folder. */
  readonly bootstrapDir: string | undefined

  readonly mode: 'chat' | 'agent' | 'coder'
  /** Calls of the model in one turn, at most. */
  readonly maxSteps: number
  /** Answers behind a result of a tool from which on its middle is left out, and one line stands for it. */
  readonly microcompactTruncateTurns: number
  readonly microcompactSummarizeTurns: number
  /** Characters that stay of a result whose middle is left out. */
  readonly microcompactHeadChars: number
  readonly microcompactTailChars: number
  /** Results of fewer characters stay whole. */
  readonly microcompactMinContent: number
  /** Answers behind the instructions of a skill from which on one line stands for them. */
  readonly skillAgeTurns: number
  /** MiB the archive of what was left out may have; 0 is no bound. */
  readonly archiveMaxMb: number
  /** Milliseconds what is in it stays when nobody asks for it; 0 is for ever. */
  readonly archiveTtlMs: number

  /** Days a session that the program named itself stays when nobody touches it; 0 is for ever. An error is one for whoever removes. */
  readonly sessionTtlDays: number | ChatCliError
  /** How many of them stay per prefix, the newest. */
  readonly autosaveKeep: number | ChatCliError
  /** Days what is in the trash stays; 0 is for ever. */
  readonly trashDays: number | ChatCliError

  /** What programs must show that use MCP over HTTP. */
  readonly mcpToken: string | undefined
  /** Absolute path of a file with such tokens, one a line. */
  readonly mcpTokenFile: string | undefined
  /** Names besides those of this machine that MCP over HTTP may be reached by, in lower case. */
  readonly mcpAllowedHosts: readonly string[]
  /** Calls a second that one token may make over HTTP; 0 is no bound. */
  readonly mcpCallsPerSecond: number
}

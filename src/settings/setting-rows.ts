import { join } from 'node:path'
import type { ChatCliError } from '../errors.ts'
import { parsePrices } from './parse-prices.ts'
import type { SettingRow } from './setting-row.ts'
import type { Settings } from './settings.ts'
import {
  choiceParser,
  countParser,
  homeFolder,
  keptProblem,
  parseDays,
  parseDuration,
  parsePatience,
  parseFixedFolder,
  parseFolder,
  parseLifetime,
  parseNames,
  parsePayload,
  parseSecret,
  parseSize,
  parseSwitch,
  parseTimeZone,
  parseUrl,
} from './value-parsers.ts'

const toolCalls = ['auto', 'native', 'text'] as const
const modes = ['chat', 'agent', 'coder'] as const

/**
 * Every setting, in the order of docs/settings.md, with every environment variable this program looks at, except those
 * that Node itself reads. What each means is in `HelpText.settings`.
 */
export const settingRows: { readonly [Name in keyof Settings]: SettingRow<Settings[Name]> } = {
  home: {
    key: 'home',
    form: 'folder',
    variables: ['CHATCLI_HOME'],
    // It is where config.toml is.
    environmentOnly: true,
    byDefault: '~/.chatcli',
    absent: (environment) => join(homeFolder(environment), '.chatcli'),
    parse: parseFolder,
  },
  language: {
    key: 'language',
    form: 'text',
    variables: ['CHATCLI_LANG'],
    commonVariables: ['LC_ALL', 'LC_MESSAGES', 'LANG'],
    byDefault: 'en',
    absent: () => '',
    parse: (value) => value,
  },
  colour: {
    key: 'colour',
    form: 'switch',
    variables: ['NO_COLOR'],
    byDefault: 'on',
    absent: () => true,
    // https://no-color.org: any value at all turns colours off.
    parse: (value, place) => place.kind === 'file' && parseSwitch(value, place),
  },
  plain: {
    key: 'plain',
    form: 'switch',
    variables: ['CHATCLI_PLAIN'],
    byDefault: 'off',
    absent: () => false,
    parse: parseSwitch,
  },
  timeZone: {
    key: 'time-zone',
    form: 'text',
    variables: ['TZ'],
    byDefault: "the machine's zone",
    absent: () => undefined,
    parse: parseTimeZone,
  },

  transcript: switchRow('transcript', 'CHATCLI_SESSION_TRANSCRIPT'),
  autosave: switchRow('autosave', 'CHATCLI_SESSION_AUTOSAVE'),
  writeThrough: switchRow('write-through', 'CHATCLI_SESSION_WRITETHROUGH'),
  autoRecall: switchRow('auto-recall', 'CHATCLI_SESSION_AUTORECALL'),
  chatKnowledge: switchRow('chat-knowledge', 'CHATCLI_CHAT_KNOWLEDGE'),
  importOnStart: {
    key: 'import-on-start',
    form: 'switch',
    variables: ['CHATCLI_IMPORT_ON_START'],
    byDefault: 'off',
    absent: () => false,
    parse: parseSwitch,
  },
  attachAutoRag: switchRow('attach-auto-rag', 'CHATCLI_ATTACH_AUTO_RAG'),
  history: {
    key: 'history',
    form: 'switch',
    variables: ['CHATCLI_DISABLE_HISTORY'],
    byDefault: 'on',
    absent: () => true,
    // The variable says the opposite of the key.
    parse: (value, place) => parseSwitch(value, place) === (place.kind === 'file'),
  },
  historyFile: {
    key: 'history-file',
    form: 'file',
    variables: ['HISTORY_FILE'],
    byDefault: 'state/history in the home folder',
    absent: () => undefined,
    parse: parseFolder,
  },
  historyMaxBytes: {
    key: 'history-max-size',
    form: 'size',
    variables: ['HISTORY_MAX_SIZE'],
    byDefault: '100MB',
    absent: () => 100 * 2 ** 20,
    parse: parseSize,
  },
  hiddenSources: {
    key: 'hidden-sources',
    form: 'list',
    variables: ['CHATCLI_HIDDEN_SOURCES'],
    byDefault: 'none',
    absent: () => [],
    parse: parseNames,
  },

  mcpTools: {
    key: 'mcp-tools',
    form: 'list',
    variables: ['CHATCLI_MCP_TOOLS'],
    byDefault: 'all',
    absent: () => ['all'],
    parse: parseNames,
  },
  mcpAutosave: {
    key: 'mcp-autosave',
    form: 'switch',
    variables: ['CHATCLI_MCP_SESSION_AUTOSAVE'],
    byDefault: 'as autosave',
    absent: () => undefined,
    parse: parseSwitch,
  },
  mcpMaxHistory: {
    key: 'mcp-max-history',
    form: 'count',
    variables: ['CHATCLI_MCP_MAX_HISTORY'],
    byDefault: 'no bound',
    absent: () => undefined,
    parse: countParser(1, 1_000_000),
  },
  maskSecrets: switchRow('mask-secrets', 'CHATCLI_MASK_SECRETS'),
  mcpResources: switchRow('mcp-resources', 'CHATCLI_MCP_RESOURCES'),
  mcpElicitation: switchRow('mcp-elicitation', 'CHATCLI_MCP_ELICITATION'),
  mcpPermissionMs: {
    ...durationRow('mcp-permission-timeout', 'CHATCLI_MCP_PERMISSION_TIMEOUT', '600s', 600_000),
    parse: parsePatience,
  },

  // Beside what it seals a key would be of no use.
  encryptionKey: { ...secretRow('encryption-key', 'CHATCLI_ENCRYPTION_KEY'), environmentOnly: true },
  encryptionKeyFile: {
    key: 'encryption-key-file',
    form: 'file',
    variables: ['CHATCLI_ENCRYPTION_KEY_FILE'],
    byDefault: 'not set',
    absent: () => undefined,
    parse: parseFolder,
  },
  encryptionKeyCommand: textRow('encryption-key-command', 'CHATCLI_ENCRYPTION_KEY_COMMAND'),
  previousEncryptionKey: {
    key: 'encryption-key-previous',
    form: 'list',
    variables: ['CHATCLI_ENCRYPTION_KEY_PREVIOUS'],
    environmentOnly: true,
    secret: true,
    byDefault: 'none',
    absent: () => [],
    parse: (value) => value.split(',').flatMap((text) => text.trim() || []),
  },

  provider: textRow('provider', 'CHATCLI_PROVIDER', 'LLM_PROVIDER'),
  model: textRow('model', 'CHATCLI_MODEL'),
  anthropicKey: secretRow('anthropic-key', 'ANTHROPIC_API_KEY'),
  anthropicUrl: urlRow('anthropic-url', 'ANTHROPIC_BASE_URL'),
  openaiKey: secretRow('openai-key', 'OPENAI_API_KEY'),
  openaiUrl: urlRow('openai-url', 'OPENAI_BASE_URL'),
  googleKey: secretRow('google-key', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'),
  googleUrl: urlRow('google-url', 'GOOGLE_GENERATIVE_AI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'),
  openrouterKey: secretRow('openrouter-key', 'OPENROUTER_API_KEY'),
  ollamaHost: { ...textRow('ollama-host', 'OLLAMA_HOST'), form: 'url' },
  toolCalls: {
    key: 'tool-calls',
    form: 'text',
    choices: toolCalls,
    variables: ['CHATCLI_TOOL_CALLS'],
    byDefault: 'auto',
    absent: () => 'auto',
    parse: choiceParser(toolCalls),
  },
  maxTokens: {
    key: 'max-tokens',
    form: 'count',
    variables: ['CHATCLI_MAX_TOKENS'],
    byDefault: "the provider's",
    absent: () => undefined,
    parse: countParser(1, 10_000_000),
  },
  contextWindow: {
    key: 'context-window',
    form: 'count',
    variables: ['CHATCLI_CONTEXT_WINDOW'],
    byDefault: "the model's",
    absent: () => undefined,
    parse: countParser(1000, 100_000_000),
  },
  maxPayloadBytes: {
    key: 'max-payload',
    form: 'size',
    variables: ['CHATCLI_MAX_PAYLOAD'],
    byDefault: 'no bound',
    absent: () => undefined,
    parse: parsePayload,
  },
  timeoutMs: durationRow('timeout', 'CHATCLI_TIMEOUT', '5m', 300_000),
  stallMs: durationRow('stall-timeout', 'CHATCLI_STALL_TIMEOUT', '60s', 60_000),
  retries: countRow('max-retries', 'CHATCLI_MAX_RETRIES', 4, 0, 100),
  prices: {
    key: 'prices',
    form: 'prices',
    variables: [],
    byDefault: 'those that are known',
    absent: () => ({}),
    parse: parsePrices,
    parseTable: parsePrices,
  },

  bootstrap: switchRow('bootstrap', 'CHATCLI_BOOTSTRAP_ENABLED'),
  bootstrapDir: {
    key: 'bootstrap-dir',
    form: 'folder',
    variables: ['CHATCLI_BOOTSTRAP_DIR'],
    byDefault: 'the home folder',
    absent: () => undefined,
    parse: parseFixedFolder,
  },

  mode: {
    key: 'mode',
    form: 'text',
    choices: modes,
    variables: ['CHATCLI_MODE'],
    byDefault: 'chat',
    absent: () => 'chat',
    parse: choiceParser(modes),
  },
  maxSteps: countRow('max-steps', 'CHATCLI_MAX_STEPS', 50, 1, 10_000),

  microcompactTruncateTurns: microcompactRow('truncate-turns', 2, 1, 10_000),
  microcompactSummarizeTurns: microcompactRow('summarize-turns', 4, 1, 10_000),
  microcompactHeadChars: microcompactRow('head-chars', 2000, 0, 1_000_000),
  microcompactTailChars: microcompactRow('tail-chars', 500, 0, 1_000_000),
  microcompactMinContent: microcompactRow('min-content', 3000, 0, 100_000_000),
  skillAgeTurns: countRow('skill-age-turns', 'CHATCLI_SKILL_AGE_TURNS', 6, 1, 10_000),
  archiveMaxMb: countRow('compression-ccr-max-mb', 'CHATCLI_COMPRESSION_CCR_MAX_MB', 256, 0, 1_000_000),
  archiveTtlMs: {
    key: 'compression-ccr-ttl',
    form: 'duration',
    variables: ['CHATCLI_COMPRESSION_CCR_TTL'],
    byDefault: '168h',
    absent: () => 168 * 3_600_000,
    parse: parseLifetime,
  },

  sessionTtlDays: daysRow('session-ttl', 'CHATCLI_SESSION_TTL', 90),
  autosaveKeep: {
    key: 'session-autosave-keep',
    form: 'count',
    variables: ['CHATCLI_SESSION_AUTOSAVE_KEEP'],
    byDefault: '600',
    absent: () => 600,
    parse: keptProblem(countParser(1, 10_000_000)),
  },
  trashDays: daysRow('trash-days', 'CHATCLI_TRASH_DAYS', 30),

  mcpToken: secretRow('mcp-token', 'CHATCLI_MCP_TOKEN'),
  mcpTokenFile: {
    key: 'mcp-token-file',
    form: 'file',
    variables: ['CHATCLI_MCP_TOKEN_FILE'],
    byDefault: 'not set',
    absent: () => undefined,
    parse: parseFolder,
  },
  mcpAllowedHosts: {
    key: 'mcp-allowed-hosts',
    form: 'list',
    variables: ['CHATCLI_MCP_ALLOWED_HOSTS'],
    byDefault: 'none',
    absent: () => [],
    parse: parseNames,
  },
  mcpCallsPerSecond: countRow('mcp-calls-per-second', 'CHATCLI_MCP_CALLS_PER_SECOND', 100, 0, 1_000_000),
}

/** The names of all settings, in the order of the table. */
export const settingNames: readonly (keyof Settings)[] = Object.keys(settingRows) as (keyof Settings)[]

function switchRow(key: string, variable: string): SettingRow<boolean> {
  return {
    key,
    form: 'switch',
    variables: [variable],
    byDefault: 'on',
    absent: () => true,
    parse: parseSwitch,
  }
}

function textRow(key: string, ...variables: readonly string[]): SettingRow<string | undefined> {
  return {
    key,
    form: 'text',
    variables,
    byDefault: 'not set',
    absent: () => undefined,
    parse: (value) => value,
  }
}

function secretRow(key: string, ...variables: readonly string[]): SettingRow<string | undefined> {
  return { ...textRow(key, ...variables), secret: true, parse: parseSecret }
}

function urlRow(key: string, ...variables: readonly string[]): SettingRow<string | undefined> {
  return { ...textRow(key, ...variables), form: 'url', byDefault: "the provider's", parse: parseUrl }
}

function durationRow(key: string, variable: string, byDefault: string, ms: number): SettingRow<number> {
  return { key, form: 'duration', variables: [variable], byDefault, absent: () => ms, parse: parseDuration }
}

function daysRow(key: string, variable: string, days: number): SettingRow<number | ChatCliError> {
  return {
    key,
    form: 'days',
    variables: [variable],
    byDefault: `${days}d`,
    absent: () => days,
    parse: keptProblem(parseDays),
  }
}

function microcompactRow(name: string, count: number, least: number, most: number): SettingRow<number> {
  const variable = `CHATCLI_MICROCOMPACT_${name.toUpperCase().replaceAll('-', '_')}`
  return countRow(`microcompact-${name}`, variable, count, least, most)
}

function countRow(
  key: string,
  variable: string,
  count: number,
  least: number,
  most: number,
): SettingRow<number> {
  return {
    key,
    form: 'count',
    variables: [variable],
    byDefault: String(count),
    absent: () => count,
    parse: countParser(least, most),
  }
}

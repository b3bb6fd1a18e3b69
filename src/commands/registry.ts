import { settingRows } from '../settings.ts'
import { storageSpecs } from './storage-specs.ts'
import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts'
import { mcpInstallSpecs } from './mcp-install/mcp-install-specs.ts'
import { contextSpecs } from './context/context-specs.ts'

const name: ArgumentSpec = { name: 'NAME', required: true, completes: 'session' }
const query: ArgumentSpec = { name: 'QUERY', required: true, many: true }
const format: ArgumentSpec = {
  name: 'md|jsonl|sharegpt',
  required: true,
  completes: ['md', 'jsonl', 'sharegpt'],
}
const source: OptionSpec = { name: 'source', value: 'TOOL', about: 'source' }
const removed: OptionSpec = { name: 'removed', about: 'removed' }
const overwrite: OptionSpec = { name: 'force', about: 'overwrite' }

/** Every verb, in the order that help lists them. */
export const commandSpecs: readonly CommandSpec[] = [
  {
    path: 'chat',
    aliases: [],
    arguments: [],
    options: [
      { name: 'prompt', short: 'p', value: 'TEXT', about: 'prompt' },
      { name: 'session', value: 'NAME', about: 'chatSession', completes: 'session' },
      { name: 'resume', value: 'NAME', about: 'resume', completes: 'session' },
      { name: 'continue', about: 'continue' },
      { name: 'save', about: 'keep' },
      { name: 'provider', value: 'NAME', about: 'provider' },
      { name: 'model', value: 'NAME', about: 'model' },
      { name: 'mode', value: 'MODE', about: 'mode', choices: ['chat', 'agent', 'coder'] },
      { name: 'allow', value: 'TOOLS', about: 'allow' },
      { name: 'max-tokens', value: 'N', about: 'maxTokens' },
      { name: 'timeout', value: 'TIME', about: 'timeout' },
      { name: 'raw', about: 'raw' },
    ],
    isBase: 'chat',
    examples: [
      'chatcli',
      'chatcli -p "what did we decide about the cache?"',
      'git diff | chatcli -p "review this" --session reviews',
    ],
  },
  {
    path: 'resume',
    aliases: [],
    arguments: [{ name: 'WORDS', required: false, many: true, completes: 'session' }],
    options: [
      { name: 'interactive', short: 'i', about: 'interactive' },
      { name: 'provider', value: 'NAME', about: 'provider' },
      { name: 'model', value: 'NAME', about: 'model' },
      { name: 'mode', value: 'MODE', about: 'mode', choices: ['chat', 'agent', 'coder'] },
    ],
    dashes: true,
    isBase: 'chat',
    examples: ['chatcli resume', 'chatcli resume tide-notes', 'chatcli resume token bucket -i'],
  },
  {
    path: 'session search',
    aliases: ['search'],
    arguments: [query],
    options: [
      { name: 'limit', value: 'N', about: 'snippets' },
      { name: 'sessions', value: 'N', about: 'sessions' },
      { name: 'since', value: 'DAY', about: 'since' },
      { name: 'until', value: 'DAY', about: 'until' },
      { name: 'in', value: 'NAME', about: 'in', completes: 'session' },
      { name: 'role', value: 'ROLE', about: 'role', choices: ['user', 'assistant', 'tool'] },
      source,
      { name: 'strict', about: 'strict' },
      removed,
      { name: 'explain', about: 'explain' },
      { name: 'refresh', about: 'refresh' },
    ],
    lines: true,
    dashes: true,
    examples: [
      'chatcli search "what did we decide about the cache last week?"',
      'chatcli search rate limiter --limit 5',
      `chatcli search '"token bucket" -redis in:proj-*' --since 2026-03`,
    ],
    load: async () => (await import('./run-search.ts')).runSearch,
  },
  {
    path: 'session get',
    aliases: ['session show'],
    arguments: [name],
    options: [
      { name: 'query', value: 'QUERY', about: 'pageQuery' },
      { name: 'offset', value: 'N', about: 'offset' },
      { name: 'limit', value: 'N', about: 'pageLimit' },
      { name: 'message', value: 'N', about: 'message' },
      removed,
    ],
    examples: [
      'chatcli session get tide-notes --query "token bucket"',
      'chatcli session get tide-notes --offset 20',
      'chatcli session get tide-notes --message 17',
    ],
    load: async () => (await import('./run-get.ts')).runGet,
  },
  {
    path: 'session list',
    aliases: [],
    arguments: [],
    options: [
      { name: 'sort', value: 'ORDER', about: 'sort', choices: ['recent', 'name', 'size'] },
      { name: 'limit', value: 'N', about: 'listLimit' },
      source,
      { name: 'all', about: 'all' },
    ],
    lines: true,
    examples: ['chatcli session list', 'chatcli session list --sort size --limit 10'],
    load: async () => (await import('./run-list.ts')).runList,
  },
  {
    path: 'session save',
    aliases: [],
    arguments: [
      { name: 'NAME', required: false, completes: 'session' },
      { name: 'FILE|-', required: false },
    ],
    options: [
      { name: 'from', value: 'FILE', about: 'from' },
      { name: 'from-dir', value: 'FOLDER', about: 'fromDir' },
      { name: 'title', value: 'TITLE', about: 'title' },
      { name: 'force', about: 'force' },
    ],
    examples: ['chatcli session save tide-notes notes.json', 'chatcli session save --from-dir conversations'],
    load: async () => (await import('./run-save.ts')).runSave,
  },
  {
    path: 'session rename',
    aliases: [],
    arguments: [
      { name: 'OLD', required: true, completes: 'session' },
      { name: 'NEW', required: true },
    ],
    options: [],
    examples: ['chatcli session rename autosave-20260314-150209 tide-notes'],
    load: async () => (await import('./run-rename.ts')).runRename,
  },
  {
    path: 'session fork',
    aliases: [],
    arguments: [name, { name: 'NEW', required: true }],
    options: [],
    examples: ['chatcli session fork tide-notes tide-notes-metric'],
    load: async () => (await import('./run-fork.ts')).runFork,
  },
  {
    path: 'session export',
    aliases: [],
    arguments: [name, format, { name: 'PATH|-', required: false }],
    options: [
      { name: 'as', value: 'TOOL', about: 'exportAs' },
      { name: 'to', value: 'DIR', about: 'exportTo' },
      overwrite,
      { name: 'mask-secrets', about: 'maskSecrets' },
    ],
    examples: [
      'chatcli session export tide-notes md',
      'chatcli session export tide-notes jsonl - | wc -l',
      'chatcli session export tide-notes sharegpt tides.jsonl',
      'chatcli session export tide-notes --as claude-code',
    ],
    load: async () => (await import('./run-export-as.ts')).runExportOrAs,
  },
  {
    path: 'session transcript',
    aliases: [],
    arguments: [
      name,
      {
        name: 'search|show|export|stats',
        required: true,
        completes: ['search', 'show', 'export', 'stats'],
      },
      { name: 'WORDS', required: false, many: true },
    ],
    options: [{ name: 'limit', value: 'N', about: 'hits' }, overwrite],
    dashes: true,
    examples: [
      'chatcli session transcript tide-notes search deploy freeze',
      'chatcli session transcript tide-notes show 17 5',
      'chatcli session transcript tide-notes stats',
    ],
    load: async () => (await import('./run-transcript.ts')).runTranscript,
  },
  {
    path: 'session delete',
    aliases: [],
    arguments: [name],
    options: [
      { name: 'purge', about: 'purge' },
      { name: 'dry-run', about: 'dryRun' },
      { name: 'yes', about: 'yes' },
    ],
    examples: ['chatcli session delete tide-notes', 'chatcli session delete tide-notes --purge --dry-run'],
    load: async () => (await import('./run-delete.ts')).runDelete,
  },
  {
    path: 'session forget',
    aliases: [],
    arguments: [name],
    options: [
      { name: 'message', value: 'N', about: 'forgetMessage' },
      { name: 'dry-run', about: 'dryRun' },
      { name: 'yes', about: 'yes' },
    ],
    examples: ['chatcli session forget tide-notes --message 17'],
    load: async () => (await import('./run-forget.ts')).runForget,
  },
  {
    path: 'session restore',
    aliases: [],
    arguments: [{ name: 'NAME', required: false }],
    options: [{ name: 'as', value: 'NEW', about: 'as' }],
    examples: ['chatcli session restore', 'chatcli session restore tide-notes --as tide-notes-old'],
    load: async () => (await import('./run-restore.ts')).runRestore,
  },
  ...contextSpecs,
  {
    path: 'index',
    aliases: [],
    arguments: [
      { name: 'status|rebuild|verify', required: true, completes: ['status', 'rebuild', 'verify'] },
    ],
    options: [],
    examples: ['chatcli index status', 'chatcli index rebuild', 'chatcli index verify --json'],
    load: async () => (await import('./run-index.ts')).runIndex,
  },
  {
    path: 'import',
    aliases: [],
    arguments: [{ name: 'PATH', required: false, many: true }],
    options: [
      { name: 'all', about: 'importAll' },
      { name: 'tool', value: 'TOOL', about: 'importTool' },
      { name: 'since', value: 'DAY', about: 'importSince' },
      { name: 'again', about: 'importAgain' },
      { name: 'watch', about: 'importWatch' },
      { name: 'dry-run', about: 'importDry' },
    ],
    examples: [
      'chatcli import',
      'chatcli import --all --tool claude-code',
      'chatcli import --watch',
      'chatcli import ~/backup/.codex --dry-run',
    ],
    load: async () => (await import('./run-import.ts')).runImport,
  },
  ...storageSpecs,
  {
    path: 'key',
    aliases: [],
    arguments: [
      {
        name: 'status|init|rotate|recovery',
        required: false,
        completes: ['status', 'init', 'rotate', 'recovery'],
      },
    ],
    options: [{ name: 'restore', about: 'restoreKey' }],
    isBase: true,
    examples: ['chatcli key status', 'chatcli key init', 'chatcli key recovery --restore'],
    load: async () => (await import('./key/run-key.ts')).runKey,
  },
  {
    path: 'verify',
    aliases: [],
    arguments: [],
    options: [
      { name: 'expect-head', value: 'FILE', about: 'expectHead' },
      { name: 'read-data', about: 'readData' },
    ],
    isBase: true,
    examples: ['chatcli verify', 'chatcli verify --expect-head head.json'],
    load: async () => (await import('./key/run-verify.ts')).runVerify,
  },
  {
    path: 'config',
    aliases: [],
    arguments: [
      {
        name: 'list|get|set|unset|path',
        required: false,
        completes: ['list', 'get', 'set', 'unset', 'path'],
      },
      { name: 'KEY', required: false, completes: Object.values(settingRows).map(({ key }) => key) },
      { name: 'VALUE|-', required: false },
    ],
    options: [],
    isBase: true,
    examples: [
      'chatcli config list',
      'chatcli config set timeout 2m',
      'chatcli config set anthropic-key - < key.txt',
    ],
    load: async () => (await import('./run-config.ts')).runConfig,
  },
  {
    path: 'mcp-server',
    aliases: [],
    arguments: [],
    options: [
      { name: 'provider', value: 'NAME', about: 'provider' },
      { name: 'model', value: 'NAME', about: 'model' },
      { name: 'allow', value: 'TOOLS', about: 'allow' },
      { name: 'http', about: 'mcpHttp' },
      { name: 'port', value: 'N', about: 'mcpPort' },
      { name: 'host', value: 'HOST', about: 'mcpHost' },
      { name: 'token', value: 'TOKEN', about: 'mcpToken' },
    ],
    isBase: 'serve',
    examples: ['chatcli mcp-server', 'chatcli mcp-server --http --port 7411'],
  },
  ...mcpInstallSpecs,
  {
    path: 'acp',
    aliases: [],
    arguments: [],
    options: [
      { name: 'provider', value: 'NAME', about: 'provider' },
      { name: 'model', value: 'NAME', about: 'model' },
      { name: 'mode', value: 'MODE', about: 'mode', choices: ['chat', 'agent', 'coder'] },
      { name: 'allow', value: 'TOOLS', about: 'allow' },
    ],
    isBase: 'serve',
    examples: ['chatcli acp', 'chatcli acp --mode coder --model claude-sonnet-5-5'],
  },
  {
    path: 'tool session',
    aliases: [],
    arguments: [{ name: 'ENVELOPE', required: false, many: true }],
    options: [],
    raw: true,
    examples: [
      `chatcli tool session '{"cmd":"search","args":{"query":"rate limiter design"}}'`,
      'chatcli tool session get tide-notes --query "token bucket"',
    ],
    load: async () => (await import('./run-tool.ts')).runTool,
  },
]

/** All words a command can be called by: its path and its aliases. */
export function callsOf({ path, aliases }: CommandSpec): string[] {
  return [path, ...aliases]
}

/** The command that words begin with: of several, the one that takes the most of them. */
export function specCalled(words: readonly string[]): CommandSpec | undefined {
  const line = `${words.join(' ')} `
  let longest = 0
  let found: CommandSpec | undefined
  for (const spec of commandSpecs) {
    for (const call of callsOf(spec)) {
      if (call.length <= longest || !line.startsWith(`${call} `)) continue
      longest = call.length
      found = spec
    }
  }
  return found
}

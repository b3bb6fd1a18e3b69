import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command.ts'
import { clientNames } from './client-names.ts'

const clients: ArgumentSpec = { name: 'CLIENT', required: false, many: true, completes: clientNames }
const scope: OptionSpec = { name: 'scope', value: 'SCOPE', about: 'mcpScope', choices: ['user', 'project'] }
const acp: OptionSpec = { name: 'acp', about: 'mcpAcp' }
const dryRun: OptionSpec = { name: 'dry-run', about: 'mcpDry' }
const yes: OptionSpec = { name: 'yes', about: 'mcpYes' }

/** The verbs that set this program up in others, in the order that help lists them. */
export const mcpInstallSpecs: readonly CommandSpec[] = [
  {
    path: 'mcp install',
    aliases: [],
    arguments: [clients],
    options: [
      scope,
      { name: 'http', value: 'URL', about: 'mcpUrl' },
      acp,
      { name: 'print', about: 'mcpPrint' },
      dryRun,
      yes,
    ],
    isBase: true,
    examples: [
      'chatcli mcp install',
      'chatcli mcp install claude-code cursor --dry-run',
      'chatcli mcp install vscode --http http://127.0.0.1:7411/mcp',
      'chatcli mcp install zed --acp',
    ],
    load: async () => (await import('./run-mcp-install.ts')).runMcpInstall,
  },
  {
    path: 'mcp uninstall',
    aliases: ['mcp remove'],
    arguments: [clients],
    options: [scope, acp, dryRun, yes],
    isBase: true,
    examples: ['chatcli mcp uninstall cursor', 'chatcli mcp uninstall --dry-run'],
    load: async () => (await import('./run-mcp-install.ts')).runMcpUninstall,
  },
]

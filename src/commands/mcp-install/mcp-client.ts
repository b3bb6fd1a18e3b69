import { join } from 'node:path'
import type { ClientName } from './client-names.ts'

/** For one person, or for whoever works in one folder. */
export type InstallScope = 'user' | 'project'

/** Where programs keep their settings. */
export interface ClientPlace {
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string
  /** Absolute path of the person's own folder. */
  readonly home: string
  /** Absolute path of the project. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** A program that uses MCP servers, and the form of what it is told of one. */
export interface McpClient {
  readonly name: ClientName
  /** What it is called in sentences. */
  readonly title: string
  readonly format: 'jsonc' | 'toml'
  /** The table of its servers. */
  readonly section: string
  /**
   * Files it is told in, the best one first: the first that is there is taken, else the first. Undefined where it has
   * none of that scope.
   */
  readonly files: (scope: InstallScope, place: ClientPlace) => readonly string[] | undefined
  /** Files and folders of which one is there when the program is. */
  readonly traces: (place: ClientPlace) => readonly string[]
  /** How a server is started: its entry. */
  readonly started: (command: string, args: readonly string[]) => Readonly<Record<string, unknown>>
  /** The member that its environment stands in. */
  readonly environmentKey: 'env' | 'environment'
  /**
   * How a server is reached over HTTP; undefined where it cannot be.
   *
   * @param tokenVariable an environment variable with the token, undefined where none is needed
   */
  readonly reached?: (url: string, tokenVariable: string | undefined) => Readonly<Record<string, unknown>>
  /** Whether {@link McpClient.reached} can name a variable rather than the token itself. */
  readonly readsVariables?: boolean
}

/** @param form how the program refers to a variable */
const bearer = (
  variable: string | undefined,
  form: (name: string) => string,
): Readonly<Record<string, unknown>> =>
  variable === undefined ? {} : { headers: { Authorization: `Bearer ${form(variable)}` } }

/** Every program that MCP can be set up in. */
export const mcpClients: readonly McpClient[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'jsonc',
    section: 'mcpServers',
    files: (scope, { home, cwd, environment }) =>
      scope === 'project'
        ? [join(cwd, '.mcp.json')]
        : [join(environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
    traces: ({ home, environment }) => [
      join(environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
      environment['CLAUDE_CONFIG_DIR'] || join(home, '.claude'),
    ],
    started: (command, args) => ({ type: 'stdio', command, args }),
    environmentKey: 'env',
    reached: (url, variable) => ({ type: 'http', url, ...bearer(variable, (name) => `\${${name}}`) }),
    readsVariables: true,
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'jsonc',
    section: 'mcpServers',
    files: (scope, place) =>
      scope === 'project' ? undefined : [join(appFolder(place), 'Claude', 'claude_desktop_config.json')],
    traces: (place) => [join(appFolder(place), 'Claude')],
    started: (command, args) => ({ command, args }),
    environmentKey: 'env',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'jsonc',
    section: 'mcpServers',
    files: (scope, { home, cwd }) => [join(scope === 'project' ? cwd : home, '.cursor', 'mcp.json')],
    traces: ({ home }) => [join(home, '.cursor')],
    started: (command, args) => ({ command, args }),
    environmentKey: 'env',
    reached: (url, variable) => ({ url, ...bearer(variable, (name) => `\${env:${name}}`) }),
    readsVariables: true,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'jsonc',
    section: 'servers',
    files: (scope, place) =>
      scope === 'project'
        ? [join(place.cwd, '.vscode', 'mcp.json')]
        : [join(appFolder(place), 'Code', 'User', 'mcp.json')],
    traces: (place) => [join(appFolder(place), 'Code', 'User')],
    started: (command, args) => ({ type: 'stdio', command, args }),
    environmentKey: 'env',
    reached: (url, variable) => ({
      type: 'http',
      url,
      ...bearer(variable, (name) => `\${env:${name}}`),
    }),
    readsVariables: true,
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    section: 'mcp_servers',
    files: (scope, place) => [
      join(scope === 'project' ? join(place.cwd, '.codex') : codexFolder(place), 'config.toml'),
    ],
    traces: (place) => [codexFolder(place)],
    started: (command, args) => ({ command, args }),
    environmentKey: 'env',
    reached: (url, variable) => ({
      url,
      ...(variable === undefined ? {} : { bearer_token_env_var: variable }),
    }),
    readsVariables: true,
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'jsonc',
    section: 'mcpServers',
    files: (scope, { home, cwd }) => [join(scope === 'project' ? cwd : home, '.gemini', 'settings.json')],
    traces: ({ home }) => [join(home, '.gemini')],
    started: (command, args) => ({ command, args }),
    environmentKey: 'env',
    reached: (url, variable) => ({ httpUrl: url, ...bearer(variable, (name) => `$${name}`) }),
    readsVariables: true,
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'jsonc',
    section: 'mcp',
    files: (scope, place) =>
      openCodeFiles(scope === 'project' ? place.cwd : openCodeFolder(place), scope, place),
    traces: (place) => [openCodeFolder(place)],
    started: (command, args) => ({ type: 'local', command: [command, ...args], enabled: true }),
    environmentKey: 'environment',
    reached: (url, variable) => ({
      type: 'remote',
      url,
      enabled: true,
      ...bearer(variable, (name) => `{env:${name}}`),
    }),
    readsVariables: true,
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'jsonc',
    section: 'context_servers',
    files: (scope, place) => [
      join(scope === 'project' ? join(place.cwd, '.zed') : zedFolder(place), 'settings.json'),
    ],
    traces: (place) => [zedFolder(place)],
    started: (command, args) => ({ command, args }),
    environmentKey: 'env',
    reached: (url) => ({ url }),
  },
]

function appFolder(place: ClientPlace): string {
  if (place.platform === 'darwin') return join(place.home, 'Library', 'Application Support')
  return place.platform === 'win32' ? roamingFolder(place) : configFolder(place)
}

function roamingFolder({ home, environment }: ClientPlace): string {
  return environment['APPDATA'] || join(home, 'AppData', 'Roaming')
}

function configFolder({ home, environment }: ClientPlace): string {
  return environment['XDG_CONFIG_HOME'] || join(home, '.config')
}

function codexFolder({ home, environment }: ClientPlace): string {
  return environment['CODEX_HOME'] || join(home, '.codex')
}

function openCodeFolder(place: ClientPlace): string {
  return join(configFolder(place), 'opencode')
}

function openCodeFiles(folder: string, scope: InstallScope, { environment }: ClientPlace): readonly string[] {
  const own = environment['OPENCODE_CONFIG']
  if (scope === 'user' && own) return [own]
  return [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')]
}

function zedFolder(place: ClientPlace): string {
  if (place.platform === 'win32') return join(roamingFolder(place), 'Zed')
  return join(place.platform === 'darwin' ? join(place.home, '.config') : configFolder(place), 'zed')
}

/** Names of the programs that MCP can be set up in. */
export const clientNames = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini-cli',
  'opencode',
  'zed',
] as const

export type ClientName = (typeof clientNames)[number]

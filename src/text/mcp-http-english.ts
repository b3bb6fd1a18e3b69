/** What MCP over HTTP says when it starts, in English; part of the catalogue. Paths and hosts go in as they are. */
export const mcpHttpEnglish = {
  listening: (url: string): string => `MCP is served at ${url}`,
  forEverybodyHere: 'No token is asked for: every program on this machine may use it.',
  withTokens: (count: number): string =>
    count === 1 ? 'Programs must show the token.' : `Programs must show one of ${count} tokens.`,
  inTheClear:
    'HTTP is not encrypted: off this machine, put a proxy with TLS in front of it, or a tunnel (ssh -L).',
  tokenNeeded: (host: string): string =>
    `Without a token MCP is not served on ${host}, which others can reach`,
  tokenNeededHint:
    'Make one and keep it in a file: umask 077; openssl rand -hex 32 > FILE; then set CHATCLI_MCP_TOKEN_FILE=FILE.',
  weakToken: (least: number): string =>
    `A token has ${least} letters, digits or signs or more, and no spaces`,
  weakTokenHint: 'A good one: openssl rand -hex 32',
  onCommandLine:
    'Everybody on this machine can see what stands on a command line: better set CHATCLI_MCP_TOKEN_FILE.',
  noTokenFile: (path: string): string => `The file of tokens cannot be read: ${path}`,
  emptyTokenFile: (path: string): string => `There is no token in ${path}`,
  openTokenFile: (path: string): string => `Others can read the tokens in ${path}: chmod 600 ${path}`,
  onlyWithHttp: (option: string): string => `--${option} is for --http`,
  cannotListen: (host: string, port: number, code: string): string =>
    `Cannot listen on ${host}:${port} (${code})`,
  portTakenHint: 'Something listens there already: choose another port with --port.',
  otherPlaceHint: 'Choose another host or port.',
  stopping: 'Stopping: calls that run come to their end first.',
}

export type McpHttpText = typeof mcpHttpEnglish

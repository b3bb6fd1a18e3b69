/** What `mcp install` and `mcp uninstall` say, in English; part of the catalogue. Paths and names go in as they are. */
export const mcpInstallEnglish = {
  heading: (title: string, path: string): string => `${title}: ${path}`,
  actions: { add: 'would be added', change: 'would be changed', remove: 'would be taken out' },
  done: { add: 'Added.', change: 'Changed.', remove: 'Taken out.' },
  isThere: 'It is there already; nothing was changed.',
  isNotThere: 'It is not there; nothing was changed.',
  backup: (path: string): string => `What stood there before: ${path}`,
  nothingWritten: 'Nothing was written.',
  confirm: (titles: string): string => `Write this for ${titles}? [y/N] `,
  needsNames: (names: string): string => `Which programs? These are on this machine: ${names}`,
  needsNamesHint: 'Name them, or say --yes for all of them.',
  noneFound: 'No program that MCP can be set up in was found on this machine',
  noneFoundHint: (names: string): string =>
    `Name one all the same: ${names}. --print only shows what to write.`,
  noClient: (name: string): string => `MCP cannot be set up in "${name}" from here`,
  clientsHint: (names: string): string => `These are known: ${names}`,
  restart: (titles: string): string => `Start ${titles} anew; then ask: what did we decide last week?`,
  otherPaths: 'The entry holds paths of this machine: do not share the file with others as it is.',
  fromCache: (script: string): string =>
    `This program runs from a folder that may be cleaned (${script}): install it first with npm install -g chatcli.`,
  keyOnlyInShell:
    'The key of your home is in an environment variable, which programs that start from a dock or a menu do not have: better set encryption-key-file or encryption-key-command in config.toml.',
  needsToken: (variable: string): string =>
    `The token is read from ${variable} in the environment of the program that was set up.`,
  tokenByHand: (title: string): string =>
    `${title} reads no variables there: add the header Authorization: Bearer TOKEN to the entry by hand.`,
  noProjectScope: (title: string): string => `${title} has no settings for a project`,
  noHttp: (title: string): string => `${title} starts programs only; it reaches none over HTTP from its file`,
  noHttpHint: (name: string): string => `Without --http it works: chatcli mcp install ${name}`,
  badUrl: (url: string): string => `"${url}" is no address of a server: http://127.0.0.1:7411/mcp is one`,
  onlyZed: 'Of these programs only Zed takes agents (ACP) from its settings',
  onlyZedHint: 'chatcli mcp install zed --acp. Other editors: start the command "chatcli acp".',
  acpHasNoHttp: 'Agents are started, not reached over HTTP: --acp and --http exclude each other',
  unreadable: (place: string): string => `${place}: this cannot be read, and was left alone`,
  unreadableHint: 'Correct it there, or see what to write with --print.',
  cannotEdit: (path: string): string =>
    `${path} cannot be changed without touching something else; it was left alone`,
  byHand: (name: string): string => `Write it by hand: chatcli mcp install ${name} --print`,
  changedMeanwhile: (path: string): string => `${path} was changed by another program just now`,
  noHome: 'There is no folder of yours to look in: HOME is no absolute path',
  changedHint: 'Close that program and try again.',
}

export type McpInstallText = typeof mcpInstallEnglish

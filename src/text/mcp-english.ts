const messages = (count: number): string => `${count} ${count === 1 ? 'message' : 'messages'}`

/** What the MCP server says, in English; part of the catalogue. Names go in as they are. */
export const mcpEnglish = {
  broken: 'Something went wrong in this program.',
  unknownTool: (name: string): string => `CHATCLI_MCP_TOOLS: there is no tool "${name}".`,
  unknownArgument: (tool: string, argument: string): string => `${tool} has no argument "${argument}".`,
  missingArgument: (tool: string, argument: string): string => `${tool}: ${argument} is required.`,
  badArgument: (tool: string, argument: string, reason: string): string =>
    `${tool}: ${argument === '' ? 'the arguments are' : `${argument} is`} not right. ${reason}`,
  takes: (tool: string, names: readonly string[]): string => `${tool} takes: ${names.join(', ')}`,
  closedSession: (name: string): string =>
    `"${name}" is private, or came from a tool that is kept from models.`,
  noConversation: (id: string): string => `There is no conversation "${id}" of yours, or it is over.`,
  needsConversation: 'It is not said which conversation is meant.',
  handleHint:
    'Pass the handle that append, chat or session_attach gave as `conversation`; session_status lists yours.',
  statsTitle: 'Numbers about this memory',
  earlierMessages: (count: number, uri: string): string => `${messages(count)} before: ${uri}`,
  laterMessages: (count: number, uri: string): string => `${messages(count)} more: ${uri}`,
  confirmHint:
    'Ask the person, and call again with confirm: true if they agree. This client cannot ask them itself.',
  confirmTitle: 'Yes, do it',
  permissionTitle: 'Your answer',
  declined: 'The person did not agree. Nothing was changed.',
  confirmDelete: (name: string, count: number): string =>
    `Move the session "${name}" (${messages(count)}) to the trash?`,
  confirmOverwrite: (name: string): string =>
    `There is another conversation named "${name}". Save over it? The old one goes to the trash.`,
  confirmClear: (count: number): string =>
    `Begin anew, and leave ${messages(count)} behind? They stay saved.`,
  confirmPrune: (count: number): string =>
    `Remove ${count === 1 ? '1 item' : `${count} items`} past their time?`,
  badClock: 'The clock of this machine cannot be trusted: nothing is removed.',
  badClockHint: 'Look with: chatcli storage prune',
  notSaved: 'It could not be written to the disk, and is kept in memory only.',
  notSavedHint: (id: string): string => `When the disk is well, repeat the call with conversation: "${id}".`,
  usesTool: (name: string): string => `uses ${name}\n`,
  noAutoMode: 'What runs without a question is decided by the person, not by a client.',
  noAutoModeHint: 'The person allows tools for good in the terminal: chatcli --mode agent',
  done: (action: string): string => `${action}: done`,
}

/** What has to be translated. */
export type McpText = typeof mcpEnglish

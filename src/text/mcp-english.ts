/** What the MCP server says, in English; part of the catalogue. Names go in as they are. */
export const mcpEnglish = {
  broken: 'Something went wrong in this program.',
  unknownTool: (name: string): string => `CHATCLI_MCP_TOOLS: there is no tool "${name}".`,
  unknownArgument: (tool: string, argument: string): string => `${tool} has no argument "${argument}".`,
  missingArgument: (tool: string, argument: string): string => `${tool}: ${argument} is required.`,
  badArgument: (tool: string, argument: string, reason: string): string =>
    `${tool}: ${argument === '' ? 'the arguments are' : `${argument} is`} not right. ${reason}`,
  takes: (tool: string, names: readonly string[]): string => `${tool} takes: ${names.join(', ')}`,
}

/** What has to be translated. */
export type McpText = typeof mcpEnglish

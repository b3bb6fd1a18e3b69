import type { McpText } from './mcp-english.ts'

/** What the MCP server says, in Brazilian Portuguese. */
export const mcpBrazilianPortuguese: McpText = {
  broken: 'Algo deu errado neste programa.',
  unknownTool: (name) => `CHATCLI_MCP_TOOLS: não existe a ferramenta "${name}".`,
  unknownArgument: (tool, argument) => `${tool} não tem o argumento "${argument}".`,
  missingArgument: (tool, argument) => `${tool}: falta ${argument}.`,
  badArgument: (tool, argument, reason) =>
    `${tool}: ${argument === '' ? 'os argumentos não estão certos' : `${argument} não está certo`}. ${reason}`,
  takes: (tool, names) => `${tool} aceita: ${names.join(', ')}`,
}

import type { McpText } from './mcp-english.ts'

// In Portuguese zero takes the singular, as in the plural rules of Unicode CLDR.
const messages = (count: number): string => `${count} ${count <= 1 ? 'mensagem' : 'mensagens'}`

/** What the MCP server says, in Brazilian Portuguese. */
export const mcpBrazilianPortuguese: McpText = {
  broken: 'Algo deu errado neste programa.',
  unknownTool: (name) => `CHATCLI_MCP_TOOLS: não existe a ferramenta "${name}".`,
  unknownArgument: (tool, argument) => `${tool} não tem o argumento "${argument}".`,
  missingArgument: (tool, argument) => `${tool}: falta ${argument}.`,
  badArgument: (tool, argument, reason) =>
    `${tool}: ${argument === '' ? 'os argumentos não estão certos' : `${argument} não está certo`}. ${reason}`,
  takes: (tool, names) => `${tool} aceita: ${names.join(', ')}`,
  closedSession: (name) => `"${name}" é privada, ou veio de uma ferramenta que não se mostra a modelos.`,
  noConversation: (id) => `Não há conversa "${id}" sua, ou ela acabou.`,
  needsConversation: 'Falta dizer de que conversa se trata.',
  handleHint:
    'Passe em `conversation` o identificador que append, chat ou session_attach deu; session_status lista os seus.',
  statsTitle: 'Números desta memória',
  earlierMessages: (count, uri) => `${messages(count)} antes: ${uri}`,
  laterMessages: (count, uri) => `mais ${messages(count)}: ${uri}`,
  confirmHint:
    'Pergunte à pessoa, e chame de novo com confirm: true se ela concordar. Este cliente não pode perguntar.',
  confirmTitle: 'Sim, pode fazer',
  permissionTitle: 'Sua resposta',
  declined: 'A pessoa não concordou. Nada foi mudado.',
  confirmDelete: (name, count) => `Mover a sessão "${name}" (${messages(count)}) para a lixeira?`,
  confirmOverwrite: (name) =>
    `Já existe outra conversa chamada "${name}". Salvar por cima? A antiga vai para a lixeira.`,
  confirmClear: (count) => `Começar de novo e deixar ${messages(count)} para trás? Tudo continua salvo.`,
  confirmPrune: (count) => `Remover ${count <= 1 ? `${count} item vencido` : `${count} itens vencidos`}?`,
  badClock: 'Não se pode confiar no relógio desta máquina: nada é removido.',
  badClockHint: 'Veja com: chatcli storage prune',
  notSaved: 'Não foi possível gravar no disco; está só na memória.',
  notSavedHint: (id) => `Quando o disco estiver bem, repita a chamada com conversation: "${id}".`,
  usesTool: (name) => `usa ${name}\n`,
  noAutoMode: 'O que roda sem pergunta é decidido pela pessoa, não por um cliente.',
  noAutoModeHint: 'A pessoa permite ferramentas de vez no terminal: chatcli --mode agent',
  done: (action) => `${action}: feito`,
}

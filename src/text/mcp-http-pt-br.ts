import type { McpHttpText } from './mcp-http-english.ts'

/** What MCP over HTTP says when it starts, in Brazilian Portuguese. */
export const mcpHttpBrazilianPortuguese: McpHttpText = {
  listening: (url) => `O MCP está disponível em ${url}`,
  forEverybodyHere: 'Nenhum token é pedido: qualquer programa desta máquina pode usá-lo.',
  withTokens: (count) =>
    count === 1
      ? 'Os programas precisam apresentar o token.'
      : `Os programas precisam apresentar um dos ${count} tokens.`,
  inTheClear:
    'HTTP não é criptografado: fora desta máquina, ponha um proxy com TLS na frente dele, ou um túnel (ssh -L).',
  tokenNeeded: (host) => `Sem um token o MCP não é oferecido em ${host}, que outros podem alcançar`,
  tokenNeededHint:
    'Crie um e guarde-o em um arquivo: umask 077; openssl rand -hex 32 > ARQUIVO; depois defina CHATCLI_MCP_TOKEN_FILE=ARQUIVO.',
  weakToken: (least) => `Um token tem ${least} letras, dígitos ou sinais ou mais, e nenhum espaço`,
  weakTokenHint: 'Um bom: openssl rand -hex 32',
  onCommandLine:
    'Todos nesta máquina podem ver o que está em uma linha de comando: é melhor definir CHATCLI_MCP_TOKEN_FILE.',
  noTokenFile: (path) => `O arquivo de tokens não pode ser lido: ${path}`,
  emptyTokenFile: (path) => `Não há token em ${path}`,
  openTokenFile: (path) => `Outros podem ler os tokens em ${path}: chmod 600 ${path}`,
  onlyWithHttp: (option) => `--${option} é para --http`,
  cannotListen: (host, port, code) => `Não é possível escutar em ${host}:${port} (${code})`,
  portTakenHint: 'Algo já escuta ali: escolha outra porta com --port.',
  otherPlaceHint: 'Escolha outro host ou outra porta.',
  stopping: 'Parando: as chamadas em andamento terminam antes.',
}

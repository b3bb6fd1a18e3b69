import type { McpInstallText } from './mcp-install-english.ts'

/** What `mcp install` and `mcp uninstall` say, in Brazilian Portuguese. */
export const mcpInstallBrazilianPortuguese: McpInstallText = {
  heading: (title, path) => `${title}: ${path}`,
  actions: { add: 'seria acrescentado', change: 'seria mudado', remove: 'seria retirado' },
  done: { add: 'Acrescentado.', change: 'Mudado.', remove: 'Retirado.' },
  isThere: 'Já está lá; nada foi mudado.',
  isNotThere: 'Não está lá; nada foi mudado.',
  backup: (path) => `O que estava lá antes: ${path}`,
  nothingWritten: 'Nada foi gravado.',
  confirm: (titles) => `Gravar isso para ${titles}? [s/N] `,
  needsNames: (names) => `Quais programas? Estes estão nesta máquina: ${names}`,
  needsNamesHint: 'Diga quais, ou use --yes para todos.',
  noneFound: 'Nenhum programa em que o MCP pode ser configurado foi encontrado nesta máquina',
  noneFoundHint: (names) => `Mesmo assim, diga um: ${names}. --print só mostra o que gravar.`,
  noClient: (name) => `O MCP não pode ser configurado em "${name}" a partir daqui`,
  clientsHint: (names) => `Estes são conhecidos: ${names}`,
  restart: (titles) => `Reinicie ${titles}; depois pergunte: o que decidimos na semana passada?`,
  otherPaths: 'A entrada contém caminhos desta máquina: não compartilhe o arquivo com outros como está.',
  fromCache: (script) =>
    `Este programa roda de uma pasta que pode ser limpa (${script}): instale-o antes com npm install -g chatcli.`,
  keyOnlyInShell:
    'A chave da sua pasta está em uma variável de ambiente, que programas abertos por um menu ou dock não têm: é melhor definir encryption-key-file ou encryption-key-command no config.toml.',
  needsToken: (variable) => `O token é lido de ${variable} no ambiente do programa que foi configurado.`,
  tokenByHand: (title) =>
    `${title} não lê variáveis ali: acrescente à mão o cabeçalho Authorization: Bearer TOKEN na entrada.`,
  noProjectScope: (title) => `${title} não tem configuração por projeto`,
  noHttp: (title) => `${title} só inicia programas; não alcança nenhum por HTTP a partir do seu arquivo`,
  noHttpHint: (name) => `Sem --http funciona: chatcli mcp install ${name}`,
  badUrl: (url) => `"${url}" não é endereço de um servidor: http://127.0.0.1:7411/mcp é um`,
  onlyZed: 'Destes programas só o Zed aceita agentes (ACP) em sua configuração',
  onlyZedHint: 'chatcli mcp install zed --acp. Outros editores: inicie o comando "chatcli acp".',
  acpHasNoHttp: 'Agentes são iniciados, não alcançados por HTTP: --acp e --http se excluem',
  unreadable: (place) => `${place}: isto não pode ser lido, e foi deixado como está`,
  unreadableHint: 'Corrija ali, ou veja o que gravar com --print.',
  cannotEdit: (path) => `${path} não pode ser mudado sem tocar em outra coisa; foi deixado como está`,
  byHand: (name) => `Grave à mão: chatcli mcp install ${name} --print`,
  changedMeanwhile: (path) => `${path} foi mudado por outro programa agora mesmo`,
  noHome: 'Não há uma pasta sua onde procurar: HOME não é um caminho absoluto',
  changedHint: 'Feche esse programa e tente de novo.',
}

import type { ContextText } from './context-english.ts'

const plural = (count: number, one: string, other: string): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : other}`
const tokens = (count: number): string =>
  `~${count.toLocaleString('pt-BR')} ${count === 1 ? 'token' : 'tokens'}`

/** What contexts say, in Brazilian Portuguese. */
export const contextBrazilianPortuguese: ContextText = {
  usage: `Contextos são arquivos que acompanham uma conversa:

  /context create NOME CAMINHO…  criar um com arquivos e pastas; --mode full, summary, chunked, smart ou knowledge
  /context attach NOME           fazer que acompanhe esta conversa; --priority N, --chunk N, --retrieve [K], --full
  /context attached              o que acompanha, e quanto custa
  /context detach NOME           deixar de acompanhar
  /context list                  todos os contextos
  /context show NOME             o que há em um deles
  /context inspect NOME [ARQ.]   seus pedaços e maiores arquivos, ou um arquivo como o modelo o recebe; --chunk N
  /context update NOME [CAM.…]   ler os arquivos de novo, ou mudar; --mode, --description, --tags, --name
  /context merge NOVO NOME NOME… fazer um de vários
  /context export NOME [CAMINHO] escrever em um arquivo, que import lê; --force
  /context import CAMINHO        trazer um para cá; --as NOME
  /context metrics               números sobre todos
  /context delete NOME           excluir; as fontes ficam

Nomes com espaços ficam entre aspas. Detalhes: docs/contexts.md`,
  about: {
    full: 'inteiro',
    summary: 'o começo de cada arquivo',
    chunks: (numbers, of) => `pedaço ${numbers} de ${of}`,
    chunkList: (count) => `lista dos ${count} pedaços; escolha com --chunk N`,
    smart: 'os arquivos que servem a cada pergunta',
    retrieval: (k) => `os ${k} trechos que servem a cada pergunta`,
  },
  files: (count) => plural(count, 'arquivo', 'arquivos'),
  tokens: (count) => tokens(count),
  perTurn: (count) => `${tokens(count)} por vez`,
  perTurnAtMost: (count) => `até ${tokens(count)} por vez`,
  made: (name, mode, files, size, cost) =>
    `Contexto "${name}" criado no modo ${mode}: ${files}, ${size}, ${cost}.`,
  replaced: (name, mode, files, size, cost) =>
    `Contexto "${name}" criado de novo no modo ${mode}: ${files}, ${size}, ${cost}.`,
  attachHint: (name) => `Para que acompanhe uma conversa: chatcli context attach ${name} --session NOME`,
  leftOut: (parts) => `Ficaram de fora: ${parts}.`,
  skipped: {
    ignored: (count) => plural(count, 'ignorado', 'ignorados'),
    binary: (count) => plural(count, 'binário', 'binários'),
    'too-large': (count) => plural(count, 'grande demais', 'grandes demais'),
    unreadable: (count) => plural(count, 'ilegível', 'ilegíveis'),
    link: (count) => plural(count, 'link', 'links'),
    'over-limit': (count) => `${count} além do limite`,
    'bad-line': (count) => plural(count, 'linha que não é documento', 'linhas que não são documentos'),
    other: (reason, count) => `${count} ${reason}`,
  },
  updated: (name, added, changed, removed) =>
    `"${name}" está em dia: ${plural(added, 'novo', 'novos')}, ${plural(changed, 'mudado', 'mudados')}, ${plural(removed, 'sumido', 'sumidos')}.`,
  nothingChanged: (name) => `"${name}" está em dia: nada tinha mudado.`,
  changedFacts: (name) => `"${name}" foi mudado.`,
  missingSource: (path) => `${path} não está lá agora; seus arquivos ficam como estavam.`,

  attached: (name, how, cost) => `"${name}" acompanha a conversa: ${how}, ${cost}.`,
  isSearched: (name, size) =>
    `Tem ${size}, por isso é pesquisado em vez de dado inteiro; chatcli context attach ${name} --full dá tudo.`,
  tooLarge: (cost, window) =>
    `Isso é mais do que este modelo aceita com a conversa (${cost} de ${window}): só os nomes dos arquivos são dados. Use --retrieve ou --chunk N.`,
  detached: (name) => `"${name}" não acompanha mais.`,
  notAttached: (name) => `"${name}" não acompanha esta conversa.`,
  notAttachedHint: 'O que acompanha: chatcli context attached --session NOME',
  goAlong: (names) => `Acompanha: ${names}`,
  attachedHeading: 'Acompanham esta conversa:',
  attachedHeadingOf: (session) => `Acompanham "${session}":`,
  noneAttached: 'Nenhum contexto acompanha. Para juntar um: chatcli context attach NOME --session NOME',
  total: (cost) => `Ao todo: ${cost}`,
  isGone: 'não existe mais; fica de fora',
  noSession: 'Qual sessão? Dê --session NOME.',
  noChunk: (number, most) => `Não há o pedaço ${number}; há ${most}`,
  noChunkHint: (name) => `Veja-os com: chatcli context inspect ${name}`,
  noChunks: (name) => `"${name}" é lido onde está e não tem pedaços`,
  notWhole: (name) => `"${name}" é lido onde está e não pode ir inteiro`,
  noChunksHint: 'Ele é pesquisado a cada vez; --retrieve K diz quantos trechos.',
  eitherOr: 'Só um entre --full, --retrieve e --chunk pode ser dado.',

  listHeading: 'Contextos:',
  listEmpty: 'Ainda não há contextos. Crie um com: chatcli context create NOME CAMINHO…',
  damagedHeading: 'Arquivos que não podem ser lidos, deixados como estão:',
  facts: {
    id: 'id',
    mode: 'modo',
    description: 'sobre',
    tags: 'etiquetas',
    sources: 'feito de',
    imported: 'importado; não é lido de novo',
    size: 'tamanho',
    created: 'criado',
    updated: 'lido',
    leftOut: 'de fora',
    attachedTo: 'acompanha',
    index: 'índice',
    chunks: 'pedaços',
    passages: (documents, passages) =>
      `${plural(documents, 'documento', 'documentos')}, ${plural(passages, 'trecho', 'trechos')}`,
  },
  filesHeading: 'Arquivos:',
  largestHeading: 'Maiores arquivos:',
  kindsHeading: 'Por tipo:',
  chunksHeading: 'Pedaços:',
  noFile: (name, path) => `"${name}" não tem o arquivo "${path}"`,

  confirmDelete: (name) => `Excluir o contexto "${name}"? As fontes ficam. [s/N] `,
  notDeleted: 'Nada foi excluído.',
  deleteRefused: (name) => `"${name}" não é excluído sem que se peça`,
  deleteRefusedHint: 'Diga --yes.',
  deleted: (name) => `Contexto "${name}" excluído.`,
  stillAttached: (name, sessions) => `"${name}" acompanha ${sessions}`,
  stillAttachedHint: 'Solte-o lá com detach, ou exclua mesmo assim com --force.',
  thisConversation: 'esta conversa',
  merged: (count) => `${count} contextos foram juntados; eles ficam como estão.`,
  needsTwo: 'Dê o nome do novo contexto e de pelo menos dois a juntar.',
  exported: (name, path) => `Contexto "${name}" escrito em ${path}`,
  imported: (name) =>
    `Contexto "${name}" trazido. Ele não é lido de novo: os arquivos estão como estavam lá.`,
  metrics: {
    contexts: 'contextos',
    files: 'arquivos',
    size: 'tamanho',
    tokens: 'tokens',
    byMode: 'por modo',
    attached: 'juntados',
    damaged: 'danificados',
    largest: 'maiores',
    attachedTo: (contexts, sessions) =>
      `${plural(contexts, 'contexto', 'contextos')} a ${plural(sessions, 'conversa', 'conversas')}`,
  },
  reading: (done, total, size) =>
    total === undefined ? `olhando arquivos … ${done}` : `lendo arquivos … ${done} de ${total} (${size})`,

  turn: {
    refreshed: (name, count) => `contexto ${name}: ${plural(count, 'arquivo mudou', 'arquivos mudaram')}`,
    gone: (names) => `não existe mais: contexto ${names}`,
    failed: (name, reason) => `contexto ${name}: ${reason}`,
    namesOnly: (names) => `não cabe no modelo, só os nomes dos arquivos foram dados: ${names}`,
    given: (name, what) => `${name}: ${what}`,
    found: (count) => plural(count, 'trecho', 'trechos'),
    fitting: (count) => plural(count, 'arquivo', 'arquivos'),
    line: (parts) => `dos contextos: ${parts}`,
  },
}

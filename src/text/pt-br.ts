import type { Catalogue } from './catalogue.ts'
import { chatBrazilianPortuguese } from './chat-pt-br.ts'
import { contextBrazilianPortuguese } from './context-pt-br.ts'
import { acpBrazilianPortuguese } from './acp-pt-br.ts'
import { pickerBrazilianPortuguese } from './picker-pt-br.ts'
import { trajectoryBrazilianPortuguese } from './trajectory-pt-br.ts'
import { bootstrapBrazilianPortuguese } from './bootstrap-pt-br.ts'
import { autoRecallBrazilianPortuguese } from './auto-recall-pt-br.ts'
import { mcpBrazilianPortuguese } from './mcp-pt-br.ts'
import { mcpHttpBrazilianPortuguese } from './mcp-http-pt-br.ts'
import { mcpInstallBrazilianPortuguese } from './mcp-install-pt-br.ts'
import { rewindBrazilianPortuguese } from './rewind-pt-br.ts'
import { importBrazilianPortuguese } from './import-pt-br.ts'
import { keyBrazilianPortuguese } from './key-pt-br.ts'
import { doctorBrazilianPortuguese } from './doctor-pt-br.ts'
import { storageBrazilianPortuguese } from './storage-pt-br.ts'
import { fromStoreInPortuguese } from './from-store-in-portuguese.ts'

// In Portuguese zero takes the singular ("0 mensagem"), as in the plural rules of Unicode CLDR.
const plural = (count: number, one: string, other: string): string => `${count} ${count <= 1 ? one : other}`
const decimal = (value: number): string => value.toFixed(1).replace('.', ',')
const megabytes = (bytes: number): string => `${decimal(bytes / 1e6)} MB`
const messages = (count: number): string => plural(count, 'mensagem', 'mensagens')

/** Everything the program says, in Brazilian Portuguese. */
export const brazilianPortuguese: Catalogue = {
  sessionSaved: (name, count) => `Sessão "${name}" salva (${messages(count)}).`,
  sessionsSaved: (sessions, count) =>
    `${plural(sessions, 'sessão salva', 'sessões salvas')} (${messages(count)}).`,
  sessionLoaded: (name, count) => `Sessão "${name}" carregada (${messages(count)}).`,
  sessionDeleted: (name) =>
    `Sessão "${name}" movida para a lixeira. Para trazê-la de volta: chatcli session restore ${name}`,
  sessionPurged: (name) => `Sessão "${name}" apagada para sempre.`,
  sessionRestored: (name) => `Sessão "${name}" restaurada da lixeira.`,
  sessionRenamed: (from, to) => `A sessão "${from}" agora se chama "${to}".`,
  sessionForked: (from, to, count) =>
    [
      '╭── ✅ Sessão bifurcada!',
      `│    De:    ${from}`,
      `│    Para:  ${to}`,
      `│    Mensagens: ${count}`,
      '│    Você agora está na cópia. A original continua intacta.',
      '╰──────────────────────────────────────────────',
    ].join('\n'),

  sessionCopied: (from, to, count) => `Sessão "${from}" copiada para "${to}" (${messages(count)}).`,
  fileNotSaved: (file, reason) => `${file}: não foi salvo. ${reason}`,
  noFilesToSave: (folder) => `Nenhum arquivo .json ou .jsonl em ${folder}.`,
  wouldDelete: (name) => `A sessão "${name}" iria para a lixeira. Nada foi alterado.`,
  wouldPurge: (name) => `A sessão "${name}" seria apagada para sempre. Nada foi alterado.`,
  confirmPurge: (name) => `Apagar "${name}" para sempre? Não há como trazê-la de volta. [s/N] `,
  isYes: (answer) => /^\s*(s(im)?|y(es)?)\s*$/i.test(answer),
  trashHeading: 'Na lixeira:',
  trashEmpty: 'A lixeira está vazia.',
  restoreHint: 'Traga uma de volta com: chatcli session restore NOME',

  index: {
    progress: (done, total, rate) =>
      `Indexando: ${done} de ${total} sessões, ${rate.toFixed(1).replace('.', ',')} MB/s`,
    sessions: (indexed, sessions, count) => `${indexed} de ${sessions} sessões, ${messages(count)}`,
    size: (segments, bytes, share) =>
      `${plural(segments, 'parte', 'partes')}, ${megabytes(bytes)}, ${Math.round(share * 100)} % do texto`,
    outdated: (share) => `${Math.ceil(share * 100)} % dele está desatualizado`,
    swept: (time) => `todos os arquivos foram vistos em ${time}`,
    incomplete: 'ainda não está completo: a próxima busca continua',
    damaged: (part) => `${part} estava danificada e é refeita`,
    rebuilt: (seconds, rate) =>
      `Índice de busca feito em ${decimal(seconds)} s${rate === undefined ? '' : ` (${decimal(rate)} MB/s)`}.`,
    whole: (segments, bytes) =>
      `O índice de busca está inteiro: ${plural(segments, 'parte', 'partes')}, ${megabytes(bytes)}.`,
    mended: 'Estas partes estavam danificadas; suas sessões foram indexadas de novo:',
  },

  config: {
    notSet: 'sem valor',
    isSet: 'definida',
    isSetBy: (origin) => `definida (${origin})`,
    notUnderstood: 'não entendido',
    environment: 'ambiente',
    byDefault: 'padrão',
    prices: (count) => plural(count, 'modelo', 'modelos'),
    noSetting: (key) => `Não existe a configuração "${key}".`,
    listHint: 'Liste todas com: chatcli config list',
    unknownKey: (path, key) => `${path}: não existe a configuração "${key}".`,
    homeInFile: (path) => `${path}: home não tem efeito aqui; defina CHATCLI_HOME.`,
    nowSet: (key, value) => `${key} agora é ${value}.`,
    nowSecret: (key) => `${key} está definida.`,
    nowUnset: (key) => `${key} não está mais em config.toml.`,
    wasNotSet: (key) => `${key} não está em config.toml. Nada foi alterado.`,
    environmentWins: (variable) => `${variable} está definida no ambiente e vale antes de config.toml.`,
    secretHint: (key) =>
      `Seu shell pode ter guardado essa linha; na próxima vez: chatcli config set ${key} - lê a entrada padrão.`,
    notInFile: (key) => `${key} não pode ser definida em config.toml.`,
    variableHint: (variable) => `Defina ${variable} no ambiente.`,
    byHand: (key) => `${key} é uma tabela e não pode ser definida daqui.`,
    byHandHint: (path) =>
      `Escreva em ${path}: [prices."MODELO"] e, abaixo, input = 3, output = 15, cached = 0.3.`,
    emptyValue: (key) => `${key} não pode ficar vazia.`,
    emptyHint: (key) => `Para tirá-la: chatcli config unset ${key}`,
  },

  standardInput: 'a entrada padrão',

  sessionListHeading: 'Sessões salvas:',
  sessionListEmpty: 'Nenhuma sessão salva ainda. Salve uma com: chatcli session save NOME --from ARQUIVO',
  sessionListNoneFrom: (tool) => `Nenhuma sessão veio de ${tool}.`,
  andMore: (count) => `… e mais ${count}`,
  messageCount: messages,
  listHint: 'Leia uma com: chatcli session get NOME',
  allHint: 'Liste todas com: chatcli session list --all',
  unreadableHeading: 'Arquivos que não podem ser lidos:',
  unreadableHint: 'Eles ficam como estão; ponha cópias de segurança no lugar, ou corrija-os à mão.',
  flags: {
    private: 'privada',
    pinned: 'fixada',
    interrupted: 'terminou sem despedida',
    sourceGone: 'apagada lá',
  },

  sourceJournal: 'diário',
  sourceLiveHistory: 'histórico ao vivo',
  exported: (count, path, source) =>
    `${plural(count, 'entrada exportada', 'entradas exportadas')} para ${path} (origem: ${source})`,
  masked: (count) =>
    count === 0
      ? 'Não se encontraram segredos nela.'
      : `${plural(count, 'segredo foi mascarado', 'segredos foram mascarados')} nela.`,

  searchHeading: (query) => `Sessões que correspondem a "${query}":`,
  recentHeading: 'Sessões mais recentes:',
  readAs: (typed, read) => `Ninguém escreveu "${typed}": isto é sobre "${read}".`,
  explained: {
    messages: 'mensagens',
    session: 'sessão',
    coverage: 'das palavras',
    time: 'data',
    recency: 'recência',
    named: 'sem nome dado',
    adjacency: 'lado a lado',
  },
  matchCount: (count) => plural(count, 'ocorrência', 'ocorrências'),
  missingWords: (words) => `sem: ${words.join(', ')}`,
  noMatch: (query, sessions) =>
    `Nada encontrado para "${query}" (busca em ${plural(sessions, 'sessão', 'sessões')}).`,

  andMoreMatch: (count) => `… e mais ${plural(count, 'sessão corresponde', 'sessões correspondem')}`,
  alsoIn: (names) => `também em: ${names.join(', ')}`,
  searchHint: 'Leia em torno de uma ocorrência com: chatcli session get NOME --query "…"',
  unknownWords: (words) => `Nenhuma mensagem contém: ${words.join(', ')}`,
  timeRead: (phrase, from, to, only) =>
    `"${phrase}" foi lido como tempo${from === undefined ? '' : ` de ${from}`}${to === undefined ? '' : ` até ${to}`}${only ? '' : '; mensagens desse tempo vêm primeiro'}.`,
  notSearched: (name, reason) => `${name} ficou fora da busca: ${reason}`,
  foundUnsealed: (names) =>
    `Sem selo, numa pasta selada: ${names.join(', ')}. Se for seu, sele: chatcli storage seal`,
  partlySearched: (indexed, sessions) => `A busca alcançou ${indexed} de ${sessions} sessões.`,

  noMatchIn: (query, name) => `Nada encontrado para "${query}" em ${name}.`,
  damaged: (name) => `Partes de "${name}" não podem ser lidas.`,
  noSession: (name) => `Não existe a sessão "${name}".`,

  pageHeading: (name, first, last, total) => `${name}: mensagens ${first}–${last} de ${total}`,
  nextPage: (name, offset) => `Próxima página: chatcli session get ${name} --offset ${offset}`,
  emptyPage: (name) => `${name}: nenhuma mensagem`,
  pastTheEnd: (name, from, total) => `${name}: nada a partir de ${from} (${messages(total)} ao todo)`,
  noMessageMatches: (query, name) => `Nenhuma mensagem de ${name} corresponde a "${query}".`,
  centredOn: (position) => `a melhor ocorrência é a mensagem ${position}`,
  messageHeading: (name, position, role, total) => `${name}: mensagem ${position} de ${total}, ${role}`,
  nextTranscriptPage: (name, from) => `Continua: chatcli session transcript ${name} show ${from}`,
  nextOffset: (offset) => `(há mais: o próximo offset é ${offset})`,
  cutFrom: (length, position) =>
    `(cortada: ${length} caracteres; peça a mensagem ${position} para lê-la inteira)`,
  stillCut: (length) => `(cortada: ${length} caracteres)`,
  states: { compacted: 'compactada', rewound: 'desfeita', removed: 'removida', missing: 'ausente' },

  statistics: {
    messages: 'Mensagens',
    outside: 'Fora da janela',
    source: 'Lido de',
    id: 'Transcrição',
    bytes: 'Bytes',
    times: 'Tempo',
    rewrites: 'Reescritas',
    writers: 'Autores',
    damage: 'Danos',
  },

  systemMessageHidden: '[mensagem de sistema não exibida]',

  fromStore: fromStoreInPortuguese,
  errorLine: (message) => `Erro: ${message}`,
  hintLine: (hint) => `Dica: ${hint}`,
  hints: {
    usage: 'Veja chatcli --help.',
    'invalid-name':
      'Nomes têm de 1 a 128 letras, dígitos, hifens, sublinhados e pontos, e começam com letra ou dígito.',
    'not-found': 'Veja o que existe com: chatcli session list',
    'no-match': 'Tente com menos palavras, ou com outras.',
    exists: 'Escolha outro nome, ou substitua com --force.',
    conflict: 'Alguém alterou isso nesse meio-tempo; olhe de novo e repita.',
    locked: 'Outro processo está trabalhando nisso; tente de novo quando ele terminar.',
    damaged: 'O que pode ser lido foi preservado; nada foi sobrescrito.',
    'newer-version': 'Atualize o chatcli para ler isso.',
    key: 'Confira CHATCLI_ENCRYPTION_KEY.',
    storage: 'Confira o espaço livre e as permissões da pasta do chatcli.',
    refused: 'Nada foi alterado.',
    provider: 'Tente de novo ou escolha outro modelo.',
    'tools-unsupported': 'Defina CHATCLI_TOOL_CALLS=text ou escolha um modelo que saiba chamar ferramentas.',
    interrupted: 'Nada mais foi feito.',
  },

  usageErrors: {
    unexpected: (word) => `"${word}" é uma palavra a mais.`,
    unknownOption: (option) => `Não há a opção ${option} aqui.`,
    missingArgument: (name) => `Falta ${name}.`,
    missingValue: (option) => `${option} precisa de um valor.`,
    badCount: (option, value) => `${option} não pode ser "${value}".`,
    countHint: (option, least, most) =>
      most === undefined
        ? `Dê um número inteiro a partir de ${least}, por exemplo ${option} ${Math.max(least, 5)}.`
        : `Dê um número inteiro de ${least} a ${most}.`,
    badChoice: (name, value) => `${name} não pode ser "${value}".`,
    choiceHint: (choices) => `Dê um destes: ${choices.join(', ')}.`,
    badTime: (option, value) => `${option} não pode ser "${value}".`,
    timeHint: 'Dê um dia como 2026-03-14, um mês, um ano, uma idade como 7d, ou "semana passada".',
    saveFrom: 'Diga onde está a conversa.',
    saveFromHint: 'chatcli session save NOME ARQUIVO, ou - para a entrada padrão.',
    saveFolder: 'Com --from-dir, os arquivos dão os nomes: deixe de fora NOME, --from e --title.',
    noQuery: 'Diga o que procurar.',
    noQueryHint: 'Por exemplo: chatcli search "o que decidimos sobre o cache na semana passada?"',
    noSuchTopic: (topic) => `Não há ajuda sobre "${topic}".`,
    formats: 'Escolha --json ou --ndjson, não os dois.',
  },
  inputNotFound: (path) => `Não existe ${path}.`,
  inputNotText: (path) => `${path} não é texto em UTF-8.`,
  inputNotConversationHint:
    'Dê um arquivo de sessão, uma lista de mensagens, a forma ShareGPT, ou uma mensagem em JSON por linha: {"role":"user","content":"…"}.',
  inputIsFolder: (path) => `${path} é uma pasta.`,
  inputIsFolderHint: (path) => `Salve todos os arquivos dela com: chatcli session save --from-dir ${path}`,
  inputNotTextHint: 'Converta para UTF-8 e tente de novo.',
  exportExistsHint: 'Dê outro caminho, ou substitua com --force.',
  purgeRefused: (name) => `"${name}" não foi apagada para sempre sem que se perguntasse.`,
  purgeRefusedHint: 'Repita com --yes, ou deixe de fora --purge para movê-la para a lixeira.',
  unexpectedError: (what) =>
    `um erro que não devia acontecer: ${what}. Por favor, relate-o, com o que você fez.`,

  tool: {
    empty: 'session: diga o que fazer, por exemplo {"cmd":"search","args":{"query":"rate limiter"}}',
    notJson: (reason) => `session: os argumentos não são um objeto JSON: ${reason}`,
    missingCommand: (valid) => `session: falta cmd; é um destes: ${valid}`,
    unknownCommand: (word, valid) => `session: comando desconhecido "${word}"; é um destes: ${valid}`,
    required: (command, field) => `session ${command}: falta ${field}`,
    badMessage: (value) => `session get: message é uma posição como 17, e não pode ser ${value}`,
    privateSession: (command, name) => `session ${command}: "${name}" é privada`,
    hiddenSource: (command, name) =>
      `session ${command}: "${name}" veio de uma ferramenta que não é mostrada a modelos`,
    needsConversation: (command) => `session ${command}: não há conversa ao vivo neste processo`,
    nextSteps: {
      save: 'Para salvar uma de um arquivo: chatcli session save NOME --from ARQUIVO',
      fork: 'Para copiar uma sessão salva: chatcli session fork NOME NOVO',
      attach: 'Para ler uma sessão salva: {"cmd":"get","args":{"name":"NOME"}}',
      detach: 'Não há nada a desligar; {"cmd":"list"} lista as sessões salvas',
    },
  },

  chat: chatBrazilianPortuguese,
  context: contextBrazilianPortuguese,

  acp: acpBrazilianPortuguese,
  picker: pickerBrazilianPortuguese,
  import: importBrazilianPortuguese,
  key: keyBrazilianPortuguese,
  mcp: mcpBrazilianPortuguese,
  mcpHttp: mcpHttpBrazilianPortuguese,
  mcpInstall: mcpInstallBrazilianPortuguese,
  rewind: rewindBrazilianPortuguese,
  autoRecall: autoRecallBrazilianPortuguese,
  storage: storageBrazilianPortuguese,
  doctor: doctorBrazilianPortuguese,
  bootstrap: bootstrapBrazilianPortuguese,
  trajectory: trajectoryBrazilianPortuguese,

  unknownCommand: (word) => `Comando desconhecido: "${word}".`,
  didYouMean: (words) =>
    words.length === 1 ? `Você quis dizer ${words[0]}?` : `Você quis dizer um destes: ${words.join(', ')}?`,

  usage: 'Uso:',
  commands: 'Comandos:',
  arguments: 'Argumentos:',
  options: 'Opções:',
}

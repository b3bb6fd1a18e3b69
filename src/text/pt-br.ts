import type { Catalogue } from './catalogue.ts'

// In Portuguese zero takes the singular ("0 mensagem"), as in the plural rules of Unicode CLDR.
const plural = (count: number, one: string, other: string): string => `${count} ${count <= 1 ? one : other}`
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

  sessionListHeading: 'Sessões salvas:',
  sessionListEmpty: 'Nenhuma sessão salva ainda. Salve uma com: chatcli session save NOME --from ARQUIVO',
  andMore: (count) => `… e mais ${count}`,

  sourceJournal: 'diário',
  sourceLiveHistory: 'histórico ao vivo',
  exported: (count, path, source) =>
    `${plural(count, 'entrada exportada', 'entradas exportadas')} para ${path} (origem: ${source})`,

  searchHeading: (query) => `Sessões que correspondem a "${query}":`,
  recentHeading: 'Sessões mais recentes:',
  matchCount: (count) => plural(count, 'ocorrência', 'ocorrências'),
  missingWords: (words) => `sem: ${words.join(', ')}`,
  noMatch: (query, sessions) =>
    `Nada encontrado para "${query}" (busca em ${plural(sessions, 'sessão', 'sessões')}).`,

  pageHeading: (name, first, last, total) => `${name}: mensagens ${first}–${last} de ${total}`,
  nextPage: (name, offset) => `Próxima página: chatcli session get ${name} --offset ${offset}`,
  systemMessageHidden: '[mensagem de sistema não exibida]',

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
    interrupted: 'Nada mais foi feito.',
  },

  unknownCommand: (word) => `Comando desconhecido: "${word}".`,
  didYouMean: (words) =>
    words.length === 1 ? `Você quis dizer ${words[0]}?` : `Você quis dizer um destes: ${words.join(', ')}?`,

  usage: 'Uso:',
  commands: 'Comandos:',
  arguments: 'Argumentos:',
  options: 'Opções:',
}

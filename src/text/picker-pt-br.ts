import type { PickerText } from './picker-english.ts'

// In Portuguese zero takes the singular, as in the plural rules of Unicode CLDR.
const plural = (count: number, one: string, other: string): string => `${count} ${count <= 1 ? one : other}`

/** What the picker says, in Brazilian Portuguese. */
export const pickerBrazilianPortuguese: PickerText = {
  prompt: 'Buscar: ',
  placeholder: 'digite o que foi dito; Tab completa role: in: before: …',
  loading: 'Lendo a lista de sessões …',
  searching: 'buscando …',
  indexing: (done, total) => `indexando ${done} de ${total} sessões …`,
  count: (shown, total) => (shown === total ? `${total}` : `${shown} de ${total}`),
  scopes: {
    all: 'todas',
    named: 'com nome',
    machine: 'automáticas',
    interrupted: 'interrompidas',
    trash: 'lixeira',
  },
  sorts: { relevance: 'melhores antes', recency: 'novas antes', length: 'longas antes' },
  matches: (count) => plural(count, 'ocorrência', 'ocorrências'),
  messages: (count) => plural(count, 'mensagem', 'mensagens'),
  without: (words) => `sem ${words.join(', ')}`,
  flags: { pinned: 'fixada', private: 'privada', interrupted: 'interrompida' },
  deletedOn: (date) => `excluída em ${date}`,

  hints: {
    query: 'Enter abre · ↑↓ escolhe · Tab lista · ^R quais · ^S ordem · F1 ajuda · Esc sai',
    list: 'Enter abre · f bifurca · y copia · R renomeia · p fixa · x lixeira · ? teclas',
    trash: 'Enter restaura · ↑↓ escolhe · ^R quais · F1 ajuda · Esc sai',
    prompt: 'Enter confirma · Esc desiste',
    help: '↑↓ mais · outra tecla volta',
    short: 'Enter · ↑↓ · F1 ajuda · Esc',
  },

  emptyStore: [
    'Ainda não há nenhuma sessão.',
    '',
    'O que você disser no chatcli fica guardado. Para trazer uma conversa:',
    'chatcli session save NOME --from ARQUIVO',
  ].join('\n'),
  emptyScope: (scope) => `Nada aqui entre: ${scope}. Ctrl-R mostra outras.`,
  emptyTrash: 'A lixeira está vazia. Ctrl-R mostra as sessões.',
  nothingFound: (query) => `Nada encontrado para "${query}".`,
  outsideScope: (count, scope) =>
    `${plural(count, 'sessão corresponde', 'sessões correspondem')}, mas não entre: ${scope}. Ctrl-R mostra todas.`,
  unknownWords: (words) => `Nenhuma mensagem contém: ${words.join(', ')}`,
  nearest: (typed, read) => `Ninguém escreveu "${typed}"; parecida: "${read}"`,
  searched: (sessions) => plural(sessions, 'sessão foi pesquisada.', 'sessões foram pesquisadas.'),
  unreadable: (name, reason) => `${name} não pôde ser lida: ${reason}`,
  fewer: 'Tente menos palavras, ou outras, ou uma do título.',
  noMatchInPreview: 'Não há outra ocorrência nesta sessão.',
  place: (at, count) => `ocorrência ${at} de ${count}`,
  noMessages: 'Não tem mensagens.',

  askName: { rename: 'Novo nome: ', fork: 'Nome da cópia: ' },
  done: {
    trashed: (name) => `"${name}" está na lixeira. u (ou Alt-u) a traz de volta.`,
    restored: (name) => `"${name}" voltou.`,
    renamed: (from, to) => `"${from}" agora é "${to}".`,
    pinned: (name) => `"${name}" está fixada.`,
    unpinned: (name) => `"${name}" não está mais fixada.`,
    copiedMessage: (position) => `A mensagem ${position} está na área de transferência.`,
    copiedCommand: (command) => `Na área de transferência: ${command}`,
    messageFile: (position, path) => `A mensagem ${position} está em ${path}`,
    commandShown: (command) => `O comando: ${command}`,
  },
  nothingToUndo: 'Não há nada a desfazer.',
  nothingChosen: 'Escolha primeiro uma sessão.',
  sameName: 'Esse já é o nome dela.',
  failed: (message) => `Não deu certo: ${message}`,

  help: [
    'Digite o que foi dito: a lista acompanha. Palavras inteiras vêm antes.',
    '"estas palavras juntas"  -sem  +obrigatória  role:user  in:NOME  tool:NOME',
    'before:2026-03  after:7d  on:2026-03-14  source:TOOL  has:code  lang:pt',
    'Tab completa um operador; sem nada a completar, vai para a lista.',
    '',
    '  Enter          abre a sessão na mensagem escolhida',
    '  ↑ ↓ PgUp PgDn  escolhe uma sessão',
    '  Ctrl-R         quais: todas, com nome, automáticas, interrompidas, lixeira',
    '  Ctrl-S         ordem: melhores, novas, longas antes',
    '  Ctrl-L         redesenha        Ctrl-Z  suspende',
    '  Esc            volta, ou sai    Ctrl-C  sai',
    '',
    'Na lista como estão, ao digitar com Alt:',
    '  n N            ocorrência seguinte e anterior na sessão',
    '  J K            move a prévia',
    '  r              abre no fim',
    '  f              bifurca a partir da mensagem escolhida',
    '  y Y            copia a mensagem, o comando que a abre',
    '  e R p          exporta como Markdown, renomeia, fixa ou solta',
    '  x u            move para a lixeira, desfaz a última dessas',
    '  o s            ordem, quais',
    '  / ?            volta às palavras, esta ajuda',
  ].join('\n'),

  lines: {
    newest: 'Sessões mais novas:',
    found: (query) => `Sessões para "${query}":`,
    prompt: 'Número, palavras, ou ? > ',
    more: (count) => `… e mais ${count}: +`,
    help: [
      'Um número abre essa sessão na ocorrência.',
      'Palavras buscam sessões. /palavras também, para palavras que são um número.',
      '+ mostra mais. Uma linha vazia sai.',
    ].join('\n'),
    noSuchNumber: (typed, most) =>
      most === 0 ? `Não existe ${typed}.` : `Não existe ${typed}: dê de 1 a ${most}.`,
  },

  noSessions: 'Não há nenhuma sessão para continuar',
  noSessionsHint: 'Comece uma conversa com: chatcli',
  noTerminal: 'Não há ninguém aqui que possa escolher',

  goingOn: (name) => `Continuando "${name}". A lista das outras: chatcli resume -i PALAVRAS`,
  goingOnNamed: (name) => `Continuando "${name}".`,
}

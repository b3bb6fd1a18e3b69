import type { StorageText } from './storage-english.ts'

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const days = (count: number): string => (count === 0 ? 'para sempre' : plural(count, 'dia', 'dias'))
const sessions = (count: number): string => plural(count, 'sessão', 'sessões')

/** The same in Brazilian Portuguese. */
export const storageBrazilianPortuguese: StorageText = {
  heading: (home) => `O que há em ${home}:`,
  columns: { store: 'depósito', files: 'arquivos', size: 'tamanho', would: 'sairia agora', rule: 'regra' },
  nothing: 'nada',
  would: (items, size) => `${items} (${size})`,
  total: 'tudo',
  never: 'nunca é limpo',
  rules: {
    sessions: ({ ttlDays, keep }) =>
      ttlDays === 0
        ? 'ficam para sempre'
        : `as que o programa nomeou: ${days(ttlDays)}, ${keep} de cada tipo; as suas nunca saem`,
    transcripts: ({ ttlDays }) => `como suas sessões; sem sessão, ${days(ttlDays)}`,
    archive: (mebibytes, ttlDays) =>
      `${ttlDays === 0 ? 'qualquer tempo' : days(ttlDays)} sem uso, ${mebibytes === 0 ? 'qualquer tamanho' : `${mebibytes} MB`}`,
    trash: ({ trashDays }) => days(trashDays),
    index: 'feito do resto, arruma-se sozinho',
    contexts: 'nunca é limpo, a não ser de arquivos temporários',
    costs: ({ ttlDays }) => `instantâneos: ${days(ttlDays)}, rajadas de testes; os livros nunca saem`,
    checkpoints: ({ ttlDays }) =>
      `${days(ttlDays)} sem mudança, projetos perdidos, conteúdos que ninguém menciona`,
    history: 'limitado pelo próprio tamanho',
    logs: 'nunca é limpo',
    exports: 'nunca é limpo',
    state: 'nunca é limpo, a não ser de arquivos temporários',
  },
  fromHome: (what) =>
    `${what} é o que a pasta pede, mais longo que as configurações. Para mudar: chatcli storage policy`,
  policyNames: { ttlDays: 'session-ttl', keep: 'session-autosave-keep', trashDays: 'trash-days' },
  lastRun: (date, gone, trash) =>
    `Última limpeza automática em ${date}: ${sessions(gone)} para a lixeira, ${trash} fora dela.`,
  pruneHint: 'Veja o que sairia com: chatcli storage prune',

  reasons: {
    ttl: 'passou do prazo',
    keep: 'acima do número que fica',
    orphan: 'aquilo a que pertencia não existe mais',
    burst: 'uma rajada, como as que testes deixam',
    stray: 'arquivo temporário de um programa interrompido',
    cap: 'acima do tamanho do arquivo de textos',
    'trash-age': 'tempo bastante na lixeira',
  },
  wouldRemove: (items, size) =>
    `${plural(items, 'coisa sairia', 'coisas sairiam')} (${size}). Nada foi alterado.`,
  applyHint: 'Remova com: chatcli storage prune --apply',
  removed: (items, size) => `${plural(items, 'coisa saiu', 'coisas saíram')} (${size}).`,
  toTrash: (count) =>
    `${plural(count, 'sessão foi', 'sessões foram')} para a lixeira. Para trazer uma de volta: chatcli trash restore NOME`,
  nothingToRemove: 'Não há nada a remover.',
  notRemoved: (name, reason) => `${name} não pôde ser removido: ${reason}`,
  notRestored: (name, reason) => `${name} não pôde voltar: ${reason}`,
  touched: (count) => `${plural(count, 'coisa foi tocada', 'coisas foram tocadas')} enquanto isso e ficou.`,
  clock: {
    jumped: (date) =>
      `O relógio está mais de 30 dias à frente do último uso desta pasta (${date}): nada foi removido, caso o relógio esteja errado.`,
    jumpedHint: 'Se o relógio está certo, faça de novo: esta hora foi guardada.',
    behind: (date) =>
      `O relógio está antes do último uso desta pasta (${date}): nada foi removido, caso o relógio esteja errado.`,
    behindHint: 'Se o relógio está certo, ele valerá quando três dias o tiverem visto.',
    wouldRefuse: 'Como está, nada seria removido apesar disto.',
  },
  noStore: (word) => `Não há um depósito "${word}" de que algo possa sair.`,
  storesHint: (names) => `Use um destes: ${names.join(', ')}.`,
  policyHeading: 'Quanto tempo as coisas ficam:',
  policyRow: ({ ttlDays, keep, trashDays }) =>
    [
      `  sessões que o programa nomeou   ${days(ttlDays)}`,
      `    destas no máximo, por tipo     ${ttlDays === 0 ? 'quantas forem' : keep}`,
      `  o que está na lixeira            ${days(trashDays)}`,
    ].join('\n'),
  policyKept: 'Esta pasta pede isso de agora em diante; onde as configurações pedem mais, elas valem.',
  badDays: (option, value) => `${option} não pode ser "${value}".`,
  daysHint: (option) => `Dê um número de dias: ${option} 90 ou ${option} 90d; 0 é para sempre.`,

  announced: (count, ttlDays) =>
    `${plural(count, 'sessão', 'sessões')} que o próprio programa nomeou, que ninguém tocou por ${days(ttlDays)} ou que eram demais, ${count === 1 ? 'foi' : 'foram'} para a lixeira. Sessões que você nomeou nunca saem. Veja: /trash. Traga uma de volta: /trash restore NOME. Fique com todas: chatcli config set session-ttl 0`,

  backup: {
    written: (count, size, path) => `${plural(count, 'arquivo', 'arquivos')} (${size}) em ${path}`,
    leftOut:
      'Ficam de fora: o índice de busca, que é refeito, e config.toml, que pode ter chaves de provedores. O que está selado continua selado: guarde a chave.',
    restored: (added, merged, kept) =>
      `${plural(added, 'arquivo trazido', 'arquivos trazidos')} de volta, ${plural(merged, 'transcrição completada', 'transcrições completadas')}, ${kept} já estavam lá.`,
    forked: (name, as) => `Outra conversa se chama "${name}" aqui; a da cópia agora é "${as}".`,
    gone: (count) =>
      `${plural(count, 'arquivo', 'arquivos')} de conversas apagadas aqui desde então não voltaram.`,
  },
  forget: {
    hint: 'As posições contam a partir de 0; veja com: chatcli session get NOME',
    noMessage: (name, position) => `"${name}" não tem mensagem na posição ${position}.`,
    would: (name, position, words) =>
      `A mensagem ${position} de "${name}" seria esquecida: ${words}. Nada foi alterado.`,
    confirm: (position, words) => `Esquecer de vez a mensagem ${position}, em cada cópia: "${words}"? [s/N] `,
    refused: 'Nada foi esquecido sem uma pergunta.',
    refusedHint: 'Repita com --yes.',
    done: (name, position) => `A mensagem ${position} de "${name}" foi esquecida.`,
    stays: 'O que você digitou continua no histórico do prompt, e em exportações e cópias que você fez.',
  },
  trash: {
    heading: (count, size) => `Na lixeira: ${count} (${size})`,
    reasons: { deleted: 'apagada', replaced: 'substituída', expired: 'vencida', unsaved: 'não salva' },
    restoreHint: 'Traga uma de volta com: chatcli trash restore NOME',
    stays: (trashDays) =>
      trashDays === 0 ? 'Fica para sempre.' : `Cada uma sai depois de ${days(trashDays)}.`,
    empty: 'A lixeira está vazia.',
    noneOlder: (count) => `Nada esteve na lixeira por mais de ${days(count)}.`,
    confirm: (count) =>
      `Remover ${plural(count, 'entrada', 'entradas')} da lixeira de vez? Não há como trazer de volta. [s/N] `,
    wouldEmpty: (count, size) =>
      `${plural(count, 'entrada da lixeira sairia', 'entradas da lixeira sairiam')} de vez (${size}). Nada foi alterado.`,
    emptied: (count, size) =>
      `${plural(count, 'entrada da lixeira removida', 'entradas da lixeira removidas')} de vez (${size}).`,
    refused: 'A lixeira não foi esvaziada sem uma pergunta.',
    refusedHint: 'Repita com --yes.',
    restored: (count) => `${plural(count, 'sessão restaurada', 'sessões restauradas')} da lixeira.`,
    notThere: (name) => `Não há "${name}" na lixeira.`,
    listHint: 'Veja o que há com: chatcli trash list',
  },
}

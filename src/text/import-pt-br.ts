import type { ImportText } from './import-english.ts'

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const files = (count: number): string => plural(count, 'arquivo', 'arquivos')

/** The same in Brazilian Portuguese. */
export const importBrazilianPortuguese: ImportText = {
  heading: 'Conversas de outras ferramentas nesta máquina:',
  columns: {
    tool: 'ferramenta',
    files: 'arquivos',
    size: 'tamanho',
    newest: 'mais nova',
    fresh: 'novo ou mudado',
  },
  fresh: (count, size) => (count === 0 ? 'nada' : `${files(count)} (${size})`),
  nothingFound: 'Nenhum histórico de outra ferramenta foi encontrado nesta máquina.',
  nothingFoundHint: (tools) =>
    `Indique uma pasta ou um arquivo para importar: chatcli import CAMINHO. Ferramentas conhecidas: ${tools.join(', ')}`,
  nothingFresh: 'Tudo o que foi encontrado já está importado.',
  confirm: (count, size) => `Importar ${files(count)} (${size})? [S/n] `,
  isNo: (answer) => /^\s*n/i.test(answer),
  notAsked: 'Nada foi importado sem perguntar. Para importar tudo: chatcli import --all',
  notImported: 'Nada foi importado.',
  progress: (label, percent, rate, left) =>
    `${percent} %, ${label}, ${rate}/s${left === '' ? '' : `, faltam ${left}`}`,
  done: (sessions, grown, messages) =>
    sessions + grown === 0
      ? 'Nada de novo.'
      : `${plural(sessions, 'sessão nova', 'sessões novas')}, ${grown} com acréscimos, ${plural(messages, 'mensagem nova', 'mensagens novas')}.`,
  would: (sessions, grown, messages) =>
    `${plural(sessions, 'sessão nova seria criada', 'sessões novas seriam criadas')}, ${grown} com acréscimos, ${plural(messages, 'mensagem tomada', 'mensagens tomadas')}. Nada foi mudado.`,
  tool: (label, units, imported, unchanged, skipped) =>
    `${label}: ${files(units)} = ${imported} com novidades + ${unchanged} sem + ${skipped} deixados de fora`,
  skippedHeading: (count) => `Ficou de fora (${count}):`,
  skipped: (path, offset, reason, detail) =>
    `  ${path}${offset === undefined ? '' : ` no byte ${offset}`}: ${reason}${detail === '' ? '' : ` (${detail})`}`,
  reasons: {
    damaged: 'não pode ser lido',
    unfinished: 'não está escrito até o fim',
    unreadable: 'não pode ser aberto',
    encrypted: 'está selado',
    empty: 'não contém conversa',
    unknown: 'é de um tipo desconhecido',
    copy: 'está em outra conversa',
    probe: 'foi perguntado por um programa, não por você',
    cut: 'era longo demais para ser tomado inteiro',
    purged: 'foi apagado aqui de vez',
    'in-trash': 'está na lixeira daqui',
    'not-writable': 'não pode ser acrescentado à sessão que existe',
    'not-a-history': 'não é um histórico de nenhuma ferramenta conhecida aqui',
  },
  gone: (fresh, all) =>
    `${plural(fresh, 'conversa cujo arquivo foi apagado lá continua guardada aqui', 'conversas cujos arquivos foram apagados lá continuam guardadas aqui')}${all > fresh ? ` (${all} ao todo)` : ''}.`,
  goneSince: (tool, date) =>
    `Importada de ${tool}, onde o arquivo não existe mais desde ${date}; aqui ela continua guardada.`,
  stopped: 'Parou antes do fim. A próxima importação continua dali.',
  allSkipped: '  Tudo: chatcli import --again --dry-run --json',
  going: (label, count, days) =>
    `${label} apaga o que não mudou em ${plural(days, 'dia', 'dias')}: ${files(count)} ainda não ${count === 1 ? 'importado vai sumir' : 'importados vão sumir'} em uma semana.`,
  keeps: (label, days) =>
    `${label} apaga seus históricos depois de ${plural(days, 'dia', 'dias')}; o que foi importado fica.`,
  keepUp: 'Para acompanhar: chatcli import --watch, ou chatcli config set import-on-start on',
  notBoth: '--watch e --dry-run se excluem',
  watching: 'Acompanhando o que vier. Ctrl-C termina.',
  watched: (passes) => `Deixou de acompanhar; houve novidade ${plural(passes, 'vez', 'vezes')}.`,
  onStart: (sum) => `De outras ferramentas: ${sum}`,
  present: (labels) =>
    `Há conversas de ${labels.join(', ')} nesta máquina. Para poder buscar nelas: chatcli import`,
  exportedAs: {
    written: (path) => `Gravado em ${path}`,
    goOn: (command) => `Para continuar: ${command}`,
    leftBehind: 'Ficou para trás:',
    losses: {
      earlier: (count) =>
        `${plural(count, 'mensagem que já não está', 'mensagens que já não estão')} na janela: compactadas, desfeitas ou removidas`,
      thinking: (count) =>
        `${plural(count, 'vez', 'vezes')} o que o modelo pensou: só o modelo que pensou aceita isso de volta`,
      system: (count) => plural(count, 'mensagem do sistema', 'mensagens do sistema'),
      images: (count) => plural(count, 'imagem', 'imagens'),
      'open-calls': (count) =>
        `${plural(count, 'chamada de ferramenta', 'chamadas de ferramentas')} sem resultado`,
      'lone-results': (count) =>
        `${plural(count, 'resultado de ferramenta', 'resultados de ferramentas')} sem a chamada`,
      undated: (count) =>
        `a hora de ${plural(count, 'mensagem', 'mensagens')}: desconhecida, vale a da anterior`,
      commands: (count) =>
        `${plural(count, 'mensagem que começa', 'mensagens que começam')} com / ou ?, que a ferramenta toma por comandos seus`,
    },
  },
  searchHint: 'Busque nelas com: chatcli search PALAVRAS',
}

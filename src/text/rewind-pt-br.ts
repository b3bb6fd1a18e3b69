import type { RewindText } from './rewind-english.ts'

// In Portuguese zero takes the singular, as in the plural rules of Unicode CLDR.
const plural = (count: number, one: string, other: string): string => `${count} ${count <= 1 ? one : other}`
const messages = (count: number): string => plural(count, 'mensagem', 'mensagens')
const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/** What `/rewind` says, in Brazilian Portuguese. */
export const rewindBrazilianPortuguese: RewindText = {
  heading: 'A conversa pode voltar para logo antes de:',
  ago(ms) {
    if (ms < minute) return 'agora'
    if (ms < hour) return `há ${Math.floor(ms / minute)} min`
    if (ms < 2 * day) return `há ${Math.floor(ms / hour)} h`
    return `há ${Math.floor(ms / day)} dias`
  },
  goes: (count) => `-${messages(count)}`,
  compacted: '(compactada desde então)',
  more: (count) => `… e ${plural(count, 'anterior', 'anteriores')}: /rewind list`,
  none: 'Não há para onde voltar.',
  gaps: (count) =>
    `${plural(count, 'lacuna', 'lacunas')} na transcrição: o que havia antes de um ponto depois delas não é certo.`,
  choose: 'Número (Enter: ficar aqui): ',
  stayed: 'Nada foi mudado.',
  badNumber: (word) => `Não há ponto "${word}" para voltar.`,
  badNumberHint: (most) =>
    most === 0 ? 'Nada foi dito ainda.' : `Dê um número de 1 a ${most}; /rewind os lista.`,
  badOption: (word) => `/rewind não tem a opção "${word}".`,
  badOptionHint: 'Uso: /rewind [N | list | undo | compact] [--files | --no-files] [--anyway]',

  done: (label, removed, restored) =>
    `De volta para antes de "${label}": ${messages(removed)} ${removed <= 1 ? 'saiu' : 'saíram'} da janela${restored === 0 ? '' : `, ${restored} ${restored === 1 ? 'voltou' : 'voltaram'}`}. Ainda podem ser achadas, e /rewind undo as traz de volta.`,
  sameAlready: 'A janela já é essa.',
  youSaid: 'Você tinha dito:',
  undone: (count) => `O retorno foi desfeito: ${messages(count)} na janela. /rewind undo volta de novo.`,
  redone: (count) => `De volta outra vez: ${messages(count)} na janela.`,
  expanded: (before, after) => `A compactação foi desfeita: ${before} → ${messages(after)} na janela.`,
  moreCompactions: (count) =>
    `${plural(count, 'outra pode ser desfeita', 'outras podem ser desfeitas')}: /rewind compact`,

  files: 'Arquivos mudados desde então pelas ferramentas desta conversa:',
  fileBack: (path) => `  ${path}`,
  fileRemoved: (path) => `  ${path} (foi criado então; seria removido)`,
  filesKept: 'Ficam como estão, porque alguém mais os mudou:',
  commands: 'O que comandos mudaram não é conhecido, e fica.',
  askFiles: 'Trazer os arquivos de volta também? [s/N] ',
  filesBack: (count) => plural(count, 'arquivo foi trazido de volta.', 'arquivos foram trazidos de volta.'),
  filesFailed: (paths) => `Não pôde ser trazido de volta, e está como estava: ${paths}`,
  filesStay: 'Os arquivos ficam como estão.',
  filesHint: 'Os arquivos ficam como estão; /rewind N --files também os traz de volta.',
}

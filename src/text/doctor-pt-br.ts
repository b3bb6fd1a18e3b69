import type { DoctorText } from './doctor-english.ts'

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`

/** The same in Brazilian Portuguese. */
export const doctorBrazilianPortuguese: DoctorText = {
  severities: { ok: 'ok', info: 'nota', warning: 'aviso', error: 'erro' },
  measured: 'medido',
  expected: 'esperado',
  remedy: 'remédio',
  checks: {
    settings: {
      title: 'configurações',
      cause: 'uma configuração não pode ser entendida',
      remedy: 'Corrija-a; chatcli config list mostra de onde cada uma vem.',
    },
    home: {
      title: 'pasta',
      cause: 'ainda não há uma pasta',
      remedy: 'Nada a fazer: ela é feita quando algo é salvo pela primeira vez.',
    },
    opens: {
      title: 'a pasta pode ser usada',
      cause: 'este programa não consegue abrir a pasta',
      remedy: 'Veja o que o erro diz; nada foi alterado.',
    },
    'file-system': {
      title: 'sistema de arquivos',
      cause:
        'outra máquina tem os arquivos: o que vários programas acrescentam pode se misturar, e travas podem falhar',
      remedy: 'Aponte CHATCLI_HOME para uma pasta em um disco local.',
    },
    space: {
      title: 'espaço livre',
      cause: 'o disco está quase cheio',
      remedy: 'Libere espaço; chatcli storage prune lista o que poderia sair.',
    },
    fsync: {
      title: 'escrita segura',
      cause: 'um arquivo escrito e sincronizado não pôde ser lido de volta, ou o disco o recusou',
      remedy: 'Verifique o disco e as permissões da pasta.',
    },
    lock: {
      title: 'travas',
      cause: 'o disco não recusa um segundo arquivo com o mesmo nome, ou não faz links',
      remedy: 'Aponte CHATCLI_HOME para uma pasta em um disco local.',
    },
    modes: {
      title: 'permissões',
      cause: 'outros usuários podem ler o que foi dito, ou você não pode',
      remedy: 'chatcli doctor --fix as corrige.',
    },
    owners: {
      title: 'dono',
      cause: 'há arquivos de outro usuário, que pode lê-los e alterá-los',
      remedy: 'Devolva-os com chown, e veja se são o que você espera.',
    },
    links: {
      title: 'links',
      cause: 'links, pipes ou segundos nomes no lugar de arquivos; eles não são seguidos',
      remedy: 'Ponha os próprios arquivos ali, ou tire estes.',
    },
    names: {
      title: 'nomes',
      cause: 'nomes que nenhuma sessão pode ter, ou que alguns discos não distinguem',
      remedy: 'Renomeie os arquivos à mão; até lá eles ficam como estão.',
    },
    unreadable: {
      title: 'sessões',
      cause: 'arquivos de sessão que não podem ser lidos; ficam como estão',
      remedy:
        'chatcli doctor --fix refaz os que têm transcrição, e guarda o arquivo danificado ao lado; para os outros, recupere uma cópia.',
    },
    damage: {
      title: 'transcrições',
      cause: 'linhas que não podem ser lidas; elas ficam, e não escondem mais nada',
      remedy: 'Nada do que ainda se lê está perdido. Recupere uma cópia para ter o resto.',
    },
    foreign: {
      title: 'outros programas',
      cause: 'o programa em Go também usa esta pasta, e remove transcrições antigas',
      remedy: 'Use CHATCLI_SESSION_TTL=0 para aquele programa, ou dê a ele uma pasta própria.',
    },
    temp: {
      title: 'arquivos temporários',
      cause: 'programas foram interrompidos enquanto escreviam',
      remedy: 'chatcli doctor --fix os remove.',
    },
    'side-files': {
      title: 'arquivos ao lado',
      cause:
        'linhas que um disco cheio ou com falhas não deixou entrar nas transcrições; são lidas mesmo assim',
      remedy: 'Nada a fazer: ficam ao lado, e valem.',
    },
    unsealed: {
      title: 'selo',
      cause: 'há arquivos abertos em uma pasta selada',
      remedy: 'chatcli storage seal os sela; veja se são o que você espera.',
    },
    key: {
      title: 'chave',
      cause: 'a chave deste processo não abre a pasta',
      remedy: 'chatcli key status diz qual chave é preciso.',
    },
    index: {
      title: 'índice de busca',
      cause: 'o índice não tem todas as sessões, ou uma parte dele estava danificada',
      remedy: 'chatcli doctor --fix o atualiza; a próxima busca também.',
    },
    retention: {
      title: 'retenção',
      cause: 'isto sairia agora, pelas regras em vigor',
      remedy: 'chatcli storage prune lista; sessões que você nomeou nunca saem sozinhas.',
    },
    clock: {
      title: 'relógio',
      cause: 'o relógio desta máquina não combina com as horas na pasta; nada é removido até combinar',
      remedy: 'Acerte o relógio. Quando estiver certo, ele passa a valer sozinho.',
    },
    imports: {
      title: 'outras ferramentas',
      cause: 'uma ferramenta está para apagar conversas que ainda não foram importadas',
      remedy: 'chatcli import as traz; chatcli import --watch acompanha.',
    },
    future: {
      title: 'horas dos arquivos',
      cause: 'há arquivos que dizem ter mudado depois de agora',
      remedy: 'Nada a fazer: contam como novos. Verifique o relógio da máquina que os escreveu.',
    },
    versions: { title: 'versões', cause: '', remedy: '' },
    path: {
      title: 'PATH',
      cause: 'há vários programas chamados chatcli; o primeiro é o que roda',
      remedy: 'Remova os que não quer, ou mude PATH.',
    },
    terminal: { title: 'terminal', cause: '', remedy: '' },
  },
  none: 'nenhum',
  fine: 'nada errado',
  more: (count) => `e mais ${count}`,
  homeFrom: (path, from) => `${path} (${from})`,
  free: (size) => `${size} livres`,
  atLeast: (size) => `${size} ou mais`,
  localDisk: 'um disco local',
  unknown: 'não se sabe',
  synced: (ms) => `escrito, sincronizado e lido de volta em ${ms} ms`,
  notImported: (count) => `${count} ${count === 1 ? 'arquivo' : 'arquivos'} ainda sem importar`,
  works: 'funciona',
  files: (count) => plural(count, 'arquivo', 'arquivos'),
  contents: (sessions, transcripts, trash) =>
    `${plural(sessions, 'sessão', 'sessões')}, ${plural(transcripts, 'transcrição', 'transcrições')}, ${trash} na lixeira`,
  readOf: (read, all) => `${read} de ${all} lidas`,
  readAllHint: 'Leia todas com: chatcli doctor --read-data',
  lines: (count) => plural(count, 'linha', 'linhas'),
  foreignFound: (sessions, lines) =>
    `${plural(sessions, 'sessão', 'sessões')} e ${plural(lines, 'linha', 'linhas')} dele`,
  noKeyNeeded: 'a pasta não está selada, e não há chave',
  keyIs: (id, from) => `${id} (${from})`,
  indexed: (indexed, sessions) => `${indexed} de ${sessions} sessões`,
  wouldGo: (items, size) => `${plural(items, 'coisa', 'coisas')}, ${size}`,
  policy: (ttlDays, keep, trashDays) =>
    `sessões do programa: ${ttlDays === 0 ? 'para sempre' : `${ttlDays} dias, ${keep} por tipo`}; lixeira: ${trashDays === 0 ? 'para sempre' : `${trashDays} dias`}`,
  since: (date) => `não antes de ${date}`,
  fixed: 'corrigido',
  notFixed: (reason) => `não pôde ser corrigido: ${reason}`,
  summary: (errors, warnings) =>
    errors + warnings === 0
      ? 'Está tudo como deve estar.'
      : `${plural(errors, 'erro', 'erros')}, ${plural(warnings, 'aviso', 'avisos')}.`,
  fixHint: (count) =>
    `${plural(count, 'destes pode ser corrigido', 'destes podem ser corrigidos')} com: chatcli doctor --fix`,
}

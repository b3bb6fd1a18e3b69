import type { KeyText } from './key-english.ts'

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const files = (count: number): string => plural(count, 'arquivo', 'arquivos')

/** O que `key`, `storage seal` e `verify` dizem, em português do Brasil. */
export const keyBrazilianPortuguese: KeyText = {
  askPassphrase: 'Frase secreta desta pasta: ',
  askNewPassphrase: 'Nova frase secreta: ',
  askAgain: 'A mesma outra vez: ',
  passphrasesDiffer: 'As duas frases são diferentes',
  passphraseTooShort: (least) => `Uma frase secreta tem ${least} caracteres ou mais`,
  passphraseHint: 'Várias palavras que não combinam entre si são uma boa frase. Nada foi mudado.',
  wrongPassphrase: 'Nenhuma frase secreta desta pasta é essa',
  wrongPassphraseHint:
    'Tente de novo, ou faça uma nova a partir da folha de recuperação: chatcli key recovery --restore',

  statusKey: (id, source) => `Chave ${id}, de ${source}.`,
  statusNoKey: 'Este processo não tem chave.',
  statusPrevious: (ids) => `Chaves antigas que abrem: ${ids.join(', ')}.`,
  statusPlain: (home) => `${home} não está selada.`,
  statusSealed: (home, id) => `${home} está selada com a chave ${id}.`,
  statusRotating: (ids) =>
    `Uma parte ainda está selada com ${ids.join(', ')}. Para continuar: chatcli key rotate`,
  statusMissing: (id) =>
    `Nada nela pode ser lido nem escrito sem a chave ${id}; novos turnos ficam na memória.`,
  statusSlots: (count) => `${plural(count, 'frase secreta a abre', 'frases secretas a abrem')}.`,
  statusWillSeal:
    'O que for escrito de agora em diante será selado. Para selar o que já existe: chatcli storage seal',
  sources: {
    environment: (name) => name,
    file: (name) => `o arquivo ${name}`,
    command: (name) => `o comando "${name}"`,
    passphrase: (name) => `uma frase secreta (${name})`,
  },

  initNew: (id) => `Uma nova chave foi feita: ${id}. A sua frase secreta a abre.`,
  initAdded: (id) => `A frase secreta abre a chave ${id} de agora em diante.`,
  recoverySheet: 'Folha de recuperação: anote estas palavras e guarde-as longe desta máquina.',
  recoveryWarning: 'Quem as tiver pode ler tudo; sem chave, frase e palavras ninguém pode.',
  recoveryRestored: (id) => `As palavras são a chave ${id}. A nova frase secreta a abre.`,
  askWords: 'As 24 palavras da folha de recuperação: ',
  notThisHome: (given, needed) =>
    `Estas palavras são a chave ${given}, e esta pasta precisa da chave ${needed}`,
  nobodyToAsk: 'Não há a quem perguntar uma frase secreta',
  nobodyToAskHint: 'Execute isto em um terminal.',
  noKey: 'Este processo não tem chave',
  noKeyHint:
    'Defina CHATCLI_ENCRYPTION_KEY (faça uma com: openssl rand -base64 32), ou crie uma frase secreta com: chatcli key init',
  nothingToRotate: (id) => `Tudo já está selado com a chave ${id}.`,
  rotateSame: (id) => `A pasta está selada com esta mesma chave (${id})`,
  rotateSameHint:
    'Ponha em CHATCLI_ENCRYPTION_KEY uma chave nova e em CHATCLI_ENCRYPTION_KEY_PREVIOUS a antiga, e execute de novo.',
  rotateOldMissing: (id) => `Falta a chave com que esta pasta está selada (${id})`,
  rotateOldMissingHint: 'Acrescente-a a CHATCLI_ENCRYPTION_KEY_PREVIOUS; nada foi mudado.',

  progress: (done, total) => `${done} de ${total} arquivos`,
  sealed: (count, id) => `${files(count)} selados com a chave ${id}.`,
  unsealed: (count) => `${files(count)} sem selo agora.`,
  already: (count) => `${files(count)} já estavam assim.`,
  leftAlone: (path, reason) => `Ficou como está: ${path}: ${reason}`,
  swept: (count) =>
    `${plural(count, 'arquivo temporário', 'arquivos temporários')} de programas interrompidos a menos.`,
  sealedFrom: 'O que for escrito de agora em diante também é selado.',
  unsealedHint:
    'Tire CHATCLI_ENCRYPTION_KEY do ambiente: enquanto ela estiver definida, o que for escrito é selado.',
  notAll: (count) => `${files(count)} não puderam ser mudados`,
  notAllHint: 'Estão listados acima, e ficaram como estavam.',
  copiesHint:
    'Cópias dos arquivos antigos em backups, instantâneos ou no próprio disco não são alcançadas por isto.',

  headHint: 'Guarde isto fora da pasta. Para comparar depois: chatcli verify --expect-head ARQUIVO',
  verified: (checked) => `${files(checked)} conferidos: todos são o que foi escrito.`,
  verifiedWith: (checked, problems) =>
    `${files(checked)} conferidos, ${plural(problems, 'problema', 'problemas')}:`,
  findings: {
    damaged: 'danificado',
    'wrong-key': 'selado com outra chave',
    unsealed: 'sem selo, em uma pasta selada',
    renamed: (stored) => `o conteúdo diz que é "${stored}"`,
    repeated: (count) => `${plural(count, 'linha está', 'linhas estão')} duas vezes, o que não muda nada`,
    shorter: (lines) =>
      plural(lines, 'linha que a sua sessão viu sumiu', 'linhas que a sua sessão viu sumiram'),
    'no-transcript': 'a sua transcrição sumiu',
    'head-missing': 'a cabeça o cita, e ele sumiu',
    'head-shorter': 'é mais curto do que diz a cabeça',
    'head-differs': 'não é o que diz a cabeça: mais antigo, ou outro',
  },
  problems: (count) => `A pasta tem ${plural(count, 'problema', 'problemas')}`,
  headMatches: (count) =>
    `A cabeça confere: ${plural(count, 'transcrição presente, que não é', 'transcrições presentes, e nenhuma é')} mais antiga nem mais curta do que ela diz.`,
  verifyHint:
    'Nada foi mudado. Restaure backups do que está danificado; chatcli session get mostra o que ainda se lê.',
  badHead: (path) => `${path} não é uma cabeça`,
  badHeadHint: 'Faça uma com: chatcli storage head > ARQUIVO',
}

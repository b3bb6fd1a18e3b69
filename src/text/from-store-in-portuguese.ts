import { contextSentences } from './context-sentences-pt-br.ts'
import { sealSentences } from './seal-in-portuguese.ts'

/** Sentences of the store and what they are in Portuguese; the parts in parentheses stay as they are. */
const sentences: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^There is no session "(.*)"$/s, 'Não existe a sessão "$1"'],
  [/^There is no importer "(.*)"$/s, 'Não há como importar de "$1"'],
  [/^Use one of these: (.*)\.$/s, 'Use uma destas: $1.'],
  [/^(.*) holds no history that can be imported$/s, '$1 não contém histórico que se possa importar'],
  [
    /^Name a folder or a file of a tool; see which with: (.*)$/s,
    'Indique uma pasta ou um arquivo de uma ferramenta; veja quais com: $1',
  ],
  [/^There is no "(.*)" in the trash$/s, 'Não há "$1" na lixeira'],
  [/^There is a session "(.*)" already$/s, 'Já existe a sessão "$1"'],
  [/^(.*) exists already$/s, '$1 já existe'],
  [/^"(.*)" has no message (\d+)$/s, '"$1" não tem a mensagem $2'],
  [/^"(.*)" is not a session name: /s, '"$1" não serve de nome de sessão: '],
  [/^"(.*)" cannot be given to a session$/s, '"$1" não pode ser dado a uma sessão'],
  [/^(.*) cannot be read as a session: /s, '$1 não pode ser lido como sessão: '],
  [/^(.*), line (\d+), column (\d+): /s, '$1, linha $2, coluna $3: '],
  [/^(.*), line (\d+): /s, '$1, linha $2: '],
  [/^(.*) holds (\d+) conversations$/s, '$1 contém $2 conversas'],
  [
    /^A session is one conversation: give each a file of its own\.$/,
    'Uma sessão é uma conversa só: dê a cada uma o seu próprio arquivo.',
  ],
  [/^In ShareGPT form each line is (.*)\.$/s, 'Na forma ShareGPT cada linha é $1.'],
  [/^(.*) is not UTF-8 text$/s, '$1 não é texto em UTF-8'],
  [
    /^(.*) has format version (\d+), this program knows versions up to (\d+)$/s,
    '$1 tem a versão $2 do formato, e este programa conhece versões até $3',
  ],
  [/^The conversation cannot go back to that message$/, 'A conversa não pode voltar para essa mensagem'],
  [
    /^It changed meanwhile; \/rewind lists where it can go\.$/,
    'Ela mudou nesse meio-tempo; /rewind lista para onde pode voltar.',
  ],
  [
    /^What stood before it is not certain: (\d+) gaps in the transcript$/,
    'O que havia antes não é certo: $1 lacunas na transcrição',
  ],
  [
    /^Nothing was changed\. \/rewind N --anyway goes back to what can be read\.$/,
    'Nada foi mudado. /rewind N --anyway volta para o que pode ser lido.',
  ],
  [/^There is no rewind to take back$/, 'Não há retorno a desfazer'],
  [/^There is no compaction to take back$/, 'Não há compactação a desfazer'],
  [/^No rewind to take back can be read$/, 'Nenhum retorno a desfazer pode ser lido'],
  [/^No compaction to take back can be read$/, 'Nenhuma compactação a desfazer pode ser lida'],
  [
    /^The transcript has (\d+) gaps, and one may be there; (.*) tells more\.$/,
    'A transcrição tem $1 lacunas, e pode estar em uma delas; $2 diz mais.',
  ],
  [/^There is too little to compact$/, 'Há pouco demais para compactar'],
  [
    /^Go on talking; the newest messages always stay as they are\.$/,
    'Continue a conversa; as mensagens mais novas sempre ficam como estão.',
  ],
  [/^What a summary replaces would be kept nowhere$/, 'O que um resumo substitui não ficaria guardado'],
  [/^Say something first, and turn the transcript on: /, 'Diga algo antes, e ligue a transcrição: '],
  [/^The summary was stopped$/, 'O resumo foi interrompido'],
  [/^See what there is with: /, 'Veja o que existe com: '],
  [/^See what is there with: /, 'Veja o que há nela com: '],
  [/^Choose another name\.$/, 'Escolha outro nome.'],
  [/^its messages are (\d+) to (\d+)$/, 'suas mensagens vão de $1 a $2'],
  [
    /^Names are 1 to 128 letters.* Try "(.*)"\.$/s,
    'Nomes têm de 1 a 128 letras, dígitos, ".", "_" e "-", e começam com letra ou dígito. Tente "$1".',
  ],
  [
    /^Names beginning with (\S+) or (\S+) are given by the program\. Try "(.*)"\.$/s,
    'Nomes que começam com $1 ou $2 são dados pelo programa. Tente "$3".',
  ],
  [
    /^The file is left as it is\. Put a backup in its place, or repair it by hand and try again\.$/,
    'O arquivo fica como está. Ponha uma cópia de segurança no lugar, ou corrija-o à mão e tente de novo.',
  ],
  [
    /^Update chatcli to open it; the file is left as it is\.$/,
    'Atualize o chatcli para abri-lo; o arquivo fica como está.',
  ],
  [/^(\S.*) cannot be (".*")\.$/s, '$1 não pode ser $2.'],
  [/^(.*) cannot be a list\.$/s, '$1 não pode ser uma lista.'],
  [/^(.*) cannot be a table\.$/s, '$1 não pode ser uma tabela.'],
  [/^(.*) cannot be a date\.$/s, '$1 não pode ser uma data.'],
  [/^(.*) cannot be a number\.$/s, '$1 não pode ser um número.'],
  [/^(.*) cannot be a boolean\.$/s, '$1 não pode ser true nem false.'],
  [/^(.*) cannot have spaces or several lines\.$/s, '$1 não pode ter espaços nem várias linhas.'],
  [/^Give the key alone, without a name or quotation marks\.$/, 'Dê só a chave, sem nome nem aspas.'],
  [/^(.*): that is no price\.$/s, '$1: isso não é um preço.'],
  [
    /^(.*) cannot be changed without touching something else\.$/s,
    '$1 não pode ser alterada sem mexer no resto.',
  ],
  [/^(.*) was changed by someone else just now\.$/s, 'Alguém acabou de alterar $1.'],
  [
    /^There is no home folder to keep conversations in\.$/,
    'Não há uma pasta pessoal onde guardar conversas.',
  ],
  [
    /^Set CHATCLI_HOME to a full path, for example (.*)\.$/,
    'Defina CHATCLI_HOME com um caminho completo, por exemplo $1.',
  ],
  [
    /^Correct that line in an editor; nothing was done\.$/,
    'Corrija essa linha em um editor; nada foi feito.',
  ],
  [/^Edit it by hand: (.*)$/s, 'Edite à mão: $1'],
  [/^Write it as (.*)\.$/s, 'Escreva assim: $1.'],
  [/^Write (\[prices.*): US dollars per million tokens\.$/s, 'Escreva $1: dólares por milhão de tokens.'],
  [/^Use one of these: (.*)\.$/s, 'Use um destes: $1.'],
  [/^Use a full path, for example (.+)\.$/, 'Use um caminho completo, por exemplo $1.'],
  [/^Use a whole number from (\d+) to (\d+)\.$/, 'Use um número inteiro de $1 a $2.'],
  [
    /^Use a time of up to 24h: (.*); a plain number is seconds\.$/s,
    'Use um tempo de até 24h: $1; um número sozinho são segundos.',
  ],
  [
    /^Use a size of 1KB to 1024GB: (.*); a plain number is bytes\.$/s,
    'Use um tamanho de 1KB a 1024GB: $1; um número sozinho são bytes.',
  ],
  [/^Use a full address, for example (.*)\.$/s, 'Use um endereço completo, por exemplo $1.'],
  [/^Use the name of a zone, for example (.*)\.$/s, 'Use o nome de um fuso, por exemplo $1.'],
  [/^Use (.*\b(?:on|true)) or (.*\b(?:off|false))\.$/s, 'Use $1 ou $2.'],
]

const reasons: ReadonlyMap<string, string> = new Map([
  ['it is empty', 'está vazio'],
  ['it is not JSON', 'não é JSON'],
  ['it is not whole JSON', 'não é JSON inteiro'],
  ['it is not in ShareGPT form', 'não está na forma ShareGPT'],
  ['it holds no session', 'não contém uma sessão'],
  ['it holds no context', 'não contém um contexto'],
  ['it has no name', 'não tem nome'],
  ['it has no history', 'não tem histórico'],
  [
    'it has a character or a length that is not allowed',
    'tem um caractere ou um tamanho que não é permitido',
  ],
  ['it contains ".."', 'contém ".."'],
  ['it ends with a dot', 'termina com um ponto'],
  ['invalid value', 'valor inválido'],
  ['unfinished string', 'texto sem fim'],
  ['unfinished array', 'lista sem fim'],
  ['illegal character in key', 'caractere não permitido na chave'],
  ['incomplete key-value: cannot find end of key', 'falta o fim da chave'],
  ['trying to redefine an already defined table or value', 'isso já foi definido'],
  ['Windows keeps it for a device', 'o Windows o reserva para um dispositivo'],
])

/**
 * The store and the settings speak English alone. This is what the errors and hints that a person meets most are in Portuguese; any other
 * sentence comes back as it is.
 */
export function fromStoreInPortuguese(sentence: string): string {
  const known = [...sentences, ...contextSentences, ...sealSentences].find(([english]) =>
    english.test(sentence),
  )
  const whole = known === undefined ? sentence : sentence.replace(known[0], known[1])
  const [, before, reason = ''] = /^(.*: |)(.*)$/s.exec(whole) ?? []
  const translated = reasons.get(reason)
  return translated === undefined ? whole : `${before}${translated}`
}

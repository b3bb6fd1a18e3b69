/** Sentences of the store and what they are in Portuguese; the parts in parentheses stay as they are. */
const sentences: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^There is no session "(.*)"$/s, 'Não existe a sessão "$1"'],
  [/^There is no "(.*)" in the trash$/s, 'Não há "$1" na lixeira'],
  [/^There is a session "(.*)" already$/s, 'Já existe a sessão "$1"'],
  [/^(.*) exists already$/s, '$1 já existe'],
  [/^"(.*)" has no message (\d+)$/s, '"$1" não tem a mensagem $2'],
  [/^"(.*)" is not a session name: /s, '"$1" não serve de nome de sessão: '],
  [/^"(.*)" cannot be given to a session$/s, '"$1" não pode ser dado a uma sessão'],
  [/^(.*) cannot be read as a session: /s, '$1 não pode ser lido como sessão: '],
  [/^(.*), line (\d+): /s, '$1, linha $2: '],
  [/^(.*) is not UTF-8 text$/s, '$1 não é texto em UTF-8'],
  [
    /^(.*) has format version (\d+), this program knows versions up to (\d+)$/s,
    '$1 tem a versão $2 do formato, e este programa conhece versões até $3',
  ],
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
]

const reasons: ReadonlyMap<string, string> = new Map([
  ['it is empty', 'está vazio'],
  ['it is not JSON', 'não é JSON'],
  ['it is not whole JSON', 'não é JSON inteiro'],
  ['it holds no session', 'não contém uma sessão'],
  ['it has no history', 'não tem histórico'],
  [
    'it has a character or a length that is not allowed',
    'tem um caractere ou um tamanho que não é permitido',
  ],
  ['it contains ".."', 'contém ".."'],
  ['it ends with a dot', 'termina com um ponto'],
  ['Windows keeps it for a device', 'o Windows o reserva para um dispositivo'],
])

/**
 * The store speaks English alone. This is what the errors and hints that a person meets most are in Portuguese; any other
 * sentence comes back as it is.
 */
export function fromStoreInPortuguese(sentence: string): string {
  const known = sentences.find(([english]) => english.test(sentence))
  const whole = known === undefined ? sentence : sentence.replace(known[0], known[1])
  const [, before, reason = ''] = /^(.*: |)(.*)$/s.exec(whole) ?? []
  const translated = reasons.get(reason)
  return translated === undefined ? whole : `${before}${translated}`
}

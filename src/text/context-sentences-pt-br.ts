/** Sentences of contexts and what they are in Portuguese; the parts in parentheses stay as they are. */
export const contextSentences: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^"(.*)" cannot be the name of a context$/s, '"$1" não serve de nome de contexto'],
  [
    /^A name has (\d+) to (\d+) letters, digits, spaces, - or _, and does not begin with -\.$/,
    'Um nome tem de $1 a $2 letras, dígitos, espaços, - ou _, e não começa com -.',
  ],
  [/^The description has (\d+) characters$/, 'A descrição tem $1 caracteres'],
  [/^It may have (\d+)\.$/, 'Pode ter $1.'],
  [/^These are (\d+) tags$/, 'São $1 etiquetas'],
  [/^A context may have (\d+)\.$/, 'Um contexto pode ter $1.'],
  [/^"(.*)" cannot be a tag$/s, '"$1" não serve de etiqueta'],
  [/^A tag has (\d+) to (\d+) characters\.$/, 'Uma etiqueta tem de $1 a $2 caracteres.'],
  [/^There is no text in these files$/, 'Não há texto nesses arquivos'],
  [
    /^Binary files, empty files and what a \.gitignore names are left out; name other paths\.$/,
    'Arquivos binários, vazios e o que um .gitignore nomeia ficam de fora; dê outros caminhos.',
  ],
  [
    /^There are (\d+) files; a context in mode (\w+) has (\d+) at most$/,
    'São $1 arquivos; um contexto no modo $2 tem no máximo $3',
  ],
  [
    /^The files have ([\d.]+ MB); a context in mode (\w+) has ([\d.]+ MB) at most$/,
    'Os arquivos têm $1; um contexto no modo $2 tem no máximo $3',
  ],
  [/^Name fewer paths, or use --mode knowledge\.$/, 'Dê menos caminhos, ou use --mode knowledge.'],
  [/^Name fewer paths\.$/, 'Dê menos caminhos.'],
  [/^(.*) cannot be read as a context: /s, '$1 não pode ser lido como contexto: '],
  [
    /^It is left as it is; import a copy, or make the context anew\.$/,
    'Ele fica como está; importe uma cópia, ou crie o contexto de novo.',
  ],
  [/^(\d+) contexts are called "(.*)"$/s, '$1 contextos se chamam "$2"'],
  [/^Name one by its id: (.*)$/s, 'Dê o id de um deles: $1'],
  [/^There is no context "(.*)"$/s, 'Não existe o contexto "$1"'],
  [/^See what there is with: chatcli context list$/, 'Veja o que há com: chatcli context list'],
  [
    /^Similar names: (.*)\. All of them: chatcli context list$/s,
    'Nomes parecidos: $1. Todos eles: chatcli context list',
  ],
  [/^There is a context "(.*)" already$/s, 'Já existe o contexto "$1"'],
  [
    /^Choose another name, bring it up to date with update, or replace it with --force\.$/,
    'Escolha outro nome, deixe-o em dia com update, ou ponha outro no lugar com --force.',
  ],
  [/^There is nothing at (.*)$/s, 'Não há nada em $1'],
  [
    /^Name files and folders that exist; one with a space stands in quotation marks\.$/,
    'Dê arquivos e pastas que existem; um com espaço fica entre aspas.',
  ],
  [
    /^(.*) holds what ChatCLI itself keeps, or is part of it$/s,
    '$1 contém o que o próprio ChatCLI guarda, ou é parte disso',
  ],
  [
    /^Name the folders beside it; conversations are found with \/search\.$/,
    'Dê as pastas ao lado; conversas se acham com /search.',
  ],
]

/** Sentences about keys and seals, and what they are in Portuguese; the parts in parentheses stay as they are. */
export const sealSentences: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [
    /^The home (.*) is sealed, and this process has no key \(it needs key (\w+)\)$/s,
    'A pasta $1 está selada, e este processo não tem chave (precisa da chave $2)',
  ],
  [
    /^(.*) is sealed, and this process has no key \(it needs key (\w+)\)$/s,
    '$1 está selado, e este processo não tem chave (precisa da chave $2)',
  ],
  [
    /^The home (.*) is sealed with another key: it needs key (\w+), given is (.*)$/s,
    'A pasta $1 está selada com outra chave: precisa da chave $2, e a dada é $3',
  ],
  [
    /^(.*) is sealed with another key: it needs key (\w+), given is (.*)$/s,
    '$1 está selado com outra chave: precisa da chave $2, e a dada é $3',
  ],
  [
    /^Set CHATCLI_ENCRYPTION_KEY, CHATCLI_ENCRYPTION_KEY_FILE or CHATCLI_ENCRYPTION_KEY_COMMAND to that key; nothing was changed\.$/,
    'Ponha essa chave em CHATCLI_ENCRYPTION_KEY, CHATCLI_ENCRYPTION_KEY_FILE ou CHATCLI_ENCRYPTION_KEY_COMMAND; nada foi mudado.',
  ],
  [
    /^Set CHATCLI_ENCRYPTION_KEY to that key, or add it to CHATCLI_ENCRYPTION_KEY_PREVIOUS if it was replaced; nothing was changed\.$/,
    'Ponha essa chave em CHATCLI_ENCRYPTION_KEY, ou em CHATCLI_ENCRYPTION_KEY_PREVIOUS se ela foi trocada; nada foi mudado.',
  ],
  [/^(.*) is damaged: (.*)$/s, '$1 está danificado: $2'],
  [
    /^The key is the right one, and the file is left as it is\. Put back a backup of it, or look closer with: (.*)$/s,
    'A chave é a certa, e o arquivo fica como está. Restaure um backup dele, ou veja melhor com: $1',
  ],
  [
    /^(.*) was sealed by the Go program, and this process has no key$/s,
    '$1 foi selado pelo programa em Go, e este processo não tem chave',
  ],
  [
    /^(.*) was sealed by the Go program with another key, or it is damaged: its format does not tell which$/s,
    '$1 foi selado pelo programa em Go com outra chave, ou está danificado: o formato não diz qual dos dois',
  ],
  [/^(.*) is not a key: it is empty$/s, '$1 não é uma chave: está vazia'],
  [/^(.*) is not a key: it holds (\d+) bytes$/s, '$1 não é uma chave: contém $2 bytes'],
  [/^(.*) is not a key: .*$/s, '$1 não é uma chave'],
  [
    /^A key is 32 bytes in base64\. Make one with: (.*)$/s,
    'Uma chave são 32 bytes em base64. Faça uma com: $1',
  ],
  [/^The key file (.*) can be read by other users$/s, 'Outros usuários podem ler o arquivo de chave $1'],
  [/^The key file (.*) belongs to another user$/s, 'O arquivo de chave $1 é de outro usuário'],
  [/^The key file (.*) cannot be read$/s, 'O arquivo de chave $1 não pode ser lido'],
  [/^Make it yours alone: (.*)$/s, 'Deixe-o só para você: $1'],
]

import type { AcpText } from './acp-english.ts'

/** What an editor that is served over ACP shows, in Brazilian Portuguese. */
export const acpBrazilianPortuguese: AcpText = {
  modes: {
    chat: { name: 'Chat', about: 'Conversa e lembra; não toca em arquivos.' },
    agent: { name: 'Agente', about: 'Lê, muda e executa coisas no projeto, e pergunta antes.' },
    coder: { name: 'Código', about: 'Como o agente, orientado a trabalhar em código.' },
  },
  modeOption: 'Modo',
  modelOption: 'Modelo',
  memory: 'Só a memória',
  memoryAbout: 'Nenhum modelo está configurado: as perguntas são respondidas com conversas passadas.',

  allowOnce: 'Permitir',
  allowAlways: (scope) => `Sempre permitir "${scope}" neste projeto`,
  rejectOnce: 'Não permitir',
  rejectAlways: (scope) => `Nunca permitir "${scope}" neste projeto`,
  yes: 'Sim',
  no: 'Não',

  unknownSession: (id) => `Não há sessão "${id}".`,
  busy: 'Esta sessão ainda está respondendo. Cancele primeiro, ou espere.',
  badMode: (mode) => `Não há modo "${mode}".`,
  badOption: (option) => `Não há opção "${option}".`,
  badValue: (option, value) => `"${value}" não é um valor de ${option}.`,
  badCursor: 'Esse cursor não é nosso. Deixe-o de fora para começar pela sessão mais recente.',
  notAbsolute: (path) => `"${path}" não é um caminho absoluto.`,
  nothingSaid: 'Não há nada nesta mensagem.',

  image: (name) => `[imagem: ${name}]`,
  audio: (name) => `[áudio: ${name}]`,
  attachment: (name) => `[anexo: ${name}]`,
  pasted: 'não mostrada',
  leaving:
    'O editor encerra a sessão; tudo o que foi dito fica guardado. `/session new` começa outra conversa.',
  noResult: 'Não deu resultado.',

  commands: {
    chat: { about: 'só conversar; o que vem depois é dito na hora', hint: '[o que dizer]' },
    agent: { about: 'deixar usar ferramentas; o que vem depois é dito na hora', hint: '[o que fazer]' },
    coder: { about: 'deixar trabalhar em código; o que vem depois é dito na hora', hint: '[o que fazer]' },
    session: { about: 'guardar, retomar, achar e compartilhar conversas sob um nome' },
    newsession: { about: 'começar uma nova conversa' },
    rewind: { about: 'voltar para antes de algo que você disse', hint: '[N | list | undo | compact]' },
    compact: { about: 'pôr um resumo no lugar das mensagens anteriores', hint: '[o que ele deve manter]' },
    context: { about: 'arquivos que acompanham a conversa', hint: 'create | attach | list | show …' },
    export: { about: 'gravar esta conversa em um arquivo', hint: '[CAMINHO] [--format jsonl|sharegpt|md]' },
    mode: { about: 'mostrar o modo, ou mudá-lo', hint: '[chat | agent | coder]' },
    model: { about: 'mostrar que modelo responde, ou mudá-lo', hint: '[NOME]' },
    provider: { about: 'mostrar que provedor responde, ou mudá-lo', hint: '[NOME]' },
    cost: { about: 'o que as respostas gastaram' },
    output: { about: 'tudo o que as ferramentas do último turno deram', hint: '[N]' },
    search: { about: 'procurar em todas as conversas', hint: 'PERGUNTA' },
    index: { about: 'o índice de busca', hint: 'status | rebuild | verify' },
    config: { about: 'configurações', hint: 'list | get CHAVE | set CHAVE VALOR …' },
    storage: { about: 'o que fica na pasta do programa, e o que sairia', hint: '[prune]' },
    trash: { about: 'o que foi apagado', hint: '[list | restore NOME | empty]' },
    doctor: { about: 'ver se tudo está como deve', hint: '[--fix]' },
    help: { about: 'listar os comandos' },
  },
}

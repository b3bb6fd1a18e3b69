import type { ChatText } from './chat-english.ts'

// In Portuguese zero takes the singular, as in the plural rules of Unicode CLDR.
const plural = (count: number, one: string, other: string): string => `${count} ${count <= 1 ? one : other}`
const messages = (count: number): string => plural(count, 'mensagem', 'mensagens')
const tokens = (count: number): string => Math.round(count).toLocaleString('pt-BR')
const money = (dollars: number): string => `US$ ${dollars.toFixed(dollars < 1 ? 4 : 2).replace('.', ',')}`

/** What the chat says, in Brazilian Portuguese. */
export const chatBrazilianPortuguese: ChatText = {
  welcome: (version) => `ChatCLI ${version}. /help lista os comandos, /exit sai.`,
  noModel:
    'Nenhum modelo está configurado: as perguntas são respondidas com conversas passadas. Para falar com um, defina ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, OPENROUTER_API_KEY ou OLLAMA_HOST.',
  modelTrouble: (reason) => `O modelo não pode ser usado: ${reason}`,
  modelIs: (provider, model) => `Falando com ${model} (${provider}).`,
  fromMemory: 'Das conversas passadas (nenhum modelo foi consultado):',
  nothingInMemory: 'Nenhuma conversa passada fala disso.',
  firstRun: (home) =>
    `Guarda suas conversas e acha o que foi dito em qualquer uma. Tudo fica em ${home}, nesta máquina; não há telemetria.`,
  firstModel: `Para falar com um modelo, defina um destes e comece de novo:

  ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY,
  GOOGLE_GENERATIVE_AI_API_KEY
  OLLAMA_HOST=127.0.0.1:11434       um modelo nesta máquina
  OPENAI_BASE_URL=http://…/v1       qualquer servidor que fale como a OpenAI

ou anote com: chatcli config set anthropic-key -`,
  firstSteps: `Diga algo, ou traga conversas: chatcli session save --from-dir PASTA
Depois: /session save NOME guarda esta, chatcli resume a acha de novo, /help lista o resto.`,
  transcriptsOff:
    'As transcrições estão desligadas: vale o último programa que gravar a sessão, e uma queda perde o que não foi salvo.',
  recoverable: (name, count, title) =>
    `Uma conversa foi interrompida: "${title}" (${messages(count)}). Continue-a com: /session recover ${name}`,
  moreRecoverable: (count) =>
    `${plural(count, 'outra foi interrompida', 'outras foram interrompidas')}; /session list mostra.`,
  recovered: (count) => `Recuperada: ${messages(count)}.`,

  saved: (name) => `Sessão "${name}" salva com sucesso.`,
  loaded: (name, count) => `Sessão "${name}" carregada (${messages(count)}).`,
  continuing: (name) => `Ela continua ao lado de "${name}", que fica como está; /session save NOME guarda.`,
  attached: (name) => `A conversa está ligada a "${name}".`,
  attachedNew: (name) =>
    `A conversa está ligada a "${name}", uma sessão nova que começa com a próxima mensagem.`,
  alreadyAttached: (name) => `A conversa já está ligada a "${name}".`,
  detached: (name) => `Desligada de "${name}". A conversa continua; a sessão fica como está.`,
  notAttached: 'A conversa não está ligada a nenhuma sessão.',
  statusBound: (name, count) => `Ligada a "${name}" (${messages(count)}).`,
  statusBeside: (name, count) => `Não ligada: continua ao lado de "${name}" (${messages(count)}).`,
  statusFree: (count) => `Não ligada a nenhuma sessão (${messages(count)}).`,
  statusTranscript: (id) => `Transcrição: ${id}`,
  statusNotSaved: 'NÃO SALVO: o disco recusa, e o que foi dito desde então está só na memória.',
  promptNotSaved: 'não salvo',
  statusPrivate: 'Privada: nenhum modelo a encontra na memória.',
  newConversation: 'Nova conversa iniciada; o histórico foi limpo.',
  activeDeleted: 'Era a conversa ativa; uma nova começou.',
  privateOn: 'Esta conversa é privada: os modelos não a encontram.',
  privateOff: 'Esta conversa não é mais privada.',
  putDown: {
    saved: (name) => `A conversa anterior está em "${name}".`,
    autosaved: (name) => `A conversa anterior foi salva como "${name}".`,
    trashed:
      'A conversa anterior está na lixeira: era curta demais para guardar, ou o autosave está desligado.',
  },
  leaving: {
    saved: (name) => `Salva em "${name}".`,
    autosaved: (name) => `Salva como "${name}". Continue com: /session load ${name}`,
  },
  afterTurn: (what) => `Quando esta rodada acabar: ${what}`,
  toolSaved: (name) => `A conversa está salva como "${name}".`,
  toolSaveLater: (name) => `A conversa vai ser salva como "${name}" quando esta rodada acabar.`,
  toolFork: (name) => `A conversa vai continuar na cópia "${name}".`,
  toolAttach: (name) => `A conversa vai ser ligada a "${name}"; o que é dito aqui agora fica salvo à parte.`,
  toolDetach: 'A conversa vai ser desligada.',

  notices: {
    caughtUp: (count) => `${messages(count)} de outra superfície.`,
    deletedElsewhere: (name) => `"${name}" foi apagada em outro lugar; a conversa fica aqui, sem nome.`,
    renamedElsewhere: (from, to) => `"${from}" foi renomeada em outro lugar para "${to}".`,
    changed: (who, added, changed, removed) =>
      `O arquivo da sessão foi alterado ${who}: ${added} a mais, ${changed} alteradas, ${removed} removidas.`,
    byHand: 'à mão',
    byProgram: 'por outro programa',
    unsealed: (count) =>
      count === 1
        ? 'Um arquivo desta sessão não está selado, e esta pasta está. Se não foi você que o pôs ali, foi outra pessoa; chatcli storage seal o sela.'
        : `${count} arquivos desta sessão não estão selados, e esta pasta está. Se não foi você que os pôs ali, foi outra pessoa; chatcli storage seal os sela.`,
    namedOtherwise: (stored) =>
      `O conteúdo diz que é "${stored}". Se não foi você que renomeou o arquivo, foi outra pessoa.`,
    olderSnapshot: (count) =>
      `O arquivo da sessão estava ${plural(count, 'rodada', 'rodadas')} atrás; elas vieram da transcrição.`,
    copy: (of) => `Esta é uma cópia de "${of}"; ela se torna uma sessão própria.`,
    shorter: (count) => `${messages(count)} que a transcrição tinha perdido vieram do arquivo da sessão.`,
    missing: 'Falta a transcrição; o arquivo da sessão foi lido.',
    damage: (count) =>
      `${plural(count, 'lugar da transcrição não pode ser lido', 'lugares da transcrição não podem ser lidos')}.`,
    newer: 'A transcrição tem linhas de uma versão mais nova; a conversa continua em uma cópia.',
    cutOff: (count) =>
      `${plural(count, 'rodada foi cortada', 'rodadas foram cortadas')}; o que tinha chegado da resposta está guardado, marcado como parcial.`,
    forkedImport: (from, name, earlier) =>
      `${from} foi importada e cresce com a sua origem: você continua numa cópia dela${name === undefined ? '' : `, ${name}`}.${earlier === undefined ? '' : ` Ela cresceu desde ${earlier}, onde fica o que você disse antes.`}`,
    onWithFork: (from, name) =>
      `${from} foi importada e nada de novo chegou desde então: você continua em ${name}, a sua última cópia dela.`,
    joined: (name) =>
      `"${name}" foi iniciada em outro lugar ao mesmo tempo: a conversa continua lá, com o que foi dito aqui.`,
    nameTaken: (name) =>
      `Outra conversa foi salva como "${name}" ao mesmo tempo; esta continua sem nome. /session save NOME guarda esta.`,
    keptUnsaved: (count) =>
      `O arquivo da sessão foi mudado em outro lugar; ${messages(count)} que não ${count === 1 ? 'pôde ser salva' : 'puderam ser salvas'} aqui ${count === 1 ? 'foi acrescentada' : 'foram acrescentadas'} no fim.`,
    snapshotFailed: (reason) =>
      `O arquivo da sessão não pôde ser gravado (${reason}); a transcrição tem tudo.`,
    notSaved: (reason) => `NÃO SALVO: ${reason}. Fica na memória e será tentado de novo.`,
    savedAgain: 'Tudo está salvo de novo.',
    retry: (attempt, of, seconds, reason) =>
      `${reason}; nova tentativa em ${seconds} s (${attempt} de ${of}).`,
    partial: 'A resposta foi cortada; o que chegou está guardado, marcado como parcial.',
    cutAtLength: 'A resposta foi cortada no limite de tokens.',
    supplementFailed: (reason) => `Falta algo que o modelo teria recebido: ${reason}`,
    tooManySteps: (steps) => `O modelo foi consultado ${steps} vezes; diga "continue" para seguir.`,
    stopped: 'Parado.',
    compacted: (before, after, isOverflow, isRecorded) => {
      const why = isOverflow
        ? 'A conversa era longa demais para o modelo'
        : 'A conversa ia ficar longa demais para o modelo'
      const undo = isRecorded ? ' /rewind compact desfaz isso.' : ''
      return `${why} e foi compactada: cerca de ${tokens(before)} → ${tokens(after)} tokens. Nada se perde.${undo}`
    },
  },

  compact: {
    done: (count, before, after) =>
      `Agora um resumo fica no lugar de ${messages(count)}: cerca de ${tokens(before)} → ${tokens(after)} tokens.`,
    undo: 'Elas ficam no registro, e a busca as encontra. /rewind compact traz todas de volta.',
    nothing: 'Não havia nada para compactar.',
  },
  noToolOutput: 'Nenhuma ferramenta foi usada ainda.',
  noSuchOutput: (wanted, count) =>
    `Não existe o resultado ${wanted}; ${plural(count, 'ferramenta foi usada', 'ferramentas foram usadas')}.`,
  moreLines: (count) => plural(count, 'linha a mais', 'linhas a mais'),
  configLater: 'Vale a partir do próximo início do chatcli; /model e /provider mudam esta conversa.',
  inputPrompt: 'Valor: ',
  permission: (tool, subject) => `Permitir ${tool}: ${subject}`,
  permissionChoices: (scope) => `[s] uma vez  [a] sempre, "${scope}"  [n] agora não  [!] nunca: `,
  permissionsDamaged: (keptAs) =>
    `O que você tinha permitido não pôde ser lido e foi posto de lado como ${keptAs}; a pergunta virá de novo.`,
  permissionsNewer: 'Uma versão mais nova anotou o que você permitiu; a pergunta virá de novo.',
  permissionsNotKept: (reason) => `Sua resposta não pôde ser anotada (${reason}); ela vale até você sair.`,
  image: 'imagem',
  recallQuestion: (provider) => `buscar em conversas passadas e enviar o que for achado para ${provider}`,

  modes: 'chat, agent, coder',
  modeIs: (mode) => `Modo: ${mode}.`,
  badMode: (mode) => `Não existe o modo "${mode}".`,
  usage: (answers, input, output, cost) =>
    `${plural(answers, 'resposta', 'respostas')}: ${input} tokens de entrada, ${output} de saída, ${cost}`,
  usageUnknown: (count) => `${plural(count, 'resposta', 'respostas')} sem números.`,
  cost: money,
  costUnknown: 'preço desconhecido',
  noUsage: 'Nenhum modelo respondeu ainda.',

  help: [
    'Comandos:',
    '  /session …         save, load, pick, attach, detach, status, list, search, get, rename, delete, restore, new, fork, recover, private, export, transcript',
    '  /newsession        começar uma nova conversa',
    '  /mode [MODO]       chat, agent ou coder',
    '  /model [NOME]      que modelo responde',
    '  /provider [NOME]   que provedor responde',
    '  /output [N]        tudo o que as ferramentas da última rodada deram, ou a N-ésima delas',
    '  /search PERGUNTA   procurar em todas as conversas',
    '  /context …         arquivos que acompanham a conversa: create, attach, list, show, update, …',
    '  /index …           o índice da busca: status, rebuild, verify',
    '  /compact [O QUE]   pôr um resumo no lugar das mensagens antigas; O QUE é o que ele deve manter',
    '  /rewind [N]        voltar para antes de algo que você disse; undo desfaz isso, compact desfaz uma compactação',
    '  /export [ONDE]     escrever esta conversa em um arquivo; --format jsonl, sharegpt ou md',
    '  /cost              o que as respostas consumiram',
    '  /storage …         o que há na pasta; prune lista o que sairia, prune --apply remove',
    '  /trash …           o que foi apagado: list, restore, empty',
    '  /doctor            se está tudo como deve estar; --fix conserta o que dá',
    '  /config …          configurações: session, list, get, set, unset, path',
    '  /help              esta lista',
    '  /exit              sair',
    'Todo o resto é dito ao modelo. Ctrl-C para a resposta.',
  ].join('\n'),
  sessionUsage: [
    'Uso: /session …',
    '  save [NOME] [--force]   guardar esta conversa como sessão, e ligá-la',
    '  load NOME               continuar uma sessão',
    '  attach NOME             carregar uma sessão, ou fazer desta conversa uma nova',
    '  detach                  soltar a sessão, manter a conversa',
    '  status                  a que esta conversa está ligada',
    '  list                    o que está salvo',
    '  search PERGUNTA         procurar em todas as conversas',
    '  pick [PALAVRAS]         escolher uma sessão em uma lista, e continuar com ela',
    '  get NOME                ler uma sessão',
    '  show NOME               ler uma sessão, como get',
    '  fork NOME               continuar em uma cópia',
    '  rename VELHO NOVO       dar outro nome a uma sessão',
    '  delete NOME             mover uma sessão para a lixeira',
    '  restore [NOME]          trazê-la de volta',
    '  forget NOME --message N  tirar uma mensagem de tudo',
    '  new                     começar uma nova conversa',
    '  recover NOME            retomar uma conversa interrompida',
    '  private [on|off]        esconder esta conversa dos modelos',
    '  export FORMATO [ONDE]   escrever o registro inteiro em um arquivo: md, jsonl ou sharegpt',
    '  transcript AÇÃO         o registro inteiro: search, show, export ou stats',
  ].join('\n'),
  confirmDelete: (name) => `Mover "${name}" para a lixeira? [s/N] `,
  notDeleted: 'Nada foi apagado.',
  onlyOne: 'Dê apenas um entre --session, --resume e --continue.',
  nothingToContinue: 'Não há sessão para continuar.',
  nothingSaid: 'Não há nada a dizer.',
  nothingSaidHint: 'Dê --prompt TEXTO, ou ponha-o na entrada padrão.',
  typing: {
    label: ({ lines, characters }, beginning) =>
      `${lines > 1 ? `${lines} linhas` : `${characters} caracteres`}: ${beginning}`,
    historyTrouble: (reason) => `O que se digita não fica para a próxima conversa: ${reason}`,
  },
  leaveHint: '(Ctrl-C de novo sai; /exit também.)',
  helpHint: 'Veja /help.',
  sessionHint: 'Veja /session.',
  unknownSlash: (word) => `Comando desconhecido: "/${word}".`,
  unknownSession: (word) => `Não existe "/session ${word}".`,
  nameTaken: (name) => `Já existe uma sessão "${name}"`,
  nameMissing: (what) => `/session ${what} precisa de um nome.`,
  nameMissingHint: (what) => `Por exemplo: /session ${what} notas-da-mare`,
}

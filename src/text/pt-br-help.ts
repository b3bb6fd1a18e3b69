import type { HelpText } from './help-text.ts'

/** What `--help` and `chatcli help TOPIC` say, in Brazilian Portuguese. */
export const brazilianPortugueseHelp: HelpText = {
  about: 'chatcli: a memória de todas as suas conversas com IA',
  examples: 'Exemplos:',
  topics: 'Tópicos:',
  more: 'chatcli COMANDO --help mostra as opções de um comando.',
  positional: { command: 'COMANDO', options: 'OPÇÕES' },
  options: {
    contextMode: 'como chega ao modelo: full, summary, chunked, smart ou knowledge',
    contextAbout: 'de que trata, no máximo 500 caracteres',
    contextTags: 'palavras para organizá-lo, separadas por vírgulas',
    contextForce: 'tomar o lugar de um contexto com esse nome',
    contextName: 'dar este nome',
    contextPriority: 'seu lugar entre os outros, de 0 (primeiro) a 1000; 100 quando não é dado',
    contextChunk: 'só este pedaço; pode ser dado mais de uma vez',
    contextChunks: 'só estes pedaços: 1,3,5-7',
    contextRetrieve: 'pesquisar nele a cada vez e dar os K melhores trechos; 8 quando K não é dado',
    contextRag: 'o mesmo que --retrieve',
    contextFull: 'dar tudo, qualquer que seja o tamanho',
    contextSession: 'a sessão que ele acompanha; no chat, a conversa atual',
    contextAll: 'mostrar todos os seus arquivos',
    contextOneChunk: 'mostrar este pedaço como o modelo o recebe',
    contextDelete: 'mesmo que acompanhe uma conversa',
    json: 'imprime um documento JSON',
    ndjson: 'imprime uma linha de JSON por sessão',
    help: 'mostra esta ajuda',
    version: 'mostra a versão',
    from: 'lê a conversa de um arquivo, ou da entrada padrão com -',
    fromDir: 'salva cada arquivo .json e .jsonl de uma pasta com o nome do arquivo',
    force: 'substitui o que tem esse nome; a sessão substituída vai para a lixeira',
    title: 'dá este título',
    sort: 'recent (mais novas primeiro), name (nome) ou size (tamanho)',
    listLimit: 'mostra esta quantidade, 50 quando não se diz',
    all: 'mostra todas',
    importAll: 'tudo o que foi encontrado, sem perguntar',
    importAgain: 'ler tudo de novo, também o que não mudou; nada é duplicado',
    importTool: 'só esta ferramenta: claude-code, codex, pi, …',
    importSince: 'só arquivos que mudaram desde esse dia: 2026-03-14, 7d, "semana passada"',
    importDry: 'só dizer o que seria novo',
    exportAs: 'como histórico que continua em claude-code, codex, gemini-cli, opencode ou pi',
    exportTo: 'com --as: outra pasta que não a da ferramenta',
    importWatch: 'acompanhar as outras ferramentas até Ctrl-C',
    source: 'só conversas importadas desta ferramenta',
    offset: 'começa nesta posição, contada a partir de 0',
    pageLimit: 'mostra esta quantidade de mensagens, 20 quando não se diz, no máximo 200',
    pageQuery: 'abre a página na mensagem que melhor responde a isto',
    message: 'mostra só esta mensagem, inteira',
    snippets: 'frases por sessão, 3 quando não se diz, no máximo 20',
    sessions: 'sessões na resposta, 10 quando não se diz, no máximo 200',
    since: 'só mensagens desde esse dia: 2026-03-14, 2026-03, 7d, "semana passada"',
    until: 'só mensagens até esse dia, inclusive',
    strict: 'só sessões que têm todas as palavras',
    removed: 'também mensagens que alguém removeu do arquivo da sessão à mão',
    explain: 'dizer de onde vem cada parte de cada pontuação',
    refresh: 'olhar antes todos os arquivos, não só o que se sabe que mudou',
    in: 'só a sessão com esse nome; * vale por qualquer coisa',
    role: 'só o que user, assistant ou tool disse',
    hits: 'para search: mostra esta quantidade de mensagens, 10 quando não se diz, no máximo 20',
    purge: 'apaga para sempre, da lixeira também',
    apply: 'remove, em vez de só listar',
    policyTtl: 'dias que fica uma sessão nomeada pelo programa em que ninguém mexe; 0 é para sempre',
    policyKeep: 'quantas delas ficam, de cada tipo',
    policyTrash: 'dias que fica o que está na lixeira; 0 é para sempre',
    expired: 'tudo o que foi para a lixeira sozinho',
    olderThan: 'só o que está na lixeira há mais do que tantos dias',
    fix: 'conserta o que dá para consertar; nada é encurtado',
    restoreKey: 'criar uma nova frase secreta a partir das palavras da folha de recuperação',
    expectHead: 'comparar com o que `storage head` imprimiu',
    readData: 'lê cada transcrição inteira',
    forgetMessage: 'a posição da mensagem, como session get mostra',
    dryRun: 'diz o que seria feito, e não faz nada',
    yes: 'não pergunta',
    as: 'traz de volta com este nome',
    overwrite: 'substitui um arquivo que existe',
    maskSecrets: 'troca por um marcador cada chave, token e senha que se encontra nela',
    prompt: 'dizer isto, imprimir a resposta e sair; seguido da entrada padrão, se houver',
    chatSession: 'ligar a conversa a esta sessão, que é criada se não existir',
    resume: 'continuar esta sessão',
    continue: 'continuar a sessão mais nova',
    keep: 'guardar o que é dito de uma só vez, o que sem isto não deixa nada',
    provider: 'anthropic, openai, google, openrouter, ollama ou openai-compatible',
    model: 'que modelo responde',
    mode: 'chat, agent ou coder',
    allow: 'deixar estas ferramentas rodarem sem perguntar: run,write,edit,session,bootstrap,context',
    maxTokens: 'a resposta mais longa, em tokens',
    mcpScope: 'user (para você, em toda parte; se não for dado) ou project (para esta pasta)',
    mcpUrl: 'alcançar um servidor que roda neste endereço, em vez de iniciar um',
    mcpAcp: 'como um agente do editor (ACP) em vez de como suas ferramentas; o Zed os tem',
    mcpPrint: 'só mostrar o que gravar, e onde',
    mcpDry: 'só mostrar o que mudaria',
    mcpYes: 'não perguntar',
    mcpHttp: 'por HTTP, para vários programas de uma vez, até que seja parado',
    mcpPort: 'a porta de --http; 7411 se não for dada, 0 pega uma livre',
    mcpHost: 'o endereço de --http; 127.0.0.1 se não for dado, que só esta máquina alcança',
    mcpToken:
      'o que os programas precisam apresentar; melhor em CHATCLI_MCP_TOKEN_FILE, pois outros veem a linha de comando',
    timeout: 'quanto uma resposta pode demorar: 90s, 5m',
    raw: 'imprimir a resposta como veio, e nada mais',
    interactive: 'mostrar a lista, mesmo quando uma sessão está claramente à frente',
  },
  summaries: {
    chat: 'falar com um modelo que se lembra; chatcli sozinho também faz isso',
    resume: 'escolhe uma sessão pelo que foi dito nela, e continua com ela',
    'session search': 'encontra sessões pelo que foi dito nelas',
    'session list': 'lista as sessões salvas, as mais novas primeiro',
    'session get': 'lê uma sessão página por página',
    'session save': 'salva uma conversa com um nome',
    'session rename': 'dá outro nome a uma sessão',
    'session fork': 'faz uma cópia independente de uma sessão',
    'session export': 'grava em um arquivo tudo o que já foi dito em uma sessão',
    'session transcript': 'busca, mostra, exporta ou mede o registro completo de uma sessão',
    'session delete': 'move uma sessão para a lixeira',
    'session forget': 'tira uma mensagem de tudo: transcrição, cópias, lixeira, arquivo, índice',
    'session restore': 'traz uma sessão de volta da lixeira; sem nome, lista a lixeira',
    'context create': 'criar um contexto com arquivos e pastas, que pode acompanhar conversas',
    'context update': 'ler de novo os arquivos de um contexto, ou mudá-lo',
    'context attach': 'fazer um contexto acompanhar uma sessão',
    'context detach': 'soltar um contexto',
    'context attached': 'mostrar o que acompanha uma sessão, e quanto custa',
    'context list': 'listar os contextos',
    'context show': 'mostrar o que há em um contexto',
    'context inspect': 'mostrar onde está o peso de um contexto, ou um de seus arquivos ou pedaços',
    'context merge': 'fazer um contexto de vários',
    'context export': 'escrever um contexto em um arquivo que import lê',
    'context import': 'trazer um contexto exportado, daqui ou de outro lugar',
    'context metrics': 'mostrar números sobre todos os contextos',
    'context delete': 'excluir um contexto; as fontes ficam',
    index: 'mostra como está o índice de busca, refaz o índice ou confere cada byte dele',
    import:
      'toma o que outras ferramentas de IA guardam nesta máquina: tudo o que se encontra, ou um caminho',
    storage: 'mostra o que há na pasta: arquivos, tamanhos, regras e o que sairia agora',
    'storage prune': 'lista o que as regras removeriam; --apply remove',
    'storage backup': 'escreve tudo o que há na pasta em um arquivo tar, mesmo em uso',
    'storage restore': 'traz uma cópia para a pasta; nada do que há nela se perde',
    'storage policy': 'mostra quanto tempo as coisas ficam nesta pasta, ou muda isso',
    'trash list': 'lista o que está na lixeira',
    'storage seal': 'selar tudo na pasta com a chave',
    'storage unseal': 'tirar o selo de tudo na pasta',
    'storage head': 'imprimir o que a pasta contém agora, para guardar em outro lugar e comparar depois',
    key: 'mostrar que chave há, criar uma frase secreta para ela, trocá-la ou imprimir a folha de recuperação',
    verify: 'conferir se tudo na pasta é o que foi escrito',
    'trash restore': 'traz uma sessão de volta da lixeira',
    'trash empty': 'remove de vez o que está na lixeira',
    doctor: 'vê se está tudo como deve estar',
    config: 'mostra as configurações e de onde vem cada uma, ou altera uma em config.toml',
    'mcp-server':
      'atende agentes de IA: Claude, Cursor, Codex… falam com ele pela entrada e saída padrão (MCP)',
    'mcp install': 'configurar esta memória no Claude, Cursor, VS Code, Codex, Gemini CLI, opencode ou Zed',
    'mcp uninstall': 'retirá-la deles de novo',
    acp: 'atende um editor: Zed, JetBrains, Neovim… falam com ele pela entrada e saída padrão (ACP)',
    'tool session': 'responde a uma chamada da ferramenta @session: search, get, list',
    completion: 'imprime o script de completar de um shell',
    help: 'mostra ajuda sobre um comando ou um tópico',
  },
  settings: {
    home: 'a pasta que guarda sessões, transcrições, a lixeira, o índice e config.toml',
    language: 'a língua das mensagens: `en` ou `pt-BR`; qualquer forma de português dá pt-BR, o resto inglês',
    colour: 'cores no terminal: `on` ou `off`; qualquer valor de NO_COLOR desliga',
    plain: 'linha por linha, como leitores de tela precisam, sem nada que tome a tela inteira: `on` ou `off`',
    timeZone: 'o fuso em que se entende "ontem" e "semana passada", como `America/Sao_Paulo`',
    transcript: 'guarda a transcrição de cada conversa, à qual só se acrescenta: `on` ou `off`',
    autosave: 'salva ao terminar uma conversa a que ninguém deu nome: `on` ou `off`',
    autoRecall: 'dá ao modelo, sem que ele peça, o que conversas passadas dizem do assunto: `on` ou `off`',
    importOnStart:
      'trazer o que outras ferramentas de IA escreveram desde então, quando o chat ou um servidor começa: `on` ou `off`',
    chatKnowledge:
      'também no modo chat, deixa o modelo consultar o que acompanha a conversa e é pesquisado: `on` ou `off`',
    attachAutoRag:
      'pesquisa um contexto grande a cada vez em vez de dá-lo inteiro, quando nada foi escolhido: `on` ou `off`',
    writeThrough: 'grava a sessão a cada turno e adota o que outros gravaram nela: `on` ou `off`',
    history: 'guarda o que se digita na conversa: `on` ou `off`; CHATCLI_DISABLE_HISTORY=true desliga',
    historyFile: 'o arquivo que guarda o que se digita na conversa',
    historyMaxBytes:
      'até onde esse arquivo pode crescer: `100MB`, `512KB`; além disso fica a metade mais nova',
    hiddenSources: 'ferramentas cujas conversas importadas nenhum modelo vê',
    mcpTools: 'que ferramentas um cliente MCP recebe: `all`, `safe` (as que só leem) ou uma lista de nomes',
    mcpResources: 'se um cliente MCP recebe as sessões também como recursos',
    mcpAutosave:
      'guarda o que clientes MCP e editores dizem sem nome em sessões `mcp-` contínuas: `on` ou `off`; sem valor, como `autosave`',
    mcpMaxHistory:
      'quantas mensagens mais novas um modelo recebe por clientes MCP e editores; tudo fica guardado',
    maskSecrets:
      'troca cada segredo por um marcador no que a memória diz a modelos, agentes e editores: `on` ou `off`',
    mcpElicitation:
      'se um cliente MCP que pode perguntar à pessoa pergunta, antes de algo ser excluído e antes de uma ferramenta que precisa de permissão',
    mcpPermissionMs:
      'quanto tempo a pessoa tem para responder a uma pergunta dessas; depois vale como não: `90s`, `10m`, `off` para um dia',
    encryptionKey:
      'a chave que sela tudo o que foi dito: 32 bytes em base64, feita com `openssl rand -base64 32`',
    encryptionKeyFile: 'um arquivo com a chave, que só você pode ler',
    encryptionKeyCommand: 'um comando que imprime a chave, como `pass show chatcli`',
    previousEncryptionKey: 'chaves que foram trocadas, separadas por vírgulas; abrem o que elas selaram',
    provider: 'onde está o modelo de linguagem: `anthropic`, `openai`, `google`, `openrouter` ou `ollama`',
    model: 'o modelo, pelo nome que tem lá, ou como `provedor/modelo`',
    anthropicKey: 'chave de API da Anthropic',
    anthropicUrl: 'outro endereço da API da Anthropic',
    openaiKey: 'chave de API da OpenAI',
    openaiUrl: 'outro endereço da API da OpenAI, como o de um servidor compatível',
    googleKey: 'chave de API do Google Gemini',
    googleUrl: 'outro endereço da API do Gemini',
    openrouterKey: 'chave de API do OpenRouter',
    ollamaHost: 'onde o Ollama escuta: um host, `host:porta` ou um endereço',
    toolCalls: 'como as ferramentas são oferecidas a um modelo: `auto`, `native` ou `text`',
    maxTokens: 'a resposta mais longa, em tokens',
    contextWindow: 'quantos tokens o modelo aceita, quando o que se sabe dele está errado',
    maxPayloadBytes: 'até que tamanho pode ter um pedido: `5MB`, `512KB`; um número sozinho são megabytes',
    timeoutMs: 'quanto tempo uma resposta pode levar: `5m`, `90s`; um número sozinho são segundos',
    stallMs: 'quanto tempo uma resposta que começou pode ficar em silêncio',
    retries: 'quantas vezes se pergunta de novo a um provedor que não pôde responder',
    prices: 'preços de modelos em dólares por milhão de tokens, como tabelas do arquivo',
    bootstrap:
      'dizer ao modelo o que está em AGENTS.md, SOUL.md, USER.md, IDENTITY.md e RULES.md: `on` ou `off`',
    bootstrapDir: 'onde ficam os seus próprios desses arquivos',
    mode: 'como começa uma conversa nova: `chat`, `agent` ou `coder`',
    maxSteps: 'no máximo, quantas chamadas do modelo em um turno',
    microcompactTruncateTurns: 'após quantas respostas um resultado longo de ferramenta perde o meio',
    microcompactSummarizeTurns:
      'após quantas respostas uma linha fica no lugar de um resultado longo de ferramenta',
    microcompactHeadChars: 'quantos caracteres do começo de um resultado desses ficam',
    microcompactTailChars: 'quantos caracteres do fim dele ficam',
    microcompactMinContent: 'com menos caracteres que isso um resultado fica inteiro',
    skillAgeTurns: 'após quantas respostas uma linha fica no lugar das instruções de uma skill',
    archiveMaxMb: 'até onde pode crescer o arquivo do que foi deixado de fora, em megabytes; 0 é sem limite',
    archiveTtlMs: 'quanto tempo fica o que ninguém pede de volta: `168h`, `7d`; 0 é para sempre',
    sessionTtlDays:
      'quanto tempo fica uma sessão a que o próprio programa deu o nome, quando ninguém mexe nela: `90`, `90d`; 0 é para sempre, e então a próxima também não vale',
    autosaveKeep:
      'quantas sessões com nome dado pelo programa ficam, as mais novas de `autosave-` e de `mcp-` cada',
    trashDays: 'quanto tempo sessões apagadas e vencidas ficam na lixeira: `30`, `30d`; 0 é para sempre',
    mcpToken:
      'o que programas que usam MCP por HTTP precisam apresentar: um texto longo e aleatório, feito com `openssl rand -hex 32`',
    mcpTokenFile: 'um arquivo com esses tokens, um por linha, que só você pode ler',
    mcpAllowedHosts:
      'nomes pelos quais o MCP por HTTP pode ser alcançado além de `localhost`, como o de um proxy na frente dele',
    mcpCallsPerSecond: 'chamadas por segundo que um token pode fazer por HTTP, em média; 0 é sem limite',
  },
  topicAbout: {
    'exit-codes': 'o que significam os códigos de saída',
    query: 'como perguntar',
    privacy: 'quem vê o quê',
    files: 'o que é guardado, e onde',
    keys: 'as teclas da conversa e do seletor',
  },
  topicText: {
    'exit-codes': `Códigos de saída:

    0  feito
    1  nada encontrado
    2  o comando não foi entendido, ou um nome ou valor não é permitido
    3  não existe
    4  falta uma chave de cifra, ou é a errada
    5  dados danificados, ou de uma versão mais nova; o que pôde ser lido foi impresso
    6  algo já tem esse nome, ou outro alterou ou está usando
    7  armazenamento: cheio, só de leitura, com falhas
    8  recusado
    9  o provedor do modelo não respondeu
   70  um erro do próprio programa; por favor, relate-o
  130  interrompido`,
    query: `Uma pergunta pode ser uma frase inteira em qualquer língua, ou algumas palavras.

Sessões que têm todas as palavras vêm primeiro; a que não tem alguma diz qual.

  "token bucket"           estas palavras juntas
  -redis                   deixa de fora mensagens com esta palavra
  +redis                   só sessões com esta palavra
  in:proj-*                só sessões com nomes assim
  role:user                só o que user, assistant ou tool disse
  tool:grep                só a saída desta ferramenta
  source:FERRAMENTA        só conversas importadas desta ferramenta
  has:code                 só mensagens com código
  before:2026-03 after:7d  só mensagens desse tempo
  on:2026-03-14            só mensagens desse dia

Tempos em palavras ("semana passada", "em março de 2025", "há 3 dias") também são entendidos: mensagens
desse tempo vêm primeiro.`,
    privacy: `Tudo fica na pasta do chatcli (veja: chatcli help files). Não há telemetria.

Um modelo recebe o que você diz a ele e o que as ferramentas dele devolvem. Ele só vê conversas passadas
quando chama a ferramenta session; antes da primeira vez que isso vai a um provedor em outro lugar, há uma
pergunta. Para um modelo nesta máquina não há pergunta.

  /session private on           nenhum modelo acha esta conversa na memória
  hidden-sources em config.toml conversas importadas destas ferramentas ficam longe dos modelos
  --allow session               deixa a pergunta única olhar a memória sem confirmar

O texto lembrado vai marcado como dado, para que nada nele valha como instrução. Ferramentas que mudam
arquivos ou rodam comandos perguntam antes; a resposta pode valer para o projeto. Elas não saem da pasta de
trabalho, fora os comandos que você permite. A pergunta única não deixa nada sem --session ou --save.`,
    files: `A pasta é ~/.chatcli, ou o que CHATCLI_HOME diz:

  sessions/NOME.json     sessões salvas, como outros programas as leem
  transcripts/ID.jsonl   tudo o que já foi dito, linha por linha, nunca reescrito
  trash/                 sessões apagadas, até serem removidas para sempre
  ccr/                   o que saiu de conversas longas; pode ser feito de novo
  state/                 lista das sessões, permissões, linhas digitadas
  index/                 o índice da busca; pode ser apagado a qualquer momento
  config.toml            configurações (veja: chatcli config list)

Uma cópia de sessions/ e transcripts/ é uma cópia de tudo o que foi dito.`,
    keys: `Na conversa:

  Enter         diz; uma linha que termina em \\ continua, \`\`\` abre um bloco que \`\`\` fecha
  Tab           completa comandos, nomes de sessões e caminhos depois de @
  Cima, Baixo   o que foi digitado antes; Ctrl-R procura
  Esc Esc       em um prompt vazio: volta para antes de algo que você disse (/rewind)
  Ctrl-C        para a resposta; no prompt, duas vezes: sai
  Ctrl-D        sai
  Ctrl-L        limpa a tela

No seletor (chatcli resume), digitar procura; ? na lista, ou F1, mostra as teclas.`,
  },
}

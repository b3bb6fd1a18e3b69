/** What `--help` and `chatcli help TOPIC` say, in English. Commands and options are described by what they do. */
export const englishHelp = {
  about: 'chatcli: the memory of all your AI conversations',
  examples: 'Examples:',
  topics: 'Topics:',
  more: 'chatcli COMMAND --help shows the options of a command.',
  positional: { command: 'COMMAND', options: 'OPTIONS' },
  options: {
    contextMode: 'how it reaches the model: full, summary, chunked, smart or knowledge',
    contextAbout: 'what it is about, 500 characters at most',
    contextTags: 'words to sort it by, with commas between them',
    contextForce: 'take the place of a context of that name',
    contextName: 'call it by this name',
    contextPriority: 'its place among the others, 0 (first) to 1000; 100 when not given',
    contextChunk: 'only this chunk; may be given more than once',
    contextChunks: 'only these chunks: 1,3,5-7',
    contextRetrieve: 'search it each turn, and give the K best passages; 8 when K is not given',
    contextRag: 'the same as --retrieve',
    contextFull: 'give all of it, whatever its size',
    contextSession: 'the session it goes along with; in the chat, the conversation at hand',
    contextAll: 'show all of its files',
    contextOneChunk: 'show this chunk as the model gets it',
    contextDelete: 'although it goes along with a conversation',
    json: 'print one JSON document',
    ndjson: 'print one line of JSON per session',
    help: 'show this help',
    version: 'show the version',
    from: 'read the conversation from a file, or from standard input with -',
    fromDir: 'save every .json and .jsonl file of a folder under its file name',
    force: 'replace what has that name; a replaced session goes to the trash',
    title: 'give it this title',
    sort: 'recent (newest first), name or size',
    listLimit: 'show this many, 50 when not given',
    all: 'show all of them',
    importAll: 'everything that was found, without asking',
    importAgain: 'read everything again, also what did not change; nothing is doubled',
    importTool: 'only this tool: claude-code, codex, pi, …',
    importSince: 'only files that changed since that day: 2026-03-14, 7d, "last week"',
    importDry: 'only say what would be new',
    exportAs: 'as a history that goes on in claude-code, codex, gemini-cli, opencode or pi',
    exportTo: 'with --as: another folder than that of the tool',
    importWatch: 'keep up with the other tools until Ctrl-C',
    source: 'only conversations imported from this tool',
    offset: 'start at this position, counted from 0',
    pageLimit: 'show this many messages, 20 when not given, 200 at most',
    pageQuery: 'open the page at the message that answers this best',
    message: 'show just this message, whole',
    snippets: 'sentences per session, 3 when not given, 20 at most',
    sessions: 'sessions in the answer, 10 when not given, 200 at most',
    since: 'only messages since that day: 2026-03-14, 2026-03, 7d, "last week"',
    until: 'only messages until that day, the day included',
    strict: 'only sessions that have every word',
    removed: 'also messages that were removed from a session file by hand',
    explain: 'say where every part of each score comes from',
    refresh: 'look at every file first, not only at what is known to have changed',
    in: 'only the session of that name; * stands for anything',
    role: 'only what user, assistant or tool said',
    hits: 'for search: show this many messages, 10 when not given, 20 at most',
    purge: 'delete for good, from the trash too',
    apply: 'remove it, instead of only listing it',
    policyTtl: 'days a session that the program named stays when nobody touches it; 0 is for ever',
    policyKeep: 'how many of them stay, of each kind',
    policyTrash: 'days what is in the trash stays; 0 is for ever',
    expired: 'everything that went into the trash by itself',
    olderThan: 'only what has been in the trash for more than so many days',
    fix: 'mend what can be mended; nothing is ever shortened',
    restoreKey: 'make a new passphrase from the words of the recovery sheet',
    expectHead: 'compare with what `storage head` printed',
    readData: 'read everything whole, however long that takes',
    forgetMessage: 'the position of the message, as session get shows it',
    dryRun: 'say what would be done, and do nothing',
    yes: 'do not ask',
    as: 'bring it back under this name',
    overwrite: 'replace a file that exists',
    maskSecrets: 'put a placeholder for each key, token and password that is found in it',
    prompt: 'say this, print the answer and leave; with standard input behind it, if there is any',
    chatSession: 'be bound to this session, which is made when there is none',
    resume: 'go on with this session',
    continue: 'go on with the newest session',
    keep: 'keep what is said in one shot, which leaves nothing otherwise',
    provider: 'anthropic, openai, google, openrouter, ollama or openai-compatible',
    model: 'which model answers',
    mode: 'chat, agent or coder',
    allow: 'let these tools run without a question: run,write,edit,session,bootstrap,context',
    maxTokens: 'the longest answer, in tokens',
    mcpScope: 'user (for you, everywhere; when not given) or project (for this folder)',
    mcpUrl: 'reach a server that runs at this address, instead of starting one',
    mcpAcp: 'as an agent of the editor (ACP) instead of as its tools; Zed has these',
    mcpPrint: 'only print what to write, and where',
    mcpDry: 'only show what would change',
    mcpYes: 'do not ask',
    mcpHttp: 'over HTTP, for several programs at once, until it is stopped',
    mcpPort: 'the port of --http; 7411 when not given, 0 takes a free one',
    mcpHost: 'the address of --http; 127.0.0.1 when not given, which only this machine reaches',
    mcpToken:
      'what programs must show; better in CHATCLI_MCP_TOKEN_FILE, since others can see a command line',
    timeout: 'how long an answer may take: 90s, 5m',
    raw: 'print the answer as it came, and nothing else',
    interactive: 'show the list, also when one session is clearly ahead',
  },
  summaries: {
    chat: 'talk to a model that remembers; chatcli alone does it too',
    resume: 'choose a session by what was said in it, and go on with it',
    'session search': 'find sessions by what was said in them',
    'session list': 'list saved sessions, newest first',
    'session get': 'read a session page by page',
    'session save': 'save a conversation under a name',
    'session rename': 'give a session another name',
    'session fork': 'make an independent copy of a session',
    'session export': 'write everything ever said in a session to a file',
    'session transcript': 'search, show, export or measure the full record of one session',
    'session delete': 'move a session to the trash',
    'session forget': 'take one message out of everything: transcript, forks, trash, archive, index',
    'session restore': 'bring a session back from the trash; without a name, list the trash',
    'context create': 'make a context of files and folders, which can go along with conversations',
    'context update': 'read the files of a context again, or change it',
    'context attach': 'let a context go along with a session',
    'context detach': 'let go of a context',
    'context attached': 'show what goes along with a session, and what it costs',
    'context list': 'list contexts',
    'context show': 'show what is in a context',
    'context inspect': 'show where the weight of a context is, or one of its files or chunks',
    'context merge': 'make one context of several',
    'context export': 'write a context to a file that import reads',
    'context import': 'take in a context that was exported, here or elsewhere',
    'context metrics': 'show numbers about all contexts',
    'context delete': 'delete a context; its sources stay',
    index: 'show how the search index stands, make it anew, or check every byte of it',
    import: 'take in what other AI tools keep on this machine: all that is found, or a path',
    storage: 'show what lies in the home folder: files, sizes, rules, and what would go now',
    'storage prune': 'list what the rules would remove; --apply removes it',
    'storage backup': 'write everything in the home to one tar file, while it is in use',
    'storage restore': 'bring a backup into the home; nothing that is there is lost',
    'storage policy': 'show how long things stay in this home, or change it',
    'trash list': 'list what is in the trash',
    'storage seal': 'seal everything in the home with the key',
    'storage unseal': 'take the seal off everything in the home',
    'storage head': 'print what the home holds now, to be kept elsewhere and compared later',
    key: 'show which key there is, make a passphrase for it, replace it, or print its recovery sheet',
    verify: 'check that everything in the home is what was written',
    'trash restore': 'bring a session back from the trash',
    'trash empty': 'remove what is in the trash for good',
    doctor: 'look whether everything is as it should be',
    config: 'show the settings and where each comes from, or change one in config.toml',
    'mcp-server': 'serve AI agents: Claude, Cursor, Codex, … talk to it over standard input and output (MCP)',
    'mcp install': 'set this memory up in Claude, Cursor, VS Code, Codex, Gemini CLI, opencode or Zed',
    'mcp uninstall': 'take it out of them again',
    acp: 'serve an editor: Zed, JetBrains, Neovim, … talk to it over standard input and output (ACP)',
    'tool session': 'answer a call of the @session tool: search, get, list',
    completion: 'print the completion script for a shell',
    help: 'show help on a command or a topic',
  },
  /** What each setting means, by its name in `Settings`; docs/settings.md shows them. */
  settings: {
    home: 'the folder that holds sessions, transcripts, the trash, the index and config.toml',
    language:
      'the language of messages: `en` or `pt-BR`; any form of Portuguese gives pt-BR, all else English',
    colour: 'colours in a terminal: `on` or `off`; any value of NO_COLOR turns them off',
    plain: 'line by line, as screen readers want it, and nothing takes the whole screen: `on` or `off`',
    timeZone: 'the zone in which "yesterday" and "last week" are meant, such as `America/Sao_Paulo`',
    transcript: 'keep the append-only transcript of each conversation: `on` or `off`',
    autosave: 'save a conversation that nobody named when it ends: `on` or `off`',
    autoRecall: 'give the model, unasked, what past conversations say on what is being said: `on` or `off`',
    importOnStart:
      'take in what other AI tools have written since, when the chat or a server starts: `on` or `off`',
    chatKnowledge:
      'in chat mode too, let the model look things up in what is attached and searched: `on` or `off`',
    attachAutoRag:
      'search a large context each turn rather than give all of it, when nothing was chosen: `on` or `off`',
    writeThrough: 'write the session after each turn, and take over what others wrote to it: `on` or `off`',
    history: 'keep what is typed in the chat: `on` or `off`; CHATCLI_DISABLE_HISTORY=true turns it off',
    historyFile: 'the file that keeps what is typed in the chat',
    historyMaxBytes: 'how large that file may grow: `100MB`, `512KB`; over it, the newer half stays',
    hiddenSources: 'tools whose imported conversations no model gets to see',
    mcpTools: 'which tools an MCP client gets: `all`, `safe` (those that only read), or a list of names',
    mcpResources: 'whether an MCP client gets sessions as resources too',
    mcpAutosave:
      'keep what MCP clients and editors say under no name in rolling `mcp-` sessions: `on` or `off`; not set, as `autosave`',
    mcpMaxHistory:
      'the newest messages that a model is given for MCP clients and editors; everything is kept',
    maskSecrets:
      'put a placeholder for each secret into what the memory tells models, agents and editors: `on` or `off`',
    mcpElicitation:
      'whether an MCP client that can ask its person does, before something is deleted and before a tool runs that needs leave',
    mcpPermissionMs:
      'how long the person has to answer such a question; then it counts as no: `90s`, `10m`, `off` for a day',
    encryptionKey:
      'the key that seals everything that was said: 32 bytes in base64, made with `openssl rand -base64 32`',
    encryptionKeyFile: 'a file that holds the key, readable by you alone',
    encryptionKeyCommand: 'a command that prints the key, such as `pass show chatcli`',
    previousEncryptionKey: 'keys that were replaced, with commas between them; they open what they sealed',
    provider: 'where the language model is: `anthropic`, `openai`, `google`, `openrouter` or `ollama`',
    model: 'the model, by its name there, or as `provider/model`',
    anthropicKey: 'API key of Anthropic',
    anthropicUrl: 'another address of the Anthropic API',
    openaiKey: 'API key of OpenAI',
    openaiUrl: 'another address of the OpenAI API, such as that of a compatible server',
    googleKey: 'API key of Google Gemini',
    googleUrl: 'another address of the Gemini API',
    openrouterKey: 'API key of OpenRouter',
    ollamaHost: 'where Ollama listens: a host, `host:port` or an address',
    toolCalls: 'how tools are offered to a model: `auto`, `native` or `text`',
    maxTokens: 'the longest answer, in tokens',
    contextWindow: 'tokens that the model takes, where what is known of it is wrong',
    maxPayloadBytes: 'how large a request may be: `5MB`, `512KB`; a plain number is megabytes',
    timeoutMs: 'how long one answer may take: `5m`, `90s`; a plain number is seconds',
    stallMs: 'how long a started answer may be silent',
    retries: 'how often a provider that could not answer is asked again',
    prices: 'prices of models in US dollars per million tokens, as tables of the file',
    bootstrap: 'tell the model what AGENTS.md, SOUL.md, USER.md, IDENTITY.md and RULES.md say: `on` or `off`',
    bootstrapDir: 'where your own of these files are',
    mode: 'how a new conversation starts: `chat`, `agent` or `coder`',
    maxSteps: 'calls of the model in one turn, at most',
    microcompactTruncateTurns: 'answers after which a long result of a tool loses its middle',
    microcompactSummarizeTurns: 'answers after which one line stands for a long result of a tool',
    microcompactHeadChars: 'characters that stay of the beginning of such a result',
    microcompactTailChars: 'characters that stay of its end',
    microcompactMinContent: 'characters below which a result stays whole',
    skillAgeTurns: 'answers after which one line stands for the instructions of a skill',
    archiveMaxMb: 'how large the archive of what was left out may grow, in megabytes; 0 is no bound',
    archiveTtlMs: 'how long what is in it stays when nobody asks for it: `168h`, `7d`; 0 is for ever',
    sessionTtlDays:
      'how long a session that the program named itself stays when nobody touches it: `90`, `90d`; 0 is for ever, and then the next one says nothing either',
    autosaveKeep:
      'how many sessions with a name of the program stay, the newest of `autosave-` and of `mcp-` each',
    trashDays: 'how long deleted and expired sessions stay in the trash: `30`, `30d`; 0 is for ever',
    mcpToken:
      'what programs must show that use MCP over HTTP: a long random text, made with `openssl rand -hex 32`',
    mcpTokenFile: 'a file that holds such tokens, one a line, readable by you alone',
    mcpAllowedHosts:
      'names by which MCP over HTTP may be reached besides `localhost`, such as that of a proxy in front of it',
    mcpCallsPerSecond: 'calls a second that one token may make over HTTP, on average; 0 is no bound',
  },
  topicAbout: {
    'exit-codes': 'what the exit codes mean',
    query: 'how to ask',
    privacy: 'who gets to see what',
    files: 'what is kept, and where',
    keys: 'the keys of the chat and of the picker',
  },
  topicText: {
    'exit-codes': `Exit codes:

    0  done
    1  no match
    2  the command was not understood, or a name or value is not allowed
    3  not found
    4  an encryption key is missing or wrong
    5  damaged data, or data of a newer version; what could be read was printed
    6  something has that name, or somebody else changed or holds it
    7  storage: full, read-only, failing
    8  refused
    9  the model provider did not answer
   70  a fault of the program itself; please report it
  130  interrupted`,
    query: `A question may be a whole sentence in any language, or a few words.

Sessions that have every word come first; one that lacks some says which.

  "token bucket"           these words together
  -redis                   leave out messages with this word
  +redis                   only sessions with this word
  in:proj-*                only sessions with such names
  role:user                only what user, assistant or tool said
  tool:grep                only output of this tool
  source:TOOL              only conversations imported from this tool
  has:code                 only messages with code
  before:2026-03 after:7d  only messages of that time
  on:2026-03-14            only messages of that day

Times in words ("last week", "in March 2025", "há 3 dias") are understood too: messages of that time
come first.`,
    privacy: `Everything stays in the home folder of chatcli (see: chatcli help files). There is no telemetry.

A model gets what you say to it, and what its tools return. It sees past conversations only when it calls
the session tool; before the first time that goes to a provider elsewhere, you are asked. A model on this
machine is not asked about.

  /session private on           no model finds this conversation in the memory
  hidden-sources in config.toml conversations imported from these tools are kept from models
  --allow session               let a one-shot look into the memory without the question

Recalled text is marked as data for the model, so that nothing in it counts as an instruction. Tools that
change files or run commands ask first; your answer can hold for the project. They cannot leave the working
folder, except for commands that you allow. A one-shot leaves nothing behind without --session or --save.`,
    files: `The home folder is ~/.chatcli, or what CHATCLI_HOME says:

  sessions/NAME.json     saved sessions, as other programs can read them
  transcripts/ID.jsonl   everything ever said, line by line, never rewritten
  trash/                 deleted sessions, until they are purged
  ccr/                   what was left out of long conversations; it can be made again
  state/                 list of sessions, permissions, typed lines
  index/                 the search index; it can be deleted at any time
  config.toml            settings (see: chatcli config list)

A backup of sessions/ and transcripts/ is a backup of everything said.`,
    keys: `In the chat:

  Enter         say it; a line that ends in \\ goes on, \`\`\` begins a block that \`\`\` ends
  Tab           complete commands, names of sessions, and paths behind @
  Up, Down      what was typed before; Ctrl-R searches it
  Esc Esc       at an empty prompt: go back to before something you said (/rewind)
  Ctrl-C        stop the answer; at the prompt, twice: leave
  Ctrl-D        leave
  Ctrl-L        clear the screen

In the picker (chatcli resume), typing searches; ? in the list, or F1, shows its keys.`,
  },
}

/** The shape every language fills. */
export type HelpText = typeof englishHelp

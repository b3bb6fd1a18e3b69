const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const messages = (count: number): string => plural(count, 'message', 'messages')
const tokens = (count: number): string => Math.round(count).toLocaleString('en-US')
const money = (dollars: number): string => `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`

/** What the chat says, in English; part of the catalogue. */
export const chatEnglish = {
  welcome: (version: string): string => `ChatCLI ${version}. /help lists the commands, /exit leaves.`,
  noModel:
    'No model is set up: questions are answered from past conversations. To talk to one, set ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, OPENROUTER_API_KEY or OLLAMA_HOST.',
  modelTrouble: (reason: string): string => `The model cannot be used: ${reason}`,
  modelIs: (provider: string, model: string): string => `Talking to ${model} (${provider}).`,
  fromMemory: 'From past conversations (no model was asked):',
  nothingInMemory: 'No past conversation has anything about that.',
  firstRun: (home: string): string =>
    `It keeps your conversations, and finds what was said in any of them. Everything stays in ${home} on this machine; there is no telemetry.`,
  firstModel: `To talk to a model, set one of these and start again:

  ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY,
  GOOGLE_GENERATIVE_AI_API_KEY
  OLLAMA_HOST=127.0.0.1:11434       a model on this machine
  OPENAI_BASE_URL=http://…/v1       any server that speaks as OpenAI does

or write it down with: chatcli config set anthropic-key -`,
  firstSteps: `Say something, or bring conversations in: chatcli session save --from-dir FOLDER
Later: /session save NAME keeps this one, chatcli resume finds it again, /help lists the rest.`,
  transcriptsOff:
    'Transcripts are off: the last program to write a session wins, and a crash loses what was not saved.',
  recoverable: (name: string, count: number, title: string): string =>
    `A conversation was interrupted: "${title}" (${messages(count)}). Go on with it: /session recover ${name}`,
  moreRecoverable: (count: number): string =>
    `${plural(count, 'more was', 'more were')} interrupted; /session list shows them.`,
  recovered: (count: number): string => `Restored: ${messages(count)}.`,

  saved: (name: string): string => `Session "${name}" saved.`,
  loaded: (name: string, count: number): string => `Session "${name}" loaded (${messages(count)}).`,
  continuing: (name: string): string =>
    `It goes on beside "${name}", which stays as it is; /session save NAME keeps it.`,
  attached: (name: string): string => `The conversation is bound to "${name}".`,
  attachedNew: (name: string): string =>
    `The conversation is bound to "${name}", a new session that begins with the next turn.`,
  alreadyAttached: (name: string): string => `The conversation is bound to "${name}" already.`,
  detached: (name: string): string =>
    `Detached from "${name}". The conversation goes on; the session stays as it is.`,
  notAttached: 'The conversation is not bound to a session.',
  statusBound: (name: string, count: number): string => `Bound to "${name}" (${messages(count)}).`,
  statusBeside: (name: string, count: number): string =>
    `Not bound: goes on beside "${name}" (${messages(count)}).`,
  statusFree: (count: number): string => `Not bound to a session (${messages(count)}).`,
  statusTranscript: (id: string): string => `Transcript: ${id}`,
  statusNotSaved: 'NOT SAVED: the disk refuses, and what was said since is in memory only.',
  promptNotSaved: 'not saved',
  statusPrivate: 'Private: no model finds it in memory.',
  newConversation: 'New conversation session started; history has been cleared.',
  activeDeleted: 'It was the active conversation; a new one has begun.',
  privateOn: 'This conversation is private: models do not find it.',
  privateOff: 'This conversation is not private any more.',
  putDown: {
    saved: (name: string): string => `The conversation before is in "${name}".`,
    autosaved: (name: string): string => `The conversation before was saved as "${name}".`,
    trashed: 'The conversation before is in the trash: it was too short to keep, or autosave is off.',
  },
  leaving: {
    saved: (name: string): string => `Saved in "${name}".`,
    autosaved: (name: string): string => `Saved as "${name}". Go on with: /session load ${name}`,
  },
  afterTurn: (what: string): string => `When this turn is over: ${what}`,
  toolSaved: (name: string): string => `The conversation is saved as "${name}".`,
  toolSaveLater: (name: string): string =>
    `The conversation will be saved as "${name}" when this turn is over.`,
  toolFork: (name: string): string => `The conversation will go on in the fork "${name}".`,
  toolAttach: (name: string): string =>
    `The conversation will be bound to "${name}"; what is said here now stays saved on its own.`,
  toolDetach: 'The conversation will be detached.',

  notices: {
    caughtUp: (count: number): string => `${plural(count, 'message', 'messages')} came from another surface.`,
    deletedElsewhere: (name: string): string =>
      `"${name}" was deleted elsewhere; the conversation stays here, without a name.`,
    renamedElsewhere: (from: string, to: string): string => `"${from}" was renamed elsewhere to "${to}".`,
    changed: (who: string, added: number, changed: number, removed: number): string =>
      `The session file was changed by ${who}: ${added} added, ${changed} changed, ${removed} removed.`,
    byHand: 'hand',
    byProgram: 'another program',
    unsealed: (count: number): string =>
      `${count === 1 ? 'A file' : `${count} files`} of this session ${count === 1 ? 'is' : 'are'} not sealed, and this home is. If you did not put ${count === 1 ? 'it' : 'them'} there, somebody else did; chatcli storage seal seals ${count === 1 ? 'it' : 'them'}.`,
    namedOtherwise: (stored: string): string =>
      `Its content says it is "${stored}". If you did not rename the file, somebody else did.`,
    olderSnapshot: (count: number): string =>
      `The session file was ${plural(count, 'turn', 'turns')} behind; they were added from the transcript.`,
    copy: (of: string): string => `This is a copy of "${of}"; it becomes a session of its own.`,
    shorter: (count: number): string =>
      `${messages(count)} that the transcript had lost came from the session file.`,
    missing: 'Its transcript is missing; the session file was read.',
    damage: (count: number): string =>
      `${plural(count, 'place', 'places')} of the transcript cannot be read.`,
    newer: 'Its transcript has lines of a newer version, so it goes on in a fork.',
    cutOff: (count: number): string =>
      `${plural(count, 'turn was', 'turns were')} cut off; what had come of the answer is kept, marked partial.`,
    forkedImport: (from: string, name: string | undefined, earlier: string | undefined): string =>
      `${from} was imported and grows with its source: you go on in a fork of it${name === undefined ? '' : `, ${name}`}.${earlier === undefined ? '' : ` It has grown since ${earlier}, where what you said before stays.`}`,
    onWithFork: (from: string, name: string): string =>
      `${from} was imported, and nothing new has come since: you go on in ${name}, your last fork of it.`,
    joined: (name: string): string =>
      `"${name}" was begun in another place at the same time: the conversation goes on there, with what was said here.`,
    nameTaken: (name: string): string =>
      `Another conversation was saved as "${name}" at the same time; this one goes on without a name. /session save NAME keeps it.`,
    keptUnsaved: (count: number): string =>
      `The session file was changed elsewhere; ${messages(count)} that could not be saved here ${count === 1 ? 'was' : 'were'} added behind.`,
    snapshotFailed: (reason: string): string =>
      `The session file could not be written (${reason}); the transcript has everything.`,
    notSaved: (reason: string): string => `NOT SAVED: ${reason}. It is kept in memory and tried again.`,
    savedAgain: 'Everything is saved again.',
    retry: (attempt: number, of: number, seconds: string, reason: string): string =>
      `${reason}; trying again in ${seconds} s (${attempt} of ${of}).`,
    partial: 'The answer was cut off; what came is kept, marked partial.',
    cutAtLength: 'The answer was cut at the limit of tokens.',
    supplementFailed: (reason: string): string =>
      `Something the model would have been given is missing: ${reason}`,
    tooManySteps: (steps: number): string => `The model was asked ${steps} times; say "go on" to continue.`,
    stopped: 'Stopped.',
    /** @param before tokens, estimated, as `after` */
    compacted: (before: number, after: number, isOverflow: boolean, isRecorded: boolean): string => {
      const why = isOverflow ? 'It was too long for the model' : 'It was about to be too long for the model'
      const undo = isRecorded ? ' /rewind compact takes it back.' : ''
      return `${why}, and was compacted: about ${tokens(before)} → ${tokens(after)} tokens. Nothing is lost.${undo}`
    },
  },

  compact: {
    /** @param before tokens, estimated, as `after` */
    done: (count: number, before: number, after: number): string =>
      `A summary stands for ${messages(count)} now: about ${tokens(before)} → ${tokens(after)} tokens.`,
    undo: 'They stay in the record, and search finds them. /rewind compact brings them back.',
    nothing: 'There was nothing to compact.',
  },
  noToolOutput: 'No tool was used yet.',
  noSuchOutput: (wanted: string, count: number): string =>
    `There is no result ${wanted}; ${plural(count, 'tool was', 'tools were')} used.`,
  moreLines: (count: number): string => plural(count, 'more line', 'more lines'),
  configLater: 'It counts from the next start of chatcli; /model and /provider change this chat.',
  inputPrompt: 'Value: ',
  permission: (tool: string, subject: string): string => `Allow ${tool}: ${subject}`,
  /** What "always" and "never" are about comes in quotation marks. */
  permissionChoices: (scope: string): string => `[y] once  [a] always, "${scope}"  [n] not now  [!] never: `,
  permissionsDamaged: (keptAs: string): string =>
    `What you had allowed could not be read and was put aside as ${keptAs}; you will be asked again.`,
  permissionsNewer: 'A newer version wrote down what you have allowed; you will be asked again.',
  permissionsNotKept: (reason: string): string =>
    `Your answer could not be written down (${reason}); it holds until you leave.`,
  image: 'image',
  recallQuestion: (provider: string): string =>
    `search past conversations and send what is found to ${provider}`,

  modes: 'chat, agent, coder',
  modeIs: (mode: string): string => `Mode: ${mode}.`,
  badMode: (mode: string): string => `There is no mode "${mode}".`,
  usage: (answers: number, input: number, output: number, cost: string): string =>
    `${plural(answers, 'answer', 'answers')}: ${input} tokens in, ${output} out, ${cost}`,
  usageUnknown: (count: number): string => `${plural(count, 'answer', 'answers')} without figures.`,
  cost: (dollars: number): string => money(dollars),
  costUnknown: 'price not known',
  noUsage: 'No model has answered yet.',

  help: `Commands:
  /session …         save, load, pick, attach, detach, status, list, search, get, rename, delete, restore, new, fork, recover, private, export, transcript
  /newsession        begin a new conversation
  /mode [MODE]       chat, agent or coder
  /model [NAME]      which model answers
  /provider [NAME]   which provider answers
  /output [N]        all that the tools of the last turn gave, or the N-th of them
  /search QUERY      look through all conversations
  /context …         files that go along with the conversation: create, attach, list, show, update, …
  /index …           the search index: status, rebuild, verify
  /compact [WHAT]    put a summary in the place of earlier messages; WHAT is what it must keep
  /rewind [N]        go back to before something you said; undo takes that back, compact takes back a compaction
  /export [PATH]     write this conversation to a file; --format jsonl, sharegpt or md
  /cost              what the answers took
  /storage …         what lies in the home folder; prune lists what would go, prune --apply removes it
  /trash …           what was deleted: list, restore, empty
  /doctor            whether everything is as it should be; --fix mends what can be mended
  /config …          settings: session, list, get, set, unset, path
  /help              this list
  /exit              leave
Anything else is said to the model. Ctrl-C stops the answer.`,
  sessionUsage: `Usage: /session …
  save [NAME] [--force]   keep this conversation as a session, and bind it
  load NAME               go on with a session
  attach NAME             load a session, or make this conversation a new one
  detach                  let go of the session, keep the conversation
  status                  what this conversation is bound to
  list                    what is saved
  search QUERY            look through all conversations
  pick [WORDS]            choose a session from a list, and go on with it
  get NAME                read a session
  show NAME               read a session, as get does
  fork NAME               go on in a copy
  rename OLD NEW          give a session another name
  delete NAME             move a session to the trash
  restore [NAME]          bring it back
  forget NAME --message N  take one message out of everything
  new                     begin a new conversation
  recover NAME            take up an interrupted conversation
  private [on|off]        keep this conversation from models
  export FORMAT [PATH]    write the whole record to a file, as md, jsonl or sharegpt
  transcript ACTION       its whole record: search, show, export or stats`,
  confirmDelete: (name: string): string => `Move "${name}" to the trash? [y/N] `,
  notDeleted: 'Nothing was deleted.',
  onlyOne: 'Give one of --session, --resume and --continue.',
  nothingToContinue: 'There is no session to go on with.',
  nothingSaid: 'There is nothing to say.',
  nothingSaidHint: 'Give --prompt TEXT, or put it on standard input.',
  typing: {
    label: (
      { lines, characters }: { readonly lines: number; readonly characters: number },
      beginning: string,
    ): string => `${lines > 1 ? `${lines} lines` : `${characters} characters`}: ${beginning}`,
    historyTrouble: (reason: string): string => `What is typed is not kept for the next chat: ${reason}`,
  },
  leaveHint: '(Ctrl-C again leaves; so does /exit.)',
  helpHint: 'See /help.',
  sessionHint: 'See /session.',
  unknownSlash: (word: string): string => `Unknown command "/${word}".`,
  unknownSession: (word: string): string => `There is no "/session ${word}".`,
  nameTaken: (name: string): string => `There is a session "${name}" already`,
  nameMissing: (what: string): string => `/session ${what} needs a name.`,
  nameMissingHint: (what: string): string => `For example: /session ${what} tide-notes`,
}

export type ChatText = typeof chatEnglish

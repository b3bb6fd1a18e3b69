import type { ErrorCode } from '../errors.ts'
import { type AcpText, acpEnglish } from './acp-english.ts'
import { type ChatText, chatEnglish } from './chat-english.ts'
import { type ContextText, contextEnglish } from './context-english.ts'
import { type AutoRecallText, autoRecallEnglish } from './auto-recall-english.ts'
import { type ImportText, importEnglish } from './import-english.ts'
import { type KeyText, keyEnglish } from './key-english.ts'
import { type McpText, mcpEnglish } from './mcp-english.ts'
import { type PickerText, pickerEnglish } from './picker-english.ts'
import { type TrajectoryText, trajectoryEnglish } from './trajectory-english.ts'
import { type BootstrapText, bootstrapEnglish } from './bootstrap-english.ts'
import { type DoctorText, doctorEnglish } from './doctor-english.ts'
import { type McpHttpText, mcpHttpEnglish } from './mcp-http-english.ts'
import { type McpInstallText, mcpInstallEnglish } from './mcp-install-english.ts'
import { type RewindText, rewindEnglish } from './rewind-english.ts'
import { type StorageText, storageEnglish } from './storage-english.ts'

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const messages = (count: number): string => plural(count, 'message', 'messages')
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * Everything the program says, in English. Names, titles and paths go in as they are: whoever shows a text passes
 * it through the sanitiser. Positions are 0-based.
 */
const words = {
  sessionSaved: (name: string, count: number): string => `Session "${name}" saved (${messages(count)}).`,
  sessionsSaved: (sessions: number, count: number): string =>
    `${plural(sessions, 'session', 'sessions')} saved (${messages(count)}).`,
  sessionLoaded: (name: string, count: number): string => `Session "${name}" loaded (${messages(count)}).`,
  sessionDeleted: (name: string): string =>
    `Session "${name}" moved to the trash. To bring it back: chatcli session restore ${name}`,
  sessionPurged: (name: string): string => `Session "${name}" deleted for good.`,
  sessionRestored: (name: string): string => `Session "${name}" restored from the trash.`,
  sessionRenamed: (from: string, to: string): string => `Session "${from}" is now "${to}".`,
  sessionForked: (from: string, to: string, count: number): string =>
    [
      '╭── ✅ Session forked!',
      `│    From:  ${from}`,
      `│    To:    ${to}`,
      `│    Messages: ${count}`,
      '│    Now working on the fork. Original remains intact.',
      '╰──────────────────────────────────────────────',
    ].join('\n'),

  sessionCopied: (from: string, to: string, count: number): string =>
    `Session "${from}" copied to "${to}" (${messages(count)}).`,
  fileNotSaved: (file: string, reason: string): string => `${file}: not saved. ${reason}`,
  noFilesToSave: (folder: string): string => `No .json or .jsonl file in ${folder}.`,
  wouldDelete: (name: string): string => `Session "${name}" would go to the trash. Nothing was changed.`,
  wouldPurge: (name: string): string => `Session "${name}" would be deleted for good. Nothing was changed.`,
  confirmPurge: (name: string): string => `Delete "${name}" for good? It cannot be brought back. [y/N] `,
  isYes: (answer: string): boolean => /^\s*y(es)?\s*$/i.test(answer),
  trashHeading: 'In the trash:',
  trashEmpty: 'The trash is empty.',
  restoreHint: 'Bring one back with: chatcli session restore NAME',

  index: {
    progress: (done: number, total: number, rate: number): string =>
      `Indexing: ${done} of ${total} sessions, ${rate.toFixed(1)} MB/s`,
    sessions: (indexed: number, sessions: number, count: number): string =>
      `${indexed} of ${sessions} sessions, ${messages(count)}`,
    size: (segments: number, bytes: number, share: number): string =>
      `${plural(segments, 'part', 'parts')}, ${megabytes(bytes)}, ${Math.round(share * 100)} % of the text`,
    outdated: (share: number): string => `${Math.ceil(share * 100)} % of it is outdated`,
    swept: (time: string): string => `every file was looked at on ${time}`,
    incomplete: 'not complete yet: the next search goes on with it',
    damaged: (part: string): string => `${part} was damaged and is made again`,
    rebuilt: (seconds: number, rate: number | undefined): string =>
      `Search index made in ${seconds.toFixed(1)} s${rate === undefined ? '' : ` (${rate.toFixed(1)} MB/s)`}.`,
    whole: (segments: number, bytes: number): string =>
      `The search index is whole: ${plural(segments, 'part', 'parts')}, ${megabytes(bytes)}.`,
    mended: 'These parts were damaged; their sessions were indexed again:',
  },

  config: {
    notSet: 'not set',
    isSet: 'set',
    isSetBy: (origin: string): string => `set (${origin})`,
    notUnderstood: 'not understood',
    environment: 'environment',
    byDefault: 'default',
    prices: (count: number): string => plural(count, 'model', 'models'),
    noSetting: (key: string): string => `There is no setting "${key}".`,
    listHint: 'List them with: chatcli config list',
    unknownKey: (path: string, key: string): string => `${path}: there is no setting "${key}".`,
    homeInFile: (path: string): string => `${path}: home has no meaning here; set CHATCLI_HOME.`,
    nowSet: (key: string, value: string): string => `${key} is now ${value}.`,
    nowSecret: (key: string): string => `${key} is set.`,
    nowUnset: (key: string): string => `${key} is no longer in config.toml.`,
    wasNotSet: (key: string): string => `${key} is not in config.toml. Nothing was changed.`,
    environmentWins: (variable: string): string =>
      `${variable} is set in the environment and goes before config.toml.`,
    secretHint: (key: string): string =>
      `Your shell may have kept that line; next time: chatcli config set ${key} - reads standard input.`,
    notInFile: (key: string): string => `${key} cannot be set in config.toml.`,
    variableHint: (variable: string): string => `Set ${variable} in the environment.`,
    byHand: (key: string): string => `${key} is a table and cannot be set from here.`,
    byHandHint: (path: string): string =>
      `Write it into ${path}: [prices."MODEL"] and below it input = 3, output = 15, cached = 0.3.`,
    emptyValue: (key: string): string => `${key} cannot be empty.`,
    emptyHint: (key: string): string => `To take it out: chatcli config unset ${key}`,
  },

  standardInput: 'standard input',

  sessionListHeading: 'Saved sessions:',
  sessionListEmpty: 'No saved sessions yet. Save one with: chatcli session save NAME --from FILE',
  sessionListNoneFrom: (tool: string): string => `No session came from ${tool}.`,
  andMore: (count: number): string => `… and ${count} more`,
  messageCount: (count: number): string => messages(count),
  listHint: 'Read one with: chatcli session get NAME',
  allHint: 'List them all with: chatcli session list --all',
  unreadableHeading: 'Files that cannot be read:',
  unreadableHint: 'They are left as they are; put backups in their place, or repair them by hand.',
  flags: {
    private: 'private',
    pinned: 'pinned',
    interrupted: 'ended without a goodbye',
    sourceGone: 'gone there',
  },

  sourceJournal: 'journal',
  sourceLiveHistory: 'live history',
  exported: (count: number, path: string, source: string): string =>
    `Exported ${plural(count, 'entry', 'entries')} to ${path} (source: ${source})`,
  masked: (count: number): string =>
    count === 0
      ? 'No secrets were found in it.'
      : `${plural(count, 'secret was', 'secrets were')} masked in it.`,

  searchHeading: (query: string): string => `Sessions matching "${query}":`,
  recentHeading: 'Newest sessions:',
  /** A word nobody wrote, and the one that was read instead. */
  readAs: (typed: string, read: string): string => `Nobody wrote "${typed}": this is about "${read}".`,
  explained: {
    messages: 'messages',
    session: 'session',
    coverage: 'of the words',
    time: 'time',
    recency: 'recency',
    named: 'named by nobody',
    adjacency: 'side by side',
  },
  matchCount: (count: number): string => plural(count, 'match', 'matches'),
  missingWords: (words: readonly string[]): string => `without: ${words.join(', ')}`,
  noMatch: (query: string, sessions: number): string =>
    `Nothing found for "${query}" (searched ${plural(sessions, 'session', 'sessions')}).`,

  andMoreMatch: (count: number): string =>
    `… and ${plural(count, 'more session matches', 'more sessions match')}`,
  alsoIn: (names: readonly string[]): string => `also in: ${names.join(', ')}`,
  searchHint: 'Read around a match with: chatcli session get NAME --query "…"',
  unknownWords: (words: readonly string[]): string => `No message contains: ${words.join(', ')}`,
  timeRead: (phrase: string, from: string | undefined, to: string | undefined, only: boolean): string =>
    `"${phrase}" was read as a time${from === undefined ? '' : ` from ${from}`}${to === undefined ? '' : ` until ${to}`}${only ? '' : '; messages of that time come first'}.`,
  notSearched: (name: string, reason: string): string => `${name} was not searched: ${reason}`,
  foundUnsealed: (names: readonly string[]): string =>
    `Not sealed, in a sealed home: ${names.join(', ')}. If that is yours, seal it: chatcli storage seal`,
  partlySearched: (indexed: number, sessions: number): string =>
    `${indexed} of ${sessions} sessions could be searched.`,

  noMatchIn: (query: string, name: string): string => `Nothing found for "${query}" in ${name}.`,
  damaged: (name: string): string => `Parts of "${name}" cannot be read.`,
  noSession: (name: string): string => `There is no session "${name}".`,

  pageHeading: (name: string, first: number, last: number, total: number): string =>
    `${name}: messages ${first}–${last} of ${total}`,
  nextPage: (name: string, offset: number): string =>
    `Next page: chatcli session get ${name} --offset ${offset}`,
  emptyPage: (name: string): string => `${name}: no messages`,
  pastTheEnd: (name: string, from: number, total: number): string =>
    `${name}: nothing from ${from} on (${messages(total)} in all)`,
  noMessageMatches: (query: string, name: string): string => `No message of ${name} matches "${query}".`,
  centredOn: (position: number): string => `the best match is message ${position}`,
  messageHeading: (name: string, position: number, role: string, total: number): string =>
    `${name}: message ${position} of ${total}, ${role}`,
  nextTranscriptPage: (name: string, from: number): string =>
    `Next: chatcli session transcript ${name} show ${from}`,
  nextOffset: (offset: number): string => `(more follows: next offset ${offset})`,
  cutFrom: (length: number, position: number): string =>
    `(cut: ${length} characters; ask for message ${position} to read it whole)`,
  stillCut: (length: number): string => `(cut: ${length} characters)`,
  states: { compacted: 'compacted', rewound: 'rewound', removed: 'removed', missing: 'missing' },

  statistics: {
    messages: 'Messages',
    outside: 'Not in the window',
    source: 'Read from',
    id: 'Transcript',
    bytes: 'Bytes',
    times: 'Time',
    rewrites: 'Rewrites',
    writers: 'Writers',
    damage: 'Damage',
  },

  systemMessageHidden: '[system message not shown]',

  /** A message or hint that the store wrote, which speaks English. */
  fromStore: (sentence: string): string => sentence,
  errorLine: (message: string): string => `Error: ${message}`,
  hintLine: (hint: string): string => `Hint: ${hint}`,
  /** What to do about an error that brings no hint of its own. */
  hints: {
    usage: 'See chatcli --help.',
    'invalid-name':
      'Names have 1 to 128 letters, digits, hyphens, underscores and dots, and start with a letter or digit.',
    'not-found': 'See what there is with: chatcli session list',
    'no-match': 'Try fewer or other words.',
    exists: 'Choose another name, or replace it with --force.',
    conflict: 'Someone else changed it meanwhile; look at it again and repeat.',
    locked: 'Another process is at work on it; try again when it is done.',
    damaged: 'What can be read is kept; nothing was overwritten.',
    'newer-version': 'Update chatcli to read it.',
    key: 'Check CHATCLI_ENCRYPTION_KEY.',
    storage: 'Check the free space and the permissions of the home folder.',
    refused: 'Nothing was changed.',
    provider: 'Try again, or choose another model.',
    'tools-unsupported': 'Set CHATCLI_TOOL_CALLS=text, or choose a model that can call tools.',
    interrupted: 'Nothing more was done.',
  } satisfies Record<ErrorCode, string> as Record<ErrorCode, string>,

  usageErrors: {
    unexpected: (word: string): string => `"${word}" is one word too many.`,
    unknownOption: (option: string): string => `There is no option ${option} here.`,
    missingArgument: (name: string): string => `${name} is missing.`,
    missingValue: (option: string): string => `${option} needs a value.`,
    badCount: (option: string, value: string): string => `${option} cannot be "${value}".`,
    countHint: (option: string, least: number, most: number | undefined): string =>
      most === undefined
        ? `Give a whole number from ${least}, for example ${option} ${Math.max(least, 5)}.`
        : `Give a whole number from ${least} to ${most}.`,
    badChoice: (name: string, value: string): string => `${name} cannot be "${value}".`,
    choiceHint: (choices: readonly string[]): string => `Give one of these: ${choices.join(', ')}.`,
    badTime: (option: string, value: string): string => `${option} cannot be "${value}".`,
    timeHint: 'Give a day such as 2026-03-14, a month, a year, an age such as 7d, or "last week".',
    saveFrom: 'Say where the conversation is.',
    saveFromHint: 'chatcli session save NAME FILE, or - for standard input.',
    saveFolder: 'With --from-dir, files give the names: leave out NAME, --from and --title.',
    noQuery: 'Say what to look for.',
    noQueryHint: 'For example: chatcli search "what did we decide about the cache last week?"',
    noSuchTopic: (topic: string): string => `There is no help on "${topic}".`,
    formats: 'Choose --json or --ndjson, not both.',
  },
  inputNotFound: (path: string): string => `There is no ${path}.`,
  inputNotText: (path: string): string => `${path} is not UTF-8 text.`,
  inputNotConversationHint:
    'Give a session file, an array of messages, ShareGPT form, or one message as JSON a line: {"role":"user","content":"…"}.',
  inputIsFolder: (path: string): string => `${path} is a folder.`,
  inputIsFolderHint: (path: string): string =>
    `Save every file in it with: chatcli session save --from-dir ${path}`,
  inputNotTextHint: 'Convert it to UTF-8 and try again.',
  exportExistsHint: 'Give another path, or replace it with --force.',
  purgeRefused: (name: string): string => `"${name}" was not deleted for good without being asked.`,
  purgeRefusedHint: 'Repeat with --yes, or leave out --purge to move it to the trash.',
  unexpectedError: (what: string): string =>
    `an error that should not happen: ${what}. Please report it, with what you did.`,

  tool: {
    empty: 'session: say what to do, for example {"cmd":"search","args":{"query":"rate limiter"}}',
    notJson: (reason: string): string => `session: the arguments are no JSON object: ${reason}`,
    missingCommand: (valid: string): string => `session: cmd is required; it is one of ${valid}`,
    unknownCommand: (word: string, valid: string): string =>
      `session: unknown command "${word}"; it is one of ${valid}`,
    required: (command: string, field: string): string => `session ${command}: ${field} is required`,
    badMessage: (value: string): string =>
      `session get: message is a position such as 17, and cannot be ${value}`,
    privateSession: (command: string, name: string): string => `session ${command}: "${name}" is private`,
    hiddenSource: (command: string, name: string): string =>
      `session ${command}: "${name}" came from a tool that is kept from models`,
    needsConversation: (command: string): string =>
      `session ${command}: there is no live conversation in this process`,
    nextSteps: {
      save: 'To save one from a file: chatcli session save NAME --from FILE',
      fork: 'To copy a saved session: chatcli session fork NAME NEW',
      attach: 'To read a saved session: {"cmd":"get","args":{"name":"NAME"}}',
      detach: 'There is nothing to detach from; saved sessions are listed by {"cmd":"list"}',
    },
  },

  unknownCommand: (word: string): string => `Unknown command "${word}".`,
  didYouMean: (words: readonly string[]): string =>
    words.length === 1 ? `Did you mean ${words[0]}?` : `Did you mean one of these: ${words.join(', ')}?`,

  usage: 'Usage:',
  commands: 'Commands:',
  arguments: 'Arguments:',
  options: 'Options:',
}

/** The shape every language fills. */
export type Catalogue = typeof words & {
  readonly chat: ChatText
  readonly context: ContextText
  readonly acp: AcpText
  readonly picker: PickerText
  readonly import: ImportText
  readonly key: KeyText
  readonly mcp: McpText
  readonly mcpHttp: McpHttpText
  readonly mcpInstall: McpInstallText
  readonly rewind: RewindText
  readonly autoRecall: AutoRecallText
  readonly storage: StorageText
  readonly doctor: DoctorText
  readonly bootstrap: BootstrapText
  readonly trajectory: TrajectoryText
}

/** Everything the program says, in English. */
export const english: Catalogue = {
  ...words,
  chat: chatEnglish,
  context: contextEnglish,
  acp: acpEnglish,
  picker: pickerEnglish,
  import: importEnglish,
  key: keyEnglish,
  mcp: mcpEnglish,
  mcpHttp: mcpHttpEnglish,
  mcpInstall: mcpInstallEnglish,
  rewind: rewindEnglish,
  autoRecall: autoRecallEnglish,
  storage: storageEnglish,
  doctor: doctorEnglish,
  bootstrap: bootstrapEnglish,
  trajectory: trajectoryEnglish,
}

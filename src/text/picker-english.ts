const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`

/** What the picker says, in English; part of the catalogue. Names and titles go in as they are. */
export const pickerEnglish = {
  prompt: 'Find: ',
  placeholder: 'type what was said; Tab completes role: in: before: …',
  loading: 'Reading the list of sessions …',
  searching: 'searching …',
  indexing: (done: number, total: number): string => `indexing ${done} of ${total} sessions …`,
  count: (shown: number, total: number): string => (shown === total ? `${total}` : `${shown} of ${total}`),
  scopes: {
    all: 'all',
    named: 'named',
    machine: 'machine-made',
    interrupted: 'interrupted',
    trash: 'trash',
  },
  sorts: { relevance: 'best first', recency: 'newest first', length: 'longest first' },
  matches: (count: number): string => plural(count, 'match', 'matches'),
  messages: (count: number): string => plural(count, 'message', 'messages'),
  without: (words: readonly string[]): string => `without ${words.join(', ')}`,
  flags: { pinned: 'pinned', private: 'private', interrupted: 'interrupted' },
  deletedOn: (date: string): string => `deleted ${date}`,

  hints: {
    query: 'Enter open · ↑↓ choose · Tab list · ^R which · ^S order · F1 help · Esc leave',
    list: 'Enter open · f fork · y copy · R rename · p pin · x trash · u undo · ? all keys',
    trash: 'Enter restore · ↑↓ choose · ^R which · F1 help · Esc leave',
    prompt: 'Enter do it · Esc let it be',
    help: '↑↓ more · any other key goes back',
    short: 'Enter · ↑↓ · F1 help · Esc',
  },

  emptyStore: `There is no session yet.

Whatever you say in chatcli is kept. To bring in a conversation:
chatcli session save NAME --from FILE`,
  emptyScope: (scope: string): string => `Nothing here among: ${scope}. Ctrl-R shows others.`,
  emptyTrash: 'The trash is empty. Ctrl-R shows the sessions.',
  nothingFound: (query: string): string => `Nothing found for "${query}".`,
  outsideScope: (count: number, scope: string): string =>
    `${plural(count, 'session matches', 'sessions match')}, but not among: ${scope}. Ctrl-R shows all.`,
  unknownWords: (words: readonly string[]): string => `No message contains: ${words.join(', ')}`,
  nearest: (typed: string, read: string): string => `Nobody wrote "${typed}"; near to it: "${read}"`,
  searched: (sessions: number): string => `${plural(sessions, 'session was', 'sessions were')} searched.`,
  unreadable: (name: string, reason: string): string => `${name} could not be read: ${reason}`,
  fewer: 'Try fewer or other words, or a word from its title.',
  noMatchInPreview: 'No other match in this session.',
  place: (at: number, count: number): string => `match ${at} of ${count}`,
  noMessages: 'It has no messages.',

  askName: { rename: 'New name: ', fork: 'Name of the copy: ' },
  done: {
    trashed: (name: string): string => `"${name}" is in the trash. u (or Alt-u) brings it back.`,
    restored: (name: string): string => `"${name}" is back.`,
    renamed: (from: string, to: string): string => `"${from}" is now "${to}".`,
    pinned: (name: string): string => `"${name}" is pinned.`,
    unpinned: (name: string): string => `"${name}" is not pinned any more.`,
    copiedMessage: (position: number): string => `Message ${position} is in the clipboard.`,
    copiedCommand: (command: string): string => `In the clipboard: ${command}`,
    messageFile: (position: number, path: string): string => `Message ${position} is in ${path}`,
    commandShown: (command: string): string => `The command: ${command}`,
  },
  nothingToUndo: 'There is nothing to undo.',
  nothingChosen: 'Choose a session first.',
  sameName: 'That is its name.',
  failed: (message: string): string => `That did not work: ${message}`,

  help: `Type what was said: the list follows. Whole words go before beginnings.
"these words together"  -without  +required  role:user  in:NAME  tool:NAME
before:2026-03  after:7d  on:2026-03-14  source:TOOL  has:code  lang:pt
Tab completes an operator; with nothing to complete it goes to the list.

  Enter          open the session at the chosen message
  ↑ ↓ PgUp PgDn  choose a session
  Ctrl-R         which: all, named, machine-made, interrupted, trash
  Ctrl-S         order: best, newest, longest first
  Ctrl-L         draw anew        Ctrl-Z  suspend
  Esc            back, or leave   Ctrl-C  leave

In the list as they are, while typing with Alt:
  n N            next and previous match in the session
  J K            move the preview
  r              open at the end
  f              fork from the chosen message
  y Y            copy the message, the command that opens it
  e R p          export as Markdown, rename, pin or unpin
  x u            move to the trash, undo the last of these
  o s            order, which
  / ?            back to the words, this help`,

  lines: {
    newest: 'Newest sessions:',
    found: (query: string): string => `Sessions for "${query}":`,
    prompt: 'Number, words, or ? > ',
    more: (count: number): string => `… and ${count} more: +`,
    help: `A number opens that session at the match.
Words look for sessions. /words too, for words that are a number.
+ shows more. An empty line leaves.`,
    noSuchNumber: (typed: string, most: number): string =>
      most === 0 ? `There is no ${typed}.` : `There is no ${typed}: give 1 to ${most}.`,
  },

  noSessions: 'There is no session to resume',
  noSessionsHint: 'Start a conversation with: chatcli',
  noTerminal: 'There is nobody here who could choose',

  goingOn: (name: string): string => `Going on with "${name}". The list of others: chatcli resume -i WORDS`,
  goingOnNamed: (name: string): string => `Going on with "${name}".`,
}

export type PickerText = typeof pickerEnglish

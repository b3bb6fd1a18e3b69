interface CommandText {
  readonly about: string
  /** What to type behind it. */
  readonly hint?: string
}

/** What an editor that is served over ACP shows, in English; part of the catalogue. */
export const acpEnglish = {
  modes: {
    chat: { name: 'Chat', about: 'Talks and remembers; touches no file.' },
    agent: {
      name: 'Agent',
      about: 'Reads, changes and runs things in the project, and asks before it does.',
    },
    coder: { name: 'Coder', about: 'As agent, told to work on code.' },
  },
  modeOption: 'Mode',
  modelOption: 'Model',
  memory: 'Memory alone',
  memoryAbout: 'No model is set up: questions are answered from past conversations.',

  allowOnce: 'Allow',
  allowAlways: (scope: string): string => `Always allow "${scope}" in this project`,
  rejectOnce: 'Do not allow',
  rejectAlways: (scope: string): string => `Never allow "${scope}" in this project`,
  yes: 'Yes',
  no: 'No',

  unknownSession: (id: string): string => `There is no session "${id}".`,
  busy: 'This session is still answering. Cancel that first, or wait for it.',
  badMode: (mode: string): string => `There is no mode "${mode}".`,
  badOption: (option: string): string => `There is no option "${option}".`,
  badValue: (option: string, value: string): string => `"${value}" is no value of ${option}.`,
  badCursor: 'That cursor is not one of ours. Leave it out to begin with the newest session.',
  notAbsolute: (path: string): string => `"${path}" is no absolute path.`,
  nothingSaid: 'There is nothing in this prompt.',

  image: (name: string): string => `[image: ${name}]`,
  audio: (name: string): string => `[audio: ${name}]`,
  attachment: (name: string): string => `[attachment: ${name}]`,
  pasted: 'not shown',
  leaving:
    'The editor ends the session; everything said is kept. `/session new` begins another conversation.',
  /** A tool that was called and gave nothing: it was cut off. */
  noResult: 'It gave no result.',

  commands: {
    chat: { about: 'talk only; what follows is said at once', hint: '[what to say]' },
    agent: { about: 'let it use tools; what follows is said at once', hint: '[what to do]' },
    coder: { about: 'let it work on code; what follows is said at once', hint: '[what to do]' },
    session: { about: 'keep, take up, find and share conversations under a name' },
    newsession: { about: 'begin a new conversation' },
    rewind: { about: 'go back to before something you said', hint: '[N | list | undo | compact]' },
    compact: { about: 'put a summary in the place of earlier messages', hint: '[what it must keep]' },
    context: { about: 'files that go along with the conversation', hint: 'create | attach | list | show …' },
    export: { about: 'write this conversation to a file', hint: '[PATH] [--format jsonl|sharegpt|md]' },
    mode: { about: 'show the mode, or change it', hint: '[chat | agent | coder]' },
    model: { about: 'show which model answers, or change it', hint: '[NAME]' },
    provider: { about: 'show which provider answers, or change it', hint: '[NAME]' },
    cost: { about: 'what the answers took' },
    output: { about: 'all that the tools of the last turn gave', hint: '[N]' },
    search: { about: 'look through all conversations', hint: 'QUERY' },
    index: { about: 'the search index', hint: 'status | rebuild | verify' },
    config: { about: 'settings', hint: 'list | get KEY | set KEY VALUE …' },
    storage: { about: 'what is kept in the home folder, and what would go', hint: '[prune]' },
    trash: { about: 'what was deleted', hint: '[list | restore NAME | empty]' },
    doctor: { about: 'look whether everything is as it should be', hint: '[--fix]' },
    help: { about: 'list the commands' },
  } as Readonly<Record<string, CommandText>>,
}

export type AcpText = typeof acpEnglish

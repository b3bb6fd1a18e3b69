import type { ErrorCode } from '../errors.ts'

const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const messages = (count: number): string => plural(count, 'message', 'messages')

/**
 * Everything the program says, in English. Names, titles and paths go in as they are: whoever shows a text passes
 * it through the sanitiser. Positions are 0-based.
 */
export const english = {
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

  sessionListHeading: 'Saved sessions:',
  sessionListEmpty: 'No saved sessions yet. Save one with: chatcli session save NAME --from FILE',
  andMore: (count: number): string => `… and ${count} more`,

  sourceJournal: 'journal',
  sourceLiveHistory: 'live history',
  exported: (count: number, path: string, source: string): string =>
    `Exported ${plural(count, 'entry', 'entries')} to ${path} (source: ${source})`,

  searchHeading: (query: string): string => `Sessions matching "${query}":`,
  recentHeading: 'Newest sessions:',
  matchCount: (count: number): string => plural(count, 'match', 'matches'),
  missingWords: (words: readonly string[]): string => `without: ${words.join(', ')}`,
  noMatch: (query: string, sessions: number): string =>
    `Nothing found for "${query}" (searched ${plural(sessions, 'session', 'sessions')}).`,

  pageHeading: (name: string, first: number, last: number, total: number): string =>
    `${name}: messages ${first}–${last} of ${total}`,
  nextPage: (name: string, offset: number): string =>
    `Next page: chatcli session get ${name} --offset ${offset}`,
  systemMessageHidden: '[system message not shown]',

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
    interrupted: 'Nothing more was done.',
  } satisfies Record<ErrorCode, string> as Record<ErrorCode, string>,

  unknownCommand: (word: string): string => `Unknown command "${word}".`,
  didYouMean: (words: readonly string[]): string =>
    words.length === 1 ? `Did you mean ${words[0]}?` : `Did you mean one of these: ${words.join(', ')}?`,

  usage: 'Usage:',
  commands: 'Commands:',
  arguments: 'Arguments:',
  options: 'Options:',
}

/** The shape every language fills. */
export type Catalogue = typeof english

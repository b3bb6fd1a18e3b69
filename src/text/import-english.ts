const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const files = (count: number): string => plural(count, 'file', 'files')

/** What `import` says, in English; part of the catalogue. */
export const importEnglish = {
  heading: 'Conversations of other tools on this machine:',
  columns: { tool: 'tool', files: 'files', size: 'size', newest: 'newest', fresh: 'new or changed' },
  fresh: (count: number, size: string): string => (count === 0 ? 'nothing' : `${files(count)} (${size})`),
  nothingFound: 'No history of another tool was found on this machine.',
  nothingFoundHint: (tools: readonly string[]): string =>
    `Name a folder or a file to import it: chatcli import PATH. Known tools: ${tools.join(', ')}`,
  nothingFresh: 'Everything that was found is imported already.',
  confirm: (count: number, size: string): string => `Import ${files(count)} (${size})? [Y/n] `,
  isNo: (answer: string): boolean => /^\s*n/i.test(answer),
  notAsked: 'Nothing was imported without being asked. Import all of it with: chatcli import --all',
  notImported: 'Nothing was imported.',
  progress: (label: string, percent: number, rate: string, left: string): string =>
    `${percent} %, ${label}, ${rate}/s${left === '' ? '' : `, ${left} left`}`,
  done: (sessions: number, grown: number, messages: number): string =>
    sessions + grown === 0
      ? 'Nothing new.'
      : `${plural(sessions, 'new session', 'new sessions')}, ${grown} added to, ${plural(messages, 'new message', 'new messages')}.`,
  would: (sessions: number, grown: number, messages: number): string =>
    `${plural(sessions, 'new session', 'new sessions')} would be made, ${grown} added to, ${plural(messages, 'message', 'messages')} taken. Nothing was changed.`,
  tool: (label: string, units: number, imported: number, unchanged: number, skipped: number): string =>
    `${label}: ${files(units)} = ${imported} with something new + ${unchanged} without + ${skipped} left out`,
  skippedHeading: (count: number): string => `Left out (${count}):`,
  skipped: (path: string, offset: number | undefined, reason: string, detail: string): string =>
    `  ${path}${offset === undefined ? '' : ` at byte ${offset}`}: ${reason}${detail === '' ? '' : ` (${detail})`}`,
  reasons: {
    damaged: 'cannot be read',
    unfinished: 'is not written to its end',
    unreadable: 'cannot be opened',
    encrypted: 'is sealed',
    empty: 'holds no conversation',
    unknown: 'is of an unknown kind',
    copy: 'stands in another conversation',
    probe: 'was asked by a program, not by you',
    cut: 'was too long to be taken whole',
    purged: 'was deleted here for good',
    'in-trash': 'is in the trash here',
    'not-writable': 'cannot be added to the session there is',
    'not-a-history': 'is not a history of any tool that is known here',
  },
  gone: (fresh: number, all: number): string =>
    `${plural(fresh, 'conversation', 'conversations')} whose ${fresh === 1 ? 'file was' : 'files were'} deleted there since ${fresh === 1 ? 'is' : 'are'} kept here${all > fresh ? ` (${all} in all)` : ''}.`,
  goneSince: (tool: string, date: string): string =>
    `Imported from ${tool}, where its file is gone since ${date}; it is kept here.`,
  stopped: 'Stopped before the end. The next import goes on from there.',
  allSkipped: '  All of it: chatcli import --again --dry-run --json',
  going: (label: string, count: number, days: number): string =>
    `${label} deletes what was not changed for ${plural(days, 'day', 'days')}: ${files(count)} that ${count === 1 ? 'is' : 'are'} not imported yet will be gone within a week.`,
  keeps: (label: string, days: number): string =>
    `${label} deletes its histories after ${plural(days, 'day', 'days')}; what was imported stays.`,
  keepUp: 'To keep up: chatcli import --watch, or chatcli config set import-on-start on',
  notBoth: '--watch and --dry-run exclude each other',
  watching: 'Watching for more. Ctrl-C ends it.',
  watched: (passes: number): string =>
    `Stopped watching; there was something new ${plural(passes, 'time', 'times')}.`,
  onStart: (sum: string): string => `From other tools: ${sum}`,
  present: (labels: readonly string[]): string =>
    `There are conversations of ${labels.join(', ')} on this machine. Make them searchable with: chatcli import`,
  exportedAs: {
    written: (path: string): string => `Written to ${path}`,
    goOn: (command: string): string => `Go on with: ${command}`,
    leftBehind: 'Left behind:',
    losses: {
      earlier: (count: number): string =>
        `${plural(count, 'message', 'messages')} that ${count === 1 ? 'is' : 'are'} not in the window any more: compacted, rewound or removed`,
      thinking: (count: number): string =>
        `${plural(count, 'time', 'times')} what the model thought: only the model that thought it takes it back`,
      system: (count: number): string => plural(count, 'system message', 'system messages'),
      images: (count: number): string => plural(count, 'image', 'images'),
      'open-calls': (count: number): string =>
        `${plural(count, 'call of a tool', 'calls of tools')} without a result`,
      'lone-results': (count: number): string =>
        `${plural(count, 'result of a tool', 'results of tools')} without ${count === 1 ? 'its' : 'their'} call`,
      undated: (count: number): string =>
        `the time of ${plural(count, 'message', 'messages')}: unknown, that of the one before was taken`,
      commands: (count: number): string =>
        `${plural(count, 'message', 'messages')} that begin${count === 1 ? 's' : ''} with / or ?, which the tool takes for its own commands`,
    },
  },
  searchHint: 'Search them with: chatcli search WORDS',
}

export type ImportText = typeof importEnglish

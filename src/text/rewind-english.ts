const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const messages = (count: number): string => plural(count, 'message', 'messages')
const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/** What `/rewind` says, in English; part of the catalogue. Texts of messages and paths go in as they are. */
export const rewindEnglish = {
  heading: 'The conversation can go back to just before:',
  /** @param ms milliseconds */
  ago(ms: number): string {
    if (ms < minute) return 'just now'
    if (ms < hour) return `${Math.floor(ms / minute)} min ago`
    if (ms < 2 * day) return `${Math.floor(ms / hour)} h ago`
    return `${Math.floor(ms / day)} days ago`
  },
  goes: (count: number): string => `-${messages(count)}`,
  compacted: '(compacted since)',
  more: (count: number): string => `… and ${plural(count, 'earlier one', 'earlier ones')}: /rewind list`,
  none: 'There is nothing to go back to.',
  gaps: (count: number): string =>
    `${plural(count, 'gap', 'gaps')} in the transcript: what stood before a point behind them is not certain.`,
  choose: 'Number (Enter: stay here): ',
  stayed: 'Nothing was changed.',
  badNumber: (word: string): string => `There is no point "${word}" to go back to.`,
  badNumberHint: (most: number): string =>
    most === 0 ? 'Nothing has been said yet.' : `Give a number from 1 to ${most}; /rewind lists them.`,
  badOption: (word: string): string => `/rewind has no option "${word}".`,
  badOptionHint: 'Usage: /rewind [N | list | undo | compact] [--files | --no-files] [--anyway]',

  done: (label: string, removed: number, restored: number): string =>
    `Back to before "${label}": ${messages(removed)} left the window${restored === 0 ? '' : `, ${restored} came back`}. They can still be found, and /rewind undo brings them back.`,
  sameAlready: 'The window is that already.',
  youSaid: 'You had said:',
  undone: (count: number): string =>
    `The rewind is taken back: ${messages(count)} in the window. /rewind undo rewinds again.`,
  redone: (count: number): string => `Rewound again: ${messages(count)} in the window.`,
  expanded: (before: number, after: number): string =>
    `The compaction is taken back: ${before} → ${messages(after)} in the window.`,
  moreCompactions: (count: number): string =>
    `${plural(count, 'more can', 'more can')} be taken back: /rewind compact`,

  files: 'Files that were changed since, by the tools of this conversation:',
  fileBack: (path: string): string => `  ${path}`,
  fileRemoved: (path: string): string => `  ${path} (was made then; it would go)`,
  filesKept: 'Left alone, because somebody else changed them too:',
  commands: 'What commands changed is not known, and stays.',
  askFiles: 'Bring the files back too? [y/N] ',
  filesBack: (count: number): string => `${plural(count, 'file was', 'files were')} brought back.`,
  filesFailed: (paths: string): string => `Could not be brought back, and is as it was: ${paths}`,
  filesStay: 'The files stay as they are.',
  filesHint: 'The files stay as they are; /rewind N --files brings them back too.',
}

export type RewindText = typeof rewindEnglish

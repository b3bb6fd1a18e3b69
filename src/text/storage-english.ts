const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const days = (count: number): string => (count === 0 ? 'for ever' : plural(count, 'day', 'days'))
const sessions = (count: number): string => plural(count, 'session', 'sessions')

/** A rule's numbers. Days of 0 are for ever. */
interface Rules {
  readonly ttlDays: number
  readonly keep: number
  readonly trashDays: number
}

/** What `storage`, `trash` and the daily removing of what is old say, in English; part of the catalogue. */
export const storageEnglish = {
  heading: (home: string): string => `What lies in ${home}:`,
  columns: { store: 'store', files: 'files', size: 'size', would: 'would go now', rule: 'rule' },
  nothing: 'nothing',
  would: (items: number, size: string): string => `${items} (${size})`,
  total: 'all',
  never: 'never pruned',
  rules: {
    sessions: ({ ttlDays, keep }: Rules): string =>
      ttlDays === 0
        ? 'kept for ever'
        : `those the program named: ${days(ttlDays)}, ${keep} per kind; yours never go`,
    transcripts: ({ ttlDays }: Rules): string => `as their sessions; without one ${days(ttlDays)}`,
    archive: (mebibytes: number, ttlDays: number): string =>
      `${ttlDays === 0 ? 'any time' : days(ttlDays)} unused, ${mebibytes === 0 ? 'any size' : `${mebibytes} MB`}`,
    trash: ({ trashDays }: Rules): string => days(trashDays),
    index: 'made from the rest, and tidied by itself',
    contexts: 'never pruned, but for temp files',
    costs: ({ ttlDays }: Rules): string => `snapshots: ${days(ttlDays)}, bursts of tests; ledgers never go`,
    checkpoints: ({ ttlDays }: Rules): string =>
      `${days(ttlDays)} without a change, lost projects, contents nobody names`,
    history: 'bound by its own size',
    logs: 'never pruned',
    exports: 'never pruned',
    state: 'never pruned, but for temp files',
  },
  fromHome: (what: string): string =>
    `${what} is what the home asks for, which is longer than the settings. To change it: chatcli storage policy`,
  policyNames: { ttlDays: 'session-ttl', keep: 'session-autosave-keep', trashDays: 'trash-days' },
  lastRun: (date: string, gone: number, trash: number): string =>
    `Last removed by itself on ${date}: ${sessions(gone)} to the trash, ${trash} out of it.`,
  pruneHint: 'See what would go with: chatcli storage prune',

  reasons: {
    ttl: 'past its time',
    keep: 'over the number that is kept',
    orphan: 'what it belonged to is gone',
    burst: 'a burst, as tests leave them',
    stray: 'a temp file of a program that was stopped',
    cap: 'over the size of the archive',
    'trash-age': 'long enough in the trash',
  },
  wouldRemove: (items: number, size: string): string =>
    `${plural(items, 'thing', 'things')} would go (${size}). Nothing was changed.`,
  applyHint: 'Remove them with: chatcli storage prune --apply',
  removed: (items: number, size: string): string =>
    `${plural(items, 'thing is', 'things are')} gone (${size}).`,
  toTrash: (count: number): string =>
    `${sessions(count)} went to the trash. To bring one back: chatcli trash restore NAME`,
  nothingToRemove: 'There is nothing to remove.',
  notRemoved: (name: string, reason: string): string => `${name} could not be removed: ${reason}`,
  notRestored: (name: string, reason: string): string => `${name} could not be brought back: ${reason}`,
  touched: (count: number): string =>
    `${plural(count, 'thing was', 'things were')} touched meanwhile and stayed.`,
  clock: {
    jumped: (date: string): string =>
      `The clock is more than 30 days past the last time this home was used (${date}): nothing was removed, in case the clock is wrong.`,
    jumpedHint: 'If the clock is right, do it again: this time was remembered.',
    behind: (date: string): string =>
      `The clock is before the last time this home was used (${date}): nothing was removed, in case the clock is wrong.`,
    behindHint: 'If the clock is right, it will be believed when three days have seen it.',
    wouldRefuse: 'As it stands, nothing would be removed in spite of this.',
  },
  noStore: (word: string): string => `There is no store "${word}" of which something could go.`,
  storesHint: (names: readonly string[]): string => `Give one of these: ${names.join(', ')}.`,
  policyHeading: 'How long things stay:',
  policyRow: ({ ttlDays, keep, trashDays }: Rules): string =>
    [
      `  sessions that the program named   ${days(ttlDays)}`,
      `    of these at most, per kind       ${ttlDays === 0 ? 'any number' : keep}`,
      `  what is in the trash               ${days(trashDays)}`,
    ].join('\n'),
  policyKept: 'This home asks for it from now on; where the settings ask for longer, they win.',
  badDays: (option: string, value: string): string => `${option} cannot be "${value}".`,
  daysHint: (option: string): string =>
    `Give a number of days: ${option} 90 or ${option} 90d; 0 is for ever.`,

  announced: (count: number, ttlDays: number): string =>
    `${sessions(count)} that the program had named itself, and nobody touched for ${days(ttlDays)} or that were too many, went to the trash. Sessions you named never go. See them: /trash. Bring one back: /trash restore NAME. Keep them all: chatcli config set session-ttl 0`,

  backup: {
    written: (count: number, size: string, path: string): string =>
      `${plural(count, 'file', 'files')} (${size}) written to ${path}`,
    leftOut:
      'Left out: the search index, which is made again, and config.toml, which may hold keys of providers. What is sealed stays sealed: keep the key.',
    restored: (added: number, merged: number, kept: number): string =>
      `${plural(added, 'file', 'files')} brought back, ${plural(merged, 'transcript', 'transcripts')} completed, ${kept} there already.`,
    forked: (name: string, as: string): string =>
      `Another conversation is called "${name}" here; the one of the backup is now "${as}".`,
    gone: (count: number): string =>
      `${plural(count, 'file', 'files')} of conversations that were deleted here since stayed away.`,
  },
  forget: {
    hint: 'Positions are counted from 0; see them with: chatcli session get NAME',
    noMessage: (name: string, position: number): string =>
      `"${name}" has no message at position ${position}.`,
    would: (name: string, position: number, words: string): string =>
      `Message ${position} of "${name}" would be forgotten: ${words}. Nothing was changed.`,
    confirm: (position: number, words: string): string =>
      `Forget message ${position} for good, in every copy: "${words}"? [y/N] `,
    refused: 'Nothing was forgotten without being asked.',
    refusedHint: 'Repeat with --yes.',
    done: (name: string, position: number): string => `Message ${position} of "${name}" is forgotten.`,
    stays: 'What you typed is still in the history of the prompt, and in exports and backups you made.',
  },
  trash: {
    heading: (count: number, size: string): string => `In the trash: ${count} (${size})`,
    reasons: {
      deleted: 'deleted',
      replaced: 'replaced',
      expired: 'expired',
      unsaved: 'not saved',
    } as Readonly<Record<string, string>>,
    restoreHint: 'Bring one back with: chatcli trash restore NAME',
    stays: (trashDays: number): string =>
      trashDays === 0 ? 'It stays for ever.' : `Each goes after ${days(trashDays)}.`,
    empty: 'The trash is empty.',
    noneOlder: (count: number): string => `Nothing was in the trash for longer than ${days(count)}.`,
    confirm: (count: number): string =>
      `Remove ${plural(count, 'entry', 'entries')} of the trash for good? They cannot be brought back. [y/N] `,
    wouldEmpty: (count: number, size: string): string =>
      `${plural(count, 'entry', 'entries')} of the trash would go for good (${size}). Nothing was changed.`,
    emptied: (count: number, size: string): string =>
      `${plural(count, 'entry', 'entries')} of the trash gone for good (${size}).`,
    refused: 'The trash was not emptied without being asked.',
    refusedHint: 'Repeat with --yes.',
    restored: (count: number): string => `${sessions(count)} restored from the trash.`,
    notThere: (name: string): string => `There is no "${name}" in the trash.`,
    listHint: 'See what is there with: chatcli trash list',
  },
}

export type StorageText = typeof storageEnglish

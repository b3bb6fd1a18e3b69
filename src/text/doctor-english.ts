const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const files = (count: number): string => plural(count, 'file', 'files')

/** What `doctor` says, in English; part of the catalogue. */
export const doctorEnglish = {
  severities: { ok: 'ok', info: 'note', warning: 'warning', error: 'error' },
  measured: 'measured',
  expected: 'expected',
  remedy: 'remedy',
  checks: {
    settings: {
      title: 'settings',
      cause: 'a setting cannot be understood',
      remedy: 'Correct it; chatcli config list shows where each comes from.',
    },
    home: {
      title: 'home folder',
      cause: 'there is no home folder yet',
      remedy: 'Nothing to do: it is made when something is first saved.',
    },
    opens: {
      title: 'the home can be used',
      cause: 'this program cannot open the home',
      remedy: 'See what the error says; nothing was changed.',
    },
    'file-system': {
      title: 'file system',
      cause: 'another machine has the files: what several programs append may mix, and locks may not hold',
      remedy: 'Set CHATCLI_HOME to a folder on a local disk.',
    },
    space: {
      title: 'free space',
      cause: 'the disk is nearly full',
      remedy: 'Free some space; chatcli storage prune lists what could go.',
    },
    fsync: {
      title: 'writing safely',
      cause: 'a file that was written and synced could not be read back, or the disk refused it',
      remedy: 'Check the disk and the permissions of the home folder.',
    },
    lock: {
      title: 'locks',
      cause: 'the disk does not refuse a second file of the same name, or cannot link files',
      remedy: 'Set CHATCLI_HOME to a folder on a local disk.',
    },
    modes: {
      title: 'permissions',
      cause: 'other users can read what was said, or you cannot',
      remedy: 'chatcli doctor --fix sets them.',
    },
    owners: {
      title: 'owner',
      cause: 'files belong to another user, who can read and change them',
      remedy: 'Give them back with chown, and look whether they are what you expect.',
    },
    links: {
      title: 'links',
      cause: 'links, pipes or second names in the place of files; they are not followed',
      remedy: 'Put the files themselves there, or take these away.',
    },
    names: {
      title: 'names',
      cause: 'names that no session may have, or that some disks cannot tell apart',
      remedy: 'Rename the files by hand; they are left alone until then.',
    },
    unreadable: {
      title: 'sessions',
      cause: 'session files that cannot be read; they are kept as they are',
      remedy:
        'chatcli doctor --fix rebuilds those that have a transcript, and keeps the damaged file beside; for the others put back a backup.',
    },
    damage: {
      title: 'transcripts',
      cause: 'lines that cannot be read; they are kept, and hide nothing else',
      remedy: 'Nothing is lost that can still be read. Put back a backup to get the rest.',
    },
    foreign: {
      title: 'other programs',
      cause: 'the Go program uses this home too, and removes transcripts that are old',
      remedy: 'Set CHATCLI_SESSION_TTL=0 for that program, or give it a home of its own.',
    },
    temp: {
      title: 'temp files',
      cause: 'programs were stopped while they wrote',
      remedy: 'chatcli doctor --fix removes them.',
    },
    'side-files': {
      title: 'side files',
      cause:
        'lines that a full or failing disk did not let into their transcripts; they are read all the same',
      remedy: 'Nothing to do: they are kept beside, and count.',
    },
    unsealed: {
      title: 'sealing',
      cause: 'files stand in clear in a sealed home',
      remedy: 'chatcli storage seal seals them; look whether they are what you expect.',
    },
    key: {
      title: 'key',
      cause: 'the key of this process does not open the home',
      remedy: 'chatcli key status says which key is needed.',
    },
    index: {
      title: 'search index',
      cause: 'the index does not hold every session, or a part of it was damaged',
      remedy: 'chatcli doctor --fix brings it up to date; so does the next search.',
    },
    retention: {
      title: 'retention',
      cause: 'this would go now, by the rules in force',
      remedy: 'chatcli storage prune lists it; sessions you named never go by themselves.',
    },
    clock: {
      title: 'clock',
      cause: 'the clock of this machine does not fit the times in the home; nothing is removed until it does',
      remedy: 'Set the clock. When it is right, it is believed by itself.',
    },
    imports: {
      title: 'other tools',
      cause: 'a tool is about to delete conversations that were not imported yet',
      remedy: 'chatcli import takes them in; chatcli import --watch keeps up.',
    },
    future: {
      title: 'times of files',
      cause: 'files say that they were changed after now',
      remedy: 'Nothing to do: they count as new. Check the clock of the machine that wrote them.',
    },
    versions: { title: 'versions', cause: '', remedy: '' },
    path: {
      title: 'PATH',
      cause: 'there are several programs called chatcli; the first is the one that runs',
      remedy: 'Remove the ones you do not want, or change PATH.',
    },
    terminal: { title: 'terminal', cause: '', remedy: '' },
  },
  none: 'none',
  fine: 'nothing amiss',
  more: (count: number): string => `and ${count} more`,
  homeFrom: (path: string, from: string): string => `${path} (${from})`,
  free: (size: string): string => `${size} free`,
  atLeast: (size: string): string => `${size} or more`,
  localDisk: 'a local disk',
  unknown: 'not known',
  synced: (ms: number): string => `written, synced and read back in ${ms} ms`,
  notImported: (count: number): string => `${files(count)} not imported yet`,
  works: 'works',
  files: (count: number): string => files(count),
  contents: (sessions: number, transcripts: number, trash: number): string =>
    `${plural(sessions, 'session', 'sessions')}, ${plural(transcripts, 'transcript', 'transcripts')}, ${trash} in the trash`,
  readOf: (read: number, all: number): string => `${read} of ${all} read`,
  readAllHint: 'Read all of them with: chatcli doctor --read-data',
  lines: (count: number): string => plural(count, 'line', 'lines'),
  foreignFound: (sessions: number, lines: number): string =>
    `${plural(sessions, 'session', 'sessions')} and ${plural(lines, 'line', 'lines')} of it`,
  noKeyNeeded: 'the home is not sealed, and there is no key',
  keyIs: (id: string, from: string): string => `${id} (${from})`,
  indexed: (indexed: number, sessions: number): string => `${indexed} of ${sessions} sessions`,
  wouldGo: (items: number, size: string): string => `${plural(items, 'thing', 'things')}, ${size}`,
  policy: (ttlDays: number, keep: number, trashDays: number): string =>
    `sessions of the program: ${ttlDays === 0 ? 'for ever' : `${ttlDays} days, ${keep} per kind`}; trash: ${trashDays === 0 ? 'for ever' : `${trashDays} days`}`,
  since: (date: string): string => `not before ${date}`,
  fixed: 'fixed',
  notFixed: (reason: string): string => `could not be fixed: ${reason}`,
  summary: (errors: number, warnings: number): string =>
    errors + warnings === 0
      ? 'Everything is as it should be.'
      : `${plural(errors, 'error', 'errors')}, ${plural(warnings, 'warning', 'warnings')}.`,
  fixHint: (count: number): string =>
    `${plural(count, 'of these', 'of these')} can be fixed with: chatcli doctor --fix`,
}

export type DoctorText = typeof doctorEnglish
/** What is looked at: each has a title, why it may be wrong, and what helps. */
export type CheckName = keyof DoctorText['checks']

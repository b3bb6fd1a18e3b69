const plural = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`
const files = (count: number): string => plural(count, 'file', 'files')

/** What `key`, `storage seal` and `verify` say, in English; part of the catalogue. */
export const keyEnglish = {
  askPassphrase: 'Passphrase of this home: ',
  askNewPassphrase: 'New passphrase: ',
  askAgain: 'The same again: ',
  passphrasesDiffer: 'The two passphrases differ',
  passphraseTooShort: (least: number): string => `A passphrase has ${least} characters or more`,
  passphraseHint: 'Several words that do not belong together are good. Nothing was changed.',
  wrongPassphrase: 'No passphrase of this home is that one',
  wrongPassphraseHint:
    'Try again, or make a new passphrase from the recovery sheet: chatcli key recovery --restore',

  statusKey: (id: string, source: string): string => `Key ${id}, from ${source}.`,
  statusNoKey: 'This process has no key.',
  statusPrevious: (ids: readonly string[]): string => `Older keys that open: ${ids.join(', ')}.`,
  statusPlain: (home: string): string => `${home} is not sealed.`,
  statusSealed: (home: string, id: string): string => `${home} is sealed with key ${id}.`,
  statusRotating: (ids: readonly string[]): string =>
    `Some of it is still sealed with ${ids.join(', ')}. To go on: chatcli key rotate`,
  statusMissing: (id: string): string =>
    `Nothing in it can be read or written without key ${id}; new turns stay in memory.`,
  statusSlots: (count: number): string => `${plural(count, 'passphrase opens', 'passphrases open')} it.`,
  statusWillSeal: 'What is written from now on will be sealed. To seal what is there: chatcli storage seal',
  sources: {
    environment: (name: string): string => name,
    file: (name: string): string => `the file ${name}`,
    command: (name: string): string => `the command "${name}"`,
    passphrase: (name: string): string => `a passphrase (${name})`,
  },

  initNew: (id: string): string => `A new key was made: ${id}. Your passphrase opens it.`,
  initAdded: (id: string): string => `The passphrase opens key ${id} from now on.`,
  recoverySheet: 'Recovery sheet: write these words down and keep them apart from this machine.',
  recoveryWarning: 'Whoever has them can read everything; without key, passphrase and words nobody can.',
  recoveryRestored: (id: string): string => `The words are key ${id}. The new passphrase opens it.`,
  askWords: 'The 24 words of the recovery sheet: ',
  notThisHome: (given: string, needed: string): string =>
    `These words are key ${given}, and this home needs key ${needed}`,
  nobodyToAsk: 'There is nobody to ask for a passphrase',
  nobodyToAskHint: 'Run this in a terminal.',
  noKey: 'This process has no key',
  noKeyHint:
    'Set CHATCLI_ENCRYPTION_KEY (make one with: openssl rand -base64 32), or make a passphrase with: chatcli key init',
  nothingToRotate: (id: string): string => `Everything is sealed with key ${id} already.`,
  rotateSame: (id: string): string => `The home is sealed with this very key (${id})`,
  rotateSameHint:
    'Set CHATCLI_ENCRYPTION_KEY to a new key and CHATCLI_ENCRYPTION_KEY_PREVIOUS to the old one, then run it again.',
  rotateOldMissing: (id: string): string => `The key this home is sealed with (${id}) is not there`,
  rotateOldMissingHint: 'Add it to CHATCLI_ENCRYPTION_KEY_PREVIOUS; nothing was changed.',

  progress: (done: number, total: number): string => `${done} of ${total} files`,
  sealed: (count: number, id: string): string => `${files(count)} sealed with key ${id}.`,
  unsealed: (count: number): string => `${files(count)} unsealed.`,
  already: (count: number): string => `${files(count)} were so already.`,
  leftAlone: (path: string, reason: string): string => `Left as it is: ${path}: ${reason}`,
  swept: (count: number): string =>
    `${plural(count, 'temp file', 'temp files')} of stopped programs removed.`,
  sealedFrom: 'What is written from now on is sealed too.',
  unsealedHint:
    'Take CHATCLI_ENCRYPTION_KEY out of the environment: as long as it is set, what is written is sealed.',
  notAll: (count: number): string => `${files(count)} could not be changed`,
  notAllHint: 'They are listed above, and were left as they are.',
  copiesHint:
    'Copies that backups, snapshots or the disk itself keep of the older files are not reached by this.',

  headHint: 'Keep this outside of the home. To compare later: chatcli verify --expect-head FILE',
  verified: (checked: number): string => `${files(checked)} checked: all of them are what was written.`,
  verifiedWith: (checked: number, problems: number): string =>
    `${files(checked)} checked, ${plural(problems, 'problem', 'problems')}:`,
  findings: {
    damaged: 'damaged',
    'wrong-key': 'sealed with another key',
    unsealed: 'not sealed, in a sealed home',
    renamed: (stored: string): string => `its content says it is "${stored}"`,
    repeated: (count: number): string =>
      `${plural(count, 'line stands', 'lines stand')} there twice, which changes nothing`,
    shorter: (lines: number): string =>
      `${plural(lines, 'line that its session has seen is', 'lines that its session has seen are')} gone`,
    'no-transcript': 'its transcript is gone',
    'head-missing': 'the head names it, and it is gone',
    'head-shorter': 'it is shorter than the head says',
    'head-differs': 'it is not what the head says: older, or another one',
  },
  problems: (count: number): string => `The home has ${plural(count, 'problem', 'problems')}`,
  headMatches: (count: number): string =>
    `The head holds: ${plural(count, 'transcript is', 'transcripts are')} there, none older or shorter than it says.`,
  verifyHint:
    'Nothing was changed. Put back backups of what is damaged; chatcli session get shows what can be read.',
  badHead: (path: string): string => `${path} is no head`,
  badHeadHint: 'Make one with: chatcli storage head > FILE',
}

export type KeyText = typeof keyEnglish

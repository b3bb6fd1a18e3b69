const plural = (count: number, one: string, other: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : other}`
const tokens = (count: number): string => `~${count.toLocaleString('en')} ${count === 1 ? 'token' : 'tokens'}`

/** What contexts say, in English; part of the catalogue. Names and paths go in as they are. */
export const contextEnglish = {
  usage: `Contexts are files that go along with a conversation:

  /context create NAME PATH…     make one of files and folders; --mode full, summary, chunked, smart or knowledge
  /context attach NAME           let it go along with this conversation; --priority N, --chunk N, --retrieve [K], --full
  /context attached              what goes along, and what it costs
  /context detach NAME           let go of it
  /context list                  all contexts
  /context show NAME             what is in one
  /context inspect NAME [FILE]   its chunks and largest files, or a file as the model gets it; --chunk N
  /context update NAME [PATH…]   read its files again, or change it; --mode, --description, --tags, --name
  /context merge NEW NAME NAME…  make one of several
  /context export NAME [PATH]    write it to a file, which import reads; --force
  /context import PATH           take one in; --as NAME
  /context metrics               numbers about all of them
  /context delete NAME           delete it; its sources stay

Names with spaces stand in quotation marks. Details: docs/contexts.md`,
  about: {
    full: 'all of it, whole',
    summary: 'the beginning of each file',
    chunks: (numbers: string, of: number): string => `chunk ${numbers} of ${of}`,
    chunkList: (count: number): string => `list of its ${count} chunks; choose with --chunk N`,
    smart: 'the files that fit each question',
    retrieval: (k: number): string => `the ${k} passages that fit each question`,
  },
  files: (count: number): string => plural(count, 'file', 'files'),
  tokens: (count: number): string => tokens(count),
  perTurn: (count: number): string => `${tokens(count)} a turn`,
  perTurnAtMost: (count: number): string => `up to ${tokens(count)} a turn`,
  made: (name: string, mode: string, files: string, size: string, cost: string): string =>
    `Context "${name}" made in mode ${mode}: ${files}, ${size}, ${cost}.`,
  replaced: (name: string, mode: string, files: string, size: string, cost: string): string =>
    `Context "${name}" made anew in mode ${mode}: ${files}, ${size}, ${cost}.`,
  attachHint: (name: string): string =>
    `Let it go along with a conversation: chatcli context attach ${name} --session NAME`,
  leftOut: (parts: string): string => `Left out: ${parts}.`,
  skipped: {
    ignored: (count: number): string => `${count} ignored`,
    binary: (count: number): string => `${count} binary`,
    'too-large': (count: number): string => `${count} too large`,
    unreadable: (count: number): string => `${count} unreadable`,
    link: (count: number): string => plural(count, 'link', 'links'),
    'over-limit': (count: number): string => `${count} over the limit`,
    'bad-line': (count: number): string =>
      plural(count, 'line that is no document', 'lines that are no documents'),
    other: (reason: string, count: number): string => `${count} ${reason}`,
  },
  updated: (name: string, added: number, changed: number, removed: number): string =>
    `"${name}" is up to date: ${added} new, ${changed} changed, ${removed} gone.`,
  nothingChanged: (name: string): string => `"${name}" is up to date: nothing had changed.`,
  changedFacts: (name: string): string => `"${name}" was changed.`,
  missingSource: (path: string): string => `${path} is not there now; its files stay as they were.`,

  attached: (name: string, how: string, cost: string): string => `"${name}" goes along: ${how}, ${cost}.`,
  isSearched: (name: string, size: string): string =>
    `It has ${size}, so it is searched rather than given whole; chatcli context attach ${name} --full gives all of it.`,
  tooLarge: (cost: string, window: string): string =>
    `That is more than this model takes with the conversation (${cost} of ${window}): the names of its files are given instead. Use --retrieve, or --chunk N.`,
  detached: (name: string): string => `"${name}" no longer goes along.`,
  notAttached: (name: string): string => `"${name}" does not go along with this conversation.`,
  notAttachedHint: 'What goes along: chatcli context attached --session NAME',
  goAlong: (names: string): string => `Goes along: ${names}`,
  attachedHeading: 'Goes along with this conversation:',
  attachedHeadingOf: (session: string): string => `Goes along with "${session}":`,
  noneAttached: 'No context goes along. Attach one with: chatcli context attach NAME --session NAME',
  total: (cost: string): string => `Together: ${cost}`,
  isGone: 'is gone; left out',
  noSession: 'Which session? Give --session NAME.',
  noChunk: (number: number, most: number): string => `There is no chunk ${number}; there are ${most}`,
  noChunkHint: (name: string): string => `See them with: chatcli context inspect ${name}`,
  noChunks: (name: string): string => `"${name}" is read where it is and has no chunks`,
  notWhole: (name: string): string => `"${name}" is read where it is and cannot be given whole`,
  noChunksHint: 'It is searched each turn; --retrieve K says how many passages.',
  eitherOr: 'Only one of --full, --retrieve and --chunk can be meant.',

  listHeading: 'Contexts:',
  listEmpty: 'No contexts yet. Make one with: chatcli context create NAME PATH…',
  damagedHeading: 'Files that cannot be read, left as they are:',
  facts: {
    id: 'id',
    mode: 'mode',
    description: 'about',
    tags: 'tags',
    sources: 'made of',
    imported: 'imported; it is not read again',
    size: 'size',
    created: 'made',
    updated: 'read',
    leftOut: 'left out',
    attachedTo: 'attached to',
    index: 'index',
    chunks: 'chunks',
    passages: (documents: number, passages: number): string =>
      `${plural(documents, 'document', 'documents')}, ${plural(passages, 'passage', 'passages')}`,
  },
  filesHeading: 'Files:',
  largestHeading: 'Largest files:',
  kindsHeading: 'By kind:',
  chunksHeading: 'Chunks:',
  noFile: (name: string, path: string): string => `"${name}" has no file "${path}"`,

  confirmDelete: (name: string): string => `Delete the context "${name}"? Its sources stay. [y/N] `,
  notDeleted: 'Nothing was deleted.',
  deleteRefused: (name: string): string => `"${name}" is not deleted without being asked for`,
  deleteRefusedHint: 'Say --yes.',
  deleted: (name: string): string => `Context "${name}" deleted.`,
  stillAttached: (name: string, sessions: string): string => `"${name}" goes along with ${sessions}`,
  stillAttachedHint: 'Detach it there, or delete it all the same with --force.',
  thisConversation: 'this conversation',
  merged: (count: number): string => `${count} contexts were joined; they stay as they are.`,
  needsTwo: 'Name the new context and at least two to join.',
  exported: (name: string, path: string): string => `Context "${name}" written to ${path}`,
  imported: (name: string): string =>
    `Context "${name}" taken in. It is not read again: its files are as they were there.`,
  metrics: {
    contexts: 'contexts',
    files: 'files',
    size: 'size',
    tokens: 'tokens',
    byMode: 'by mode',
    attached: 'attached',
    damaged: 'damaged',
    largest: 'largest',
    attachedTo: (contexts: number, sessions: number): string =>
      `${plural(contexts, 'context', 'contexts')} to ${plural(sessions, 'conversation', 'conversations')}`,
  },
  reading: (done: string, total: string | undefined, size: string): string =>
    total === undefined ? `looking at files … ${done}` : `reading files … ${done} of ${total} (${size})`,

  turn: {
    refreshed: (name: string, count: number): string =>
      `context ${name}: ${plural(count, 'file', 'files')} changed`,
    gone: (names: string): string => `not there any more: context ${names}`,
    failed: (name: string, reason: string): string => `context ${name}: ${reason}`,
    namesOnly: (names: string): string =>
      `does not fit the model, only the names of its files were given: ${names}`,
    given: (name: string, what: string): string => `${name}: ${what}`,
    found: (count: number): string => plural(count, 'passage', 'passages'),
    fitting: (count: number): string => plural(count, 'file', 'files'),
    line: (parts: string): string => `from contexts: ${parts}`,
  },
}

/** The shape every language fills. */
export type ContextText = typeof contextEnglish

// Which folder of src may import which: arrows go one way, from the surfaces down to the disk.
const storeParts = ['conversation', 'seal', 'disk']
const store = ['store', ...storeParts]
const arrows = {
  conversation: [],
  seal: [],
  disk: [],
  text: [],
  store: storeParts,
  // Search reads records; how a store keeps them is none of its business.
  search: ['conversation', 'disk'],
  // How records become an index; the session index is wired in record-index.ts, a knowledge base's in contexts.
  contexts: ['indexing', 'search', 'models', ...store],
  importers: store,
  models: store,
  agent: ['contexts', 'search', 'importers', 'models', ...store, 'text'],
  commands: ['agent', 'contexts', 'search', 'importers', 'models', ...store, 'text'],
  surfaces: ['commands', 'agent', 'contexts', 'search', 'importers', 'models', ...store, 'text'],
}
const tests = '\\.(test|suite)\\.ts$'
const mayUseSettings = ['surfaces', 'commands', 'agent']
const mayUseTheWhole = ['surfaces', 'commands']
const mayUseTheInterface = ['agent']

const folderRules = Object.entries(arrows).map(([folder, below]) => ({
  name: `arrows-of-${folder}`,
  comment: `src/${folder} may import ${below.length > 0 ? below.join(', ') : 'no other folder'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: tests },
  to: {
    path: '^src/',
    pathNot: [
      `^src/(${[folder, ...below].join('|')})/`,
      '^src/errors\\.ts$',
      ...(mayUseSettings.includes(folder) ? ['^src/settings\\.ts$'] : []),
      ...(mayUseTheWhole.includes(folder) ? ['^src/(open-)?chatcli\\.ts$'] : []),
      ...(mayUseTheInterface.includes(folder) ? ['^src/chatcli\\.ts$'] : []),
    ],
  },
}))

export default {
  forbidden: [
    ...folderRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'surfaces-stand-alone',
      comment: 'What two surfaces share belongs to commands or text.',
      severity: 'error',
      from: { path: '^src/surfaces/([^/]+)/' },
      to: { path: '^src/surfaces/', pathNot: '^src/surfaces/$1/' },
    },
    {
      name: 'wiring-knows-no-surface',
      comment: 'open-chatcli.ts, index.ts and settings.ts are below the surfaces.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: tests },
      to: { path: '^src/surfaces/' },
    },
    {
      name: 'errors-stand-alone',
      severity: 'error',
      from: { path: '^src/errors\\.ts$' },
      to: {},
    },
    {
      name: 'conversation-is-pure',
      comment: 'Of Node, src/conversation uses hashes and checksums only.',
      severity: 'error',
      from: { path: '^src/conversation/', pathNot: tests },
      to: { dependencyTypes: ['core'], pathNot: '^(crypto|zlib)$' },
    },
    {
      name: 'only-disk-touches-files',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/disk/', tests] },
      to: { dependencyTypes: ['core'], path: '^fs(/|$)' },
    },
    {
      name: 'code-knows-no-test',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: [tests, 'node_modules/(vitest|fast-check)/'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}

import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command.ts'

const context: ArgumentSpec = { name: 'NAME', required: true, completes: 'context' }
const contextMode: OptionSpec = {
  name: 'mode',
  short: 'm',
  value: 'MODE',
  about: 'contextMode',
  choices: ['full', 'summary', 'chunked', 'smart', 'knowledge'],
}
const contextDescription: OptionSpec = {
  name: 'description',
  short: 'd',
  value: 'TEXT',
  about: 'contextAbout',
}
const contextTags: OptionSpec = { name: 'tags', short: 't', value: 'LIST', about: 'contextTags' }
const contextSession: OptionSpec = {
  name: 'session',
  value: 'NAME',
  about: 'contextSession',
  completes: 'session',
}

/** The verbs about contexts, in the order that help lists them. */
export const contextSpecs: readonly CommandSpec[] = [
  {
    path: 'context create',
    aliases: ['context new'],
    arguments: [
      { name: 'NAME', required: true },
      { name: 'PATH', required: true, many: true },
    ],
    options: [
      contextMode,
      contextDescription,
      contextTags,
      { name: 'force', short: 'f', about: 'contextForce' },
    ],
    examples: [
      'chatcli context create house-rules docs CONTRIBUTING.md',
      'chatcli context create shop ~/shop --mode knowledge --tags go,shop',
    ],
    load: async () => (await import('./run-create.ts')).runCreate,
  },
  {
    path: 'context update',
    aliases: ['context edit'],
    arguments: [context, { name: 'PATH', required: false, many: true }],
    options: [
      contextMode,
      contextDescription,
      contextTags,
      { name: 'name', value: 'NEW', about: 'contextName' },
    ],
    examples: ['chatcli context update house-rules', 'chatcli context update shop --mode knowledge'],
    load: async () => (await import('./run-update.ts')).runUpdate,
  },
  {
    path: 'context attach',
    aliases: ['context add'],
    arguments: [context],
    options: [
      { name: 'priority', short: 'p', value: 'N', about: 'contextPriority' },
      { name: 'chunk', short: 'c', value: 'N', repeats: true, about: 'contextChunk' },
      { name: 'chunks', short: 'C', value: 'LIST', repeats: true, about: 'contextChunks' },
      { name: 'retrieve', short: 'r', value: 'K', isOptional: true, about: 'contextRetrieve' },
      { name: 'rag', value: 'K', isOptional: true, about: 'contextRag' },
      { name: 'full', about: 'contextFull' },
      contextSession,
    ],
    examples: [
      'chatcli context attach house-rules --session shop-rewrite',
      'chatcli context attach shop --session shop-rewrite --retrieve 12 --priority 10',
    ],
    load: async () => (await import('./run-attach.ts')).runAttach,
  },
  {
    path: 'context detach',
    aliases: ['context remove'],
    arguments: [context],
    options: [contextSession],
    examples: ['chatcli context detach house-rules --session shop-rewrite'],
    load: async () => (await import('./run-detach.ts')).runDetach,
  },
  {
    path: 'context attached',
    aliases: [],
    arguments: [],
    options: [contextSession],
    examples: ['chatcli context attached --session shop-rewrite'],
    load: async () => (await import('./run-attached.ts')).runAttached,
  },
  {
    path: 'context list',
    aliases: ['context ls'],
    arguments: [],
    options: [],
    lines: true,
    examples: ['chatcli context list', 'chatcli context list --ndjson'],
    load: async () => (await import('./run-list.ts')).runListContexts,
  },
  {
    path: 'context show',
    aliases: ['context info', 'context view'],
    arguments: [context],
    options: [{ name: 'all', about: 'contextAll' }],
    examples: ['chatcli context show house-rules'],
    load: async () => (await import('./run-show.ts')).runShow,
  },
  {
    path: 'context inspect',
    aliases: [],
    arguments: [context, { name: 'FILE', required: false }],
    options: [{ name: 'chunk', short: 'c', value: 'N', about: 'contextOneChunk' }],
    examples: ['chatcli context inspect shop', 'chatcli context inspect shop src/main.go'],
    load: async () => (await import('./run-inspect.ts')).runInspect,
  },
  {
    path: 'context merge',
    aliases: ['context join'],
    arguments: [
      { name: 'NEW', required: true },
      { ...context, many: true },
    ],
    options: [
      contextMode,
      contextDescription,
      contextTags,
      { name: 'force', short: 'f', about: 'contextForce' },
    ],
    examples: ['chatcli context merge everything house-rules shop --mode knowledge'],
    load: async () => (await import('./run-merge.ts')).runMerge,
  },
  {
    path: 'context export',
    aliases: [],
    arguments: [context, { name: 'PATH|-', required: false }],
    options: [{ name: 'force', short: 'f', about: 'overwrite' }],
    examples: ['chatcli context export house-rules', 'chatcli context export house-rules rules.json'],
    load: async () => (await import('./run-export.ts')).runExportContext,
  },
  {
    path: 'context import',
    aliases: [],
    arguments: [{ name: 'PATH|-', required: true }],
    options: [
      { name: 'as', value: 'NAME', about: 'contextName' },
      { name: 'force', short: 'f', about: 'contextForce' },
    ],
    examples: ['chatcli context import rules.json --as house-rules'],
    load: async () => (await import('./run-import.ts')).runImportContext,
  },
  {
    path: 'context metrics',
    aliases: ['context stats'],
    arguments: [],
    options: [],
    examples: ['chatcli context metrics'],
    load: async () => (await import('./run-metrics.ts')).runMetrics,
  },
  {
    path: 'context delete',
    aliases: ['context del', 'context rm'],
    arguments: [context],
    options: [
      { name: 'force', short: 'f', about: 'contextDelete' },
      { name: 'yes', about: 'yes' },
    ],
    examples: ['chatcli context delete house-rules --yes'],
    load: async () => (await import('./run-delete.ts')).runDeleteContext,
  },
]

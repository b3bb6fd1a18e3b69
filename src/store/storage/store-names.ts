/** The stores that rules say something of, in the order they are shown; what else is in a home is never pruned. */
export const storeNames = [
  'sessions',
  'transcripts',
  'archive',
  'trash',
  'index',
  'contexts',
  'costs',
  'checkpoints',
  'history',
  'logs',
  'exports',
  'state',
] as const

export type StoreName = (typeof storeNames)[number]

/** Those of which something may go. */
export const prunableStores: readonly StoreName[] = [
  'sessions',
  'transcripts',
  'archive',
  'trash',
  'contexts',
  'costs',
  'checkpoints',
  'index',
  'state',
]

const folders: Readonly<Record<string, StoreName>> = {
  sessions: 'sessions',
  transcripts: 'transcripts',
  ccr: 'archive',
  trash: 'trash',
  index: 'index',
  contexts: 'contexts',
  knowledge: 'contexts',
  costs: 'costs',
  checkpoints: 'checkpoints',
  logs: 'logs',
  exports: 'exports',
  state: 'state',
}

/**
 * The store that a file of the home belongs to; for what no rule knows, the name of its folder at the top.
 *
 * @param parts the path under the home, taken apart
 */
export function storeOf(parts: readonly string[]): string {
  const [top = '', second = ''] = parts
  if (parts.length === 1) {
    if (top.endsWith('.log')) return 'logs'
    return top.endsWith('history') ? 'history' : 'state'
  }
  if (top === 'state' && parts.length === 2) {
    if (second.startsWith('history')) return 'history'
    if (second.startsWith('cost')) return 'costs'
  }
  if (top === 'state' && second.startsWith('cost')) return 'costs'
  return folders[top] ?? top
}

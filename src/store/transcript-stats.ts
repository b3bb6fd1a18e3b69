import type { Damage } from '../conversation/record.ts'
import { loadConversation } from './load-conversation.ts'
import { recordOf } from './record-of.ts'
import { transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

export interface TranscriptStats {
  readonly name: string
  readonly id: string | undefined
  readonly source: 'journal' | 'live history'
  readonly messages: number
  readonly byRole: Readonly<Record<string, number>>
  /** Messages that are not in the window any more. */
  readonly compacted: number
  readonly rewound: number
  readonly removed: number
  readonly missing: number
  readonly rewrites: number
  readonly writers: number
  /** Bytes of the transcript file, 0 without one. */
  readonly bytes: number
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  readonly damage: readonly Damage[]
}

/** Counts over the whole record of a session. */
export function transcriptStats(context: StoreContext, name: string): TranscriptStats {
  const loaded = loadConversation(context, name, { whole: true })
  const { messages } = recordOf(loaded)
  const { transcript, fold, damage } = loaded
  const count = (state: string): number => messages.filter((message) => message.state === state).length
  const times = messages.flatMap(({ at }) => (at === undefined ? [] : [at]))
  const byRole = new Map<string, number>()
  for (const { message, state } of messages) {
    if (state !== 'missing') byRole.set(message.role, (byRole.get(message.role) ?? 0) + 1)
  }
  return {
    name,
    id: transcript?.id,
    source: transcript === undefined ? 'live history' : 'journal',
    messages: messages.length,
    byRole: Object.fromEntries(byRole),
    compacted: count('compacted'),
    rewound: count('rewound'),
    removed: count('removed'),
    missing: count('missing'),
    rewrites: fold.rewrites.length,
    writers: new Set(fold.state().seen.map(([w]) => w)).size,
    bytes:
      transcript === undefined ? 0 : (context.disk.stat(transcriptPath(context, transcript.id))?.size ?? 0),
    firstAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b)),
    lastAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
    damage,
  }
}

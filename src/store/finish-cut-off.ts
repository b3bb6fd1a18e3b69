import type { OpenTurn } from '../conversation/fold-state.ts'
import type { MessageMeta } from '../conversation/message.ts'
import { refKey } from '../conversation/range-set.ts'
import type { LiveConversation } from './live-conversation.ts'
import { readTranscript } from './read-transcript.ts'
import { sideFilesOf, transcriptPath } from './side-files.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Ends the turns whose writers died in the middle of them. What had come of an answer, as the writer's `partial` marks
 * have it, becomes a message marked partial, with the mode and the model of its turn; two surfaces that do this at the same moment write it once.
 *
 * @returns how many turns were ended
 * @throws ChatCliError `storage`
 */
export function finishCutOff(context: StoreContext, live: LiveConversation): number {
  const { openTurns } = live.state()
  if (openTurns.length === 0 || !live.hasTranscript) return 0
  const { openedBy, parts, askers } = readOpenTurns(context, live.transcriptId, openTurns)
  const dead = openTurns.filter(({ w }) => {
    const identity = openedBy.get(w)
    return identity !== undefined && context.isProvablyDead(identity)
  })
  for (const { turn } of dead) {
    const content = parts.get(turn) ?? ''
    const meta = { ...askers.get(turn), partial: true }
    const message = { role: 'assistant', content, id: `partial-${turn}`, meta }
    live.append(content === '' ? [] : [message], { turn })
  }
  return dead.length
}

interface OpenTurnsOnDisk {
  /** Who the writers said they are. */
  readonly openedBy: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  /** By turn, the text of its partial marks behind its last message. */
  readonly parts: ReadonlyMap<string, string>
  /** By turn, its mode and who was asked last. */
  readonly askers: ReadonlyMap<string, MessageMeta>
}

/** A snapshot keeps neither, and hardly ever are they asked for. */
function readOpenTurns(context: StoreContext, id: string, openTurns: readonly OpenTurn[]): OpenTurnsOnDisk {
  const turns = new Set(openTurns.map(({ turn }) => turn))
  const openedBy = new Map<string, Readonly<Record<string, unknown>>>()
  const parts = new Map<string, string>()
  const askers = new Map<string, MessageMeta>()
  const addAsker = (turn: string, fields: Readonly<Record<string, unknown>>): void => {
    const known = Object.entries(fields).filter(([, value]) => typeof value === 'string')
    askers.set(turn, { ...askers.get(turn), ...Object.fromEntries(known) })
  }
  const seen = new Set<string>()
  for (const path of [transcriptPath(context, id), ...sideFilesOf(context, id)]) {
    for (const item of readTranscript(context.disk, path)) {
      if (item.kind !== 'event') continue
      const { event } = item
      const key = refKey([event.w, event.n])
      if (seen.has(key)) continue
      seen.add(key)
      if (event.kind === 'mark' && event.mark === 'open') openedBy.set(event.w, event.data ?? {})
      if (!turns.has(event.turn)) continue
      if (event.kind === 'message') {
        parts.delete(event.turn)
        addAsker(event.turn, { mode: event.message.meta?.mode })
      }
      if (event.kind === 'mark' && event.mark === 'dispatch') {
        addAsker(event.turn, { provider: event.data?.['provider'], model: event.data?.['model'] })
      }
      if (event.kind !== 'mark' || event.mark !== 'partial') continue
      const text = event.data?.['text']
      if (typeof text === 'string') parts.set(event.turn, (parts.get(event.turn) ?? '') + text)
    }
  }
  return { openedBy, parts, askers }
}

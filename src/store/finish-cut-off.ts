import type { OpenTurn } from '../conversation/fold-state.ts'
import type { Message, MessageMeta } from '../conversation/message.ts'
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
    live.append(messagesOf(parts.get(turn), { turn, meta: { ...askers.get(turn), partial: true } }), { turn })
  }
  return dead.length
}

/** What had come of an answer, and the ids it was to have. */
interface CutOff {
  readonly text: string
  readonly thought: string
  readonly id?: string | undefined
  readonly thoughtId?: string | undefined
}

const nothing: CutOff = { text: '', thought: '' }

function withPart(before: CutOff = nothing, data: Readonly<Record<string, unknown>>): CutOff {
  const of = (key: keyof CutOff): string | undefined => {
    const value = data[key]
    return typeof value === 'string' ? value : undefined
  }
  return {
    text: before.text + (of('text') ?? ''),
    thought: before.thought + (of('thought') ?? ''),
    id: of('id') ?? before.id,
    thoughtId: of('thoughtId') ?? before.thoughtId,
  }
}

function messagesOf(
  { text, thought, id, thoughtId }: CutOff = nothing,
  { turn, meta }: { readonly turn: string; readonly meta: MessageMeta },
): Message[] {
  const said = { role: 'assistant', content: text, id: id ?? `partial-${turn}`, meta }
  const thinking = { ...meta, thinking: true }
  const thoughts = { role: 'assistant', content: thought, id: thoughtId ?? `thought-${turn}`, meta: thinking }
  return [...(thought.trim() === '' ? [] : [thoughts]), ...(text === '' ? [] : [said])]
}

interface OpenTurnsOnDisk {
  /** Who the writers said they are. */
  readonly openedBy: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  /** By turn, what its partial marks behind its last message have. */
  readonly parts: ReadonlyMap<string, CutOff>
  /** By turn, its mode and who was asked last. */
  readonly askers: ReadonlyMap<string, MessageMeta>
}

/** A snapshot keeps neither, and hardly ever are they asked for. */
function readOpenTurns(context: StoreContext, id: string, openTurns: readonly OpenTurn[]): OpenTurnsOnDisk {
  const turns = new Set(openTurns.map(({ turn }) => turn))
  const openedBy = new Map<string, Readonly<Record<string, unknown>>>()
  const parts = new Map<string, CutOff>()
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
      parts.set(event.turn, withPart(parts.get(event.turn), event.data ?? {}))
    }
  }
  return { openedBy, parts, askers }
}

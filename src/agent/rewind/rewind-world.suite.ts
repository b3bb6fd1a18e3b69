import type { ChatCli } from '../../chatcli.ts'
import type { MessageRef } from '../../conversation/event.ts'
import { planRewrite } from '../../conversation/plan-rewrite.ts'
import type { Message } from '../../conversation/message.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { ActiveConversation } from '../active-conversation.ts'
import { type RewindPoint, rewindPoints } from './rewind-points.ts'
import { type Rewound, rewindTo } from './rewind-to.ts'

export interface RewindWorld {
  readonly disk: SimulatedDisk
  readonly now: () => number
  /** Lets time pass, milliseconds. */
  readonly pass: (ms: number) => void
  /** Another process on the same home. */
  readonly process: (transcripts?: boolean) => ChatCli
  /** A surface of another process; it goes on with a session when one is named. */
  readonly surface: (name?: string, transcripts?: boolean) => ActiveConversation
}

/** A home on a simulated disk. */
export function rewindWorld(): RewindWorld {
  const disk = createSimulatedDisk()
  let time = Date.UTC(2026, 4, 4, 12)
  const now = (): number => (time += 10)
  const process = (transcripts = true): ChatCli =>
    openChatCli({ home: '/home/ada/.chatcli', disk: disk.anotherProcess(), now, transcripts })
  return {
    disk,
    now: () => time,
    pass: (ms) => (time += ms),
    process,
    surface(name, transcripts) {
      const later = (): (() => void) => () => undefined
      const options = { now, later, autosave: true, writeThrough: true }
      const conversation = new ActiveConversation(process(transcripts).sessions, options)
      if (name !== undefined) conversation.attach(name)
      return conversation
    },
  }
}

/** A question and its answer. */
export function takeTurn(
  conversation: ActiveConversation,
  question: string,
  answer = `about ${question}`,
): void {
  conversation.beginTurn()
  conversation.live.append([
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ])
  conversation.endTurn()
  conversation.flush()
}

/** Puts a summary in the place of the first messages of the window. */
export function compactFirst({ live }: ActiveConversation, count: number, summary: string): MessageRef {
  const { window: seen } = live.state()
  const instead = seen.slice(0, count).map(({ ref }) => ref)
  const keep = seen.slice(count).map(({ ref }) => ref)
  const message: Message = { role: 'user', content: summary, meta: { is_summary: true, summary_of: count } }
  return live.record(planRewrite({ reason: 'compact', seen, keep, puts: [{ instead, message }] }))
}

export function contents({ messages }: ActiveConversation): readonly string[] {
  return messages.map(({ content }) => content)
}

export function pointsOf({ live }: ActiveConversation, world: RewindWorld): readonly RewindPoint[] {
  return rewindPoints(live, world.now())
}

/** Rewinds to the n-th point of the list, from 1. */
export function rewind(conversation: ActiveConversation, n: number, world: RewindWorld): Rewound {
  const point = pointsOf(conversation, world)[n - 1]
  if (point === undefined) throw new Error(`no point ${n}`)
  return rewindTo(conversation, point.ref, { now: world.now() })
}

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCompactor } from '../src/agent/compaction/compactor.ts'
import { rewindPoints } from '../src/agent/rewind/rewind-points.ts'
import type { Message } from '../src/conversation/message.ts'
import type { Model } from '../src/models/model.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import { createFastDisk } from './fast-disk.ts'
import { type Timing, round, timeOf, timingOf } from './measure.ts'

export interface CompactedFigures {
  readonly messages: number
  readonly rewrites: Readonly<Record<string, number>>
  readonly windowMessages: number
  /** The session opened from its first line on, and from its snapshot. */
  readonly loadWhole: Timing
  readonly loadFromSnapshot: Timing
  /** The points that a person can rewind to. */
  readonly rewindList: Timing
  /** Making a window ready for a model, each turn, with what it writes. */
  readonly fit: Timing
  /** Bytes of the transcript; of its lines but the rewrites, which say the messages and their turns; how many times those. */
  readonly transcriptBytes: number
  readonly plainBytes: number
  readonly ratio: number
  /** Bytes of the messages alone, as JSON. */
  readonly messageBytes: number
}

const words =
  'the ingest worker retries with a backoff that doubles until the queue of the harbour is drained again'
const sentence = (i: number): string => `${i}: ${words.slice(i % 40)}, number ${i * 7919}.`

/** One turn of an agent: a question, a call, its result, an answer. Every fifth result is long. */
function turnOf(i: number): Message[] {
  const long =
    i % 5 === 0 ? Array.from({ length: 50 }, (_, k) => sentence(i * 50 + k)).join('\n') : sentence(i)
  const call = { id: `call_${i}`, name: 'read', arguments: { path: `src/part-${i % 97}.ts` } }
  return [
    { role: 'user', content: `question ${sentence(i)} ${sentence(i + 1)}` },
    { role: 'assistant', content: 'Let me look.', tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: long },
    { role: 'assistant', content: `We decided on this: ${sentence(i + 2)}\n${sentence(i + 3)}` },
  ]
}

const model: Model = {
  provider: 'none',
  id: 'none',
  isLocal: true,
  toolCalls: 'native',
  answer: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('not asked')) }) }),
}

/** What a conversation of many compactions costs: 20,000 messages, 60 compactions, 2,000 microcompactions. */
export async function compacted(home: string, turns: number, compactions: number): Promise<CompactedFigures> {
  const made = await make(home, turns, compactions)
  const lines = linesIn(join(home, 'transcripts'))
  const transcriptBytes = bytesOf(lines)
  const plainBytes = bytesOf(lines.filter((line) => !line.includes('"kind":"rewrite"')))
  const open = (): void => openChatCli({ home }).sessions.open('long').close()
  const loadFromSnapshot = timingOf(Array.from({ length: 9 }, () => timeOf(open)))
  rmSync(join(home, 'sessions', 'long.json'))
  const { sessions } = openChatCli({ home })
  const name = sessions.list().sessions[0]?.name ?? ''
  const loadWhole = timingOf(Array.from({ length: 9 }, () => timeOf(() => void sessions.load(name))))
  const ratio = round(transcriptBytes / plainBytes)
  return { ...made, loadWhole, loadFromSnapshot, transcriptBytes, plainBytes, ratio }
}

function linesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'latin1').split('\n'))
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

type Made = Pick<
  CompactedFigures,
  'messages' | 'rewrites' | 'windowMessages' | 'rewindList' | 'fit' | 'messageBytes'
>

/** Nothing of it is left in memory when what comes after is measured. */
async function make(home: string, turns: number, compactions: number): Promise<Made> {
  const chatcli = openChatCli({ home, disk: createFastDisk() })
  const { signal } = new AbortController()
  const compactor = createCompactor({
    archive: chatcli.archive,
    contextWindow: () => Promise.resolve(Infinity),
    microcompact: {},
    skillAgeTurns: 6,
    now: Date.now,
    newMark: () => 'mark',
  })
  const live = chatcli.sessions.create({ name: 'long' })
  const onCompacted = (): void => undefined
  const fits: number[] = []
  const every = Math.floor(turns / compactions)
  for (let i = 0; i < turns; i++) {
    live.append(turnOf(i))
    const turn = live.newTurn()
    const call = { live, turn, model, besides: 0, overflows: 0, signal, onCompacted, onNotSaved: onCompacted }
    const start = performance.now()
    await compactor.fit(call)
    fits.push(performance.now() - start)
    if (i % every === every - 1) await compactor.compact({ live, model: undefined, signal })
  }
  live.save()
  const whole = live.whole()
  const rewrites: Record<string, number> = {}
  for (const { reason } of whole.rewrites) rewrites[reason] = (rewrites[reason] ?? 0) + 1
  const { record } = whole
  const windowMessages = live.state().window.length
  const messageBytes = record.reduce(
    (sum, { message }) => sum + Buffer.byteLength(JSON.stringify(message)),
    0,
  )
  const rewindList = timingOf(
    Array.from({ length: 9 }, () => timeOf(() => void rewindPoints(live, Date.now()))),
  )
  live.close()
  return {
    messages: record.length,
    rewrites,
    windowMessages,
    rewindList,
    fit: timingOf(fits),
    messageBytes,
  }
}

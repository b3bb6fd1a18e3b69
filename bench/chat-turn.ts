import { performance } from 'node:perf_hooks'
import { ActiveConversation } from '../src/agent/active-conversation.ts'
import type { Tool } from '../src/agent/tool.ts'
import { runTurn } from '../src/agent/turn.ts'
import { createRealDisk } from '../src/disk/real-disk.ts'
import type { Model } from '../src/models/model.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import { countingDisk } from './counting-disk.ts'
import { createFastDisk } from './fast-disk.ts'
import { round, timeOf } from './measure.ts'

/** Milliseconds. */
interface Spread {
  readonly runs: number
  readonly p50: number
  readonly p95: number
}

export interface ChatTurnFigures {
  readonly windowMessages: number
  readonly storedSessions: number
  /** From the question to the moment it is on the disk and the model is asked, without the fsync. */
  readonly questionKept: Spread
  /** From the end of an answer with a call to the moment it is on the disk, without the fsync. */
  readonly callKept: Spread
  /** From the result of a tool to the moment it is on the disk and the model is asked again, without the fsync. */
  readonly resultKept: Spread
  /** From the end of the last answer to the moment it is on the disk, without the fsync. */
  readonly answerKept: Spread
  readonly fsync: Spread
  /** The session file, behind the turn. */
  readonly snapshot: Spread
  readonly bytesReadPerTurn: number
  readonly bytesReadPerSnapshot: number
  readonly filesOpenedPerTurn: number
}

const tool: Tool = {
  name: 'look',
  about: 'Looks.',
  input: { type: 'object' },
  isReadOnly: () => true,
  needs: () => undefined,
  run: () => Promise.resolve({ text: 'five retries', isError: false }),
}

/** What a turn with one call of a tool costs beside its model, in a long conversation, among so many sessions. */
export async function chatTurn(
  home: string,
  messages: number,
  sessions: number,
  turns: number,
): Promise<ChatTurnFigures> {
  const filler = openChatCli({ home, disk: createFastDisk() })
  for (let k = 0; k < sessions; k++)
    filler.sessions.save(`other-${k}`, [{ role: 'user', content: `another conversation, number ${k}` }])
  filler.sessions.save('long', pastOf(messages))

  const { disk, work } = countingDisk(createRealDisk())
  const fsyncs: number[] = []
  const sync = disk.sync.bind(disk)
  let synced = 0
  disk.sync = (fd) => {
    const took = timeOf(() => sync(fd))
    synced += took
    fsyncs.push(took)
  }
  const chatcli = openChatCli({ home, disk })
  let due: (() => void) | undefined
  const conversation = new ActiveConversation(chatcli.sessions, {
    now: Date.now,
    later(run) {
      due = run
      return () => (due = undefined)
    },
    autosave: true,
    writeThrough: true,
  })
  conversation.load('long')

  // One stretch of own work after the other: from a moment that is not ours to the next.
  const stretches: number[] = []
  let from = 0
  let syncedBefore = 0
  const begin = (): void => {
    syncedBefore = synced
    from = performance.now()
  }
  const end = (): number => stretches.push(performance.now() - from - (synced - syncedBefore))
  let asked = 0
  const model: Model = {
    provider: 'bench',
    id: 'instant',
    isLocal: true,
    toolCalls: 'native',
    async *answer() {
      end()
      const isFirst = asked++ % 2 === 0
      yield {
        kind: 'text',
        text: isFirst ? 'Let me look.' : 'Five, with a backoff that doubles from 200 ms.',
      }
      if (isFirst) yield { kind: 'tool-call', call: { id: `call-${asked}`, name: 'look', arguments: {} } }
      begin()
      yield { kind: 'end', reason: isFirst ? 'tool-calls' : 'stop', usage: undefined }
    },
  }
  const snapshots: number[] = []
  const figures = { turn: 0, snapshot: 0, opened: 0 }
  for (let k = -3; k < turns; k++) {
    if (k === 0) for (const list of [stretches, fsyncs, snapshots]) list.length = 0
    Object.assign(work, { bytesRead: 0, opened: 0 })
    const ask = { role: 'user', content: `question ${k}: how many retries does the ingest worker make?` }
    begin()
    await runTurn(ask, {
      conversation,
      model,
      mode: 'agent',
      instructions: 'Be brief.',
      tools: [{ ...tool, run: (args, context) => tool.run(args, context).finally(begin) }],
      decide: () => Promise.resolve({ allowed: true }),
      signal: new AbortController().signal,
      maxSteps: 5,
      now: Date.now,
      newId: () => 'id',
      onEvent: (event) => event.kind === 'answered' && end(),
    })
    const { bytesRead, opened } = { ...work }
    work.bytesRead = 0
    const write = due
    due = undefined
    const count = fsyncs.length
    const took = timeOf(() => write?.())
    if (k >= 0) {
      snapshots.push(took)
      figures.turn += bytesRead
      figures.opened += opened
      figures.snapshot += work.bytesRead
    }
    fsyncs.length = count
  }
  const fsync = spreadOf(fsyncs)
  conversation.leave()
  const each = (place: number): Spread => spreadOf(stretches.filter((_, i) => i % 4 === place))
  return {
    windowMessages: messages,
    storedSessions: sessions + 1,
    questionKept: each(0),
    callKept: each(1),
    resultKept: each(2),
    answerKept: each(3),
    fsync,
    snapshot: spreadOf(snapshots),
    bytesReadPerTurn: round(figures.turn / turns),
    bytesReadPerSnapshot: round(figures.snapshot / turns),
    filesOpenedPerTurn: round(figures.opened / turns),
  }
}

function pastOf(messages: number): { readonly role: string; readonly content: string }[] {
  return Array.from({ length: messages }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `message ${i} of a long conversation about the ingest pipeline and its retries, number ${i * 7919}`,
  }))
}

function spreadOf(milliseconds: readonly number[]): Spread {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (share: number): number => round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN)
  return { runs: sorted.length, p50: at(0.5), p95: at(0.95) }
}

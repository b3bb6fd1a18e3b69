import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createRealDisk } from '../src/disk/real-disk.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import { countingDisk } from './counting-disk.ts'
import { type Timing, round, timeOf, timingOf } from './measure.ts'

export interface DurableTurnFigures {
  readonly sessionMessages: number
  /** One durable append of a question and an answer. */
  readonly append: Timing
  /** The fsync in it. */
  readonly ownFsync: Timing
  /** `append` over `ownFsync`. */
  readonly ratio: number
  /** As many bytes by one write and one fsync on a file of their own, in turn with it. */
  readonly bareWriteAndFsync: Timing
  readonly bytesReadPerTurn: number
  readonly bytesWrittenPerTurn: number
  readonly syncsPerTurn: number
  readonly snapshot: Timing
}

/** What it costs to make a turn safe in a session that has many messages already. */
export function durableTurn(home: string, messages: number, turns: number): DurableTurnFigures {
  const { disk, work } = countingDisk(createRealDisk())
  const fsyncs: number[] = []
  const sync = disk.sync.bind(disk)
  disk.sync = (fd) => fsyncs.push(timeOf(() => sync(fd)))
  const chatcli = openChatCli({ home, disk })
  const past = Array.from({ length: messages }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `message ${i} of a long conversation about the ingest pipeline and its retries, number ${i * 7919}`,
  }))
  chatcli.sessions.save('long', past)
  const live = chatcli.sessions.open('long')
  const bare = openSync(join(home, 'bare.jsonl'), 'a', 0o600)
  const turn = (i: number) => [
    { role: 'user', content: `question ${i}: how many retries does the ingest worker make?` },
    { role: 'assistant', content: `answer ${i}: five, with a backoff that doubles from 200 ms` },
  ]
  live.append(turn(0))
  const bytes = Buffer.alloc(900, 0x61)
  const appends: number[] = []
  const bares: number[] = []
  fsyncs.length = 0
  Object.assign(work, { bytesRead: 0, bytesWritten: 0, opened: 0, synced: 0, foldersSynced: 0 })
  for (let i = 1; i <= turns; i++) {
    appends.push(timeOf(() => live.append(turn(i))))
    bares.push(
      timeOf(() => {
        writeSync(bare, bytes)
        fsyncSync(bare)
      }),
    )
  }
  const { bytesRead, bytesWritten, synced } = { ...work }
  const ownFsync = timingOf(fsyncs)
  const snapshots = Array.from({ length: 10 }, (_, i) => {
    live.append(turn(turns + i))
    return timeOf(() => live.save())
  })
  live.close()
  closeSync(bare)
  const append = timingOf(appends)
  return {
    sessionMessages: messages,
    append,
    ownFsync,
    ratio: round(append.p50 / ownFsync.p50),
    bareWriteAndFsync: timingOf(bares),
    bytesReadPerTurn: round(bytesRead / turns),
    bytesWrittenPerTurn: round(bytesWritten / turns),
    syncsPerTurn: round(synced / turns),
    snapshot: timingOf(snapshots),
  }
}

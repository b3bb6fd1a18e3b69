import { expect, it } from 'vitest'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { newLive } from '../open-live.ts'
import { testContext } from '../store-context.ts'
import { keepFresh } from './keep-fresh.ts'

const DAY = 86_400_000

it('keeps the times of transcripts that sessions need fresh, where the Go program would remove them', () => {
  const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 0, 1) })
  let now = Date.UTC(2026, 0, 1)
  const context = testContext(disk, { now: () => now })
  const talk = (name: string): string => {
    const live = newLive(context, { name, machine: name.startsWith('mcp-') })
    live.append([{ role: 'user', content: 'how long?' }])
    live.save()
    live.close()
    return `/home/chatcli/transcripts/${live.transcriptId}.jsonl`
  }
  const plan = talk('plan')
  const mirror = talk('mcp-one')
  now += 40 * DAY
  const touch = (path: string, ms: number): void => disk.touch(path, ms)
  expect(keepFresh(context, touch)).toBe(0)
  const fd = disk.createExclusive('/home/chatcli/sessions/of-go.json')
  disk.write(fd, Buffer.from('{"version":2,"chat_history":[]}'))
  disk.close(fd)
  const before = disk.stat(mirror)?.mtimeMs
  expect(keepFresh(context, touch)).toBe(1)
  expect(disk.stat(plan)?.mtimeMs).toBe(now)
  expect(disk.stat(mirror)?.mtimeMs).toBe(before)
  expect(keepFresh(context, touch)).toBe(0)
})

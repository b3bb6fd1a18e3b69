import { describe, expect, it } from 'vitest'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { readSettings } from '../../settings.ts'
import { textFor } from '../../text/text-for.ts'
import { retainInBackground } from './retain-in-background.ts'

const today = Date.UTC(2026, 5, 1)
const DAY = 86_400_000

function home(): SimulatedDisk {
  const disk = createSimulatedDisk({ nowMs: today })
  makeFolderDurably(disk, '/home/chatcli/sessions')
  for (const days of [0, 100, 200]) {
    const path = `/home/chatcli/sessions/autosave-${days}.json`
    const fd = disk.createExclusive(path)
    disk.write(fd, Buffer.from('{"version":2,"chat_history":[{"role":"user","content":"zephyr"}]}'))
    disk.close(fd)
    disk.touch(path, today - days * DAY)
  }
  return disk
}

const next = async (): Promise<void> => {}

async function retain(
  disk: SimulatedDisk,
  environment: Record<string, string> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly string[]> {
  const chatcli = openChatCli({ home: '/home/chatcli', disk, now: () => today })
  const settings = readSettings({ HOME: '/home', ...environment })
  return retainInBackground({ chatcli, settings, text: textFor('en'), signal, begin: next, pause: next })
}

const left = (disk: SimulatedDisk): number =>
  disk.list('/home/chatcli/sessions').filter((file) => file.endsWith('.json')).length

describe('retention of a surface that stays', () => {
  it('R13: says the first time what went and how it comes back', async () => {
    const disk = home()
    const [told = '', ...more] = await retain(disk)
    expect(told).toMatch(/^2 sessions .* 90 days .*\/trash restore NAME/)
    expect(more).toEqual([])
    expect(left(disk)).toBe(1)
    expect(await retain(disk)).toEqual([])
  })

  it('P29: removes nothing by a value that cannot be understood, and says so', async () => {
    const disk = home()
    expect(await retain(disk, { CHATCLI_SESSION_TTL: '1Y' })).toEqual([
      'Error: CHATCLI_SESSION_TTL cannot be "1Y".',
      'Hint: Use a number of days: CHATCLI_SESSION_TTL=90 or CHATCLI_SESSION_TTL=90d; 0 is for ever.',
    ])
    expect(left(disk)).toBe(3)
  })

  it('bothers nobody when the disk refuses, or when the surface ends', async () => {
    const disk = home()
    const dying = disk.anotherProcess()
    dying.failAt(1, 'EROFS', { names: ['createExclusive'] })
    expect(await retain(dying)).toEqual([])
    const ended = new AbortController()
    ended.abort()
    expect(await retain(disk, {}, ended.signal)).toEqual([])
    expect(left(disk)).toBe(3)
  })
})

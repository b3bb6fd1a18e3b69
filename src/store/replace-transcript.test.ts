import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeLine } from '../conversation/line-codec.ts'
import type { Disk } from '../disk/disk.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { SimulatedCrash } from '../disk/simulated-crash.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive, openLive } from './open-live.ts'
import { replaceTranscript } from './replace-transcript.ts'
import { parseReplacedName } from './replaced-name.ts'
import { testContext, type StoreContext } from './store-context.ts'

const folder = '/home/chatcli/transcripts'
const said = (content: string): { role: string; content: string } => ({ role: 'user', content })

let processes = 0
/** A process with random digits of its own. */
function processOn(disk: Disk): StoreContext {
  const number = ++processes
  let count = 0
  return testContext(disk, {
    randomHex: (digits) => (number * 2 ** 20 + ++count).toString(16).padStart(digits, '0'),
    isProvablyDead: () => false,
  })
}

/** A session with two messages, on the device. */
function home(): SimulatedDisk {
  const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 5, 1) })
  disk.makeFolder('/home')
  disk.syncFolder('/')
  const live = newLive(processOn(disk), { name: 'plan' })
  live.append([said('one')])
  live.append([said('two')])
  live.save()
  live.close()
  return disk
}

function mainOf(disk: Disk): string {
  const file = disk.list(folder).find((name) => /^[^.]+\.jsonl$/.test(name)) ?? ''
  return join(folder, file)
}

function replacedIn(disk: Disk): string[] {
  return disk.list(folder).filter((name) => parseReplacedName(name) !== undefined)
}

/** Puts the same lines into another file, with a mark behind them. */
function replace(disk: Disk): string {
  const { randomHex } = processOn(disk)
  const options = { disk, reader: disk, randomName: () => randomHex(16) }
  return replaceTranscript(options, mainOf(disk), {
    copy: (fd, size) => {
      const bytes = new Uint8Array(size + 1).fill(0x0a)
      disk.read(fd, bytes.subarray(0, size), 0)
      return bytes
    },
    late: (line) => line,
  })
}

function window(disk: Disk): string[] {
  const { fold, damage } = loadConversation(processOn(disk), 'plan', { whole: true })
  expect(damage).toEqual([])
  return fold.window().map(({ message }) => message.content)
}

interface Writer {
  readonly say: (content: string) => void
  /** What it was told to be on the disk. */
  readonly acknowledged: string[]
}

function writerOn(disk: Disk): Writer {
  const live = openLive(processOn(disk), 'plan')
  const acknowledged: string[] = []
  return {
    acknowledged,
    say(content) {
      live.append([said(content)])
      acknowledged.push(content)
    },
  }
}

/** Every acknowledged message is there once; what was not acknowledged may be. */
function expectKept(disk: Disk, acknowledged: readonly string[], when: string): void {
  const found = window(disk)
  expect(new Set(found).size, when).toBe(found.length)
  expect(found, when).toEqual(expect.arrayContaining(['one', 'two', ...acknowledged]))
}

/** Opens it as the next program does, and says something more. */
function goOn(disk: Disk, acknowledged: readonly string[], when: string): void {
  writerOn(disk).say('later')
  expectKept(disk, [...acknowledged, 'later'], when)
  const main = mainOf(disk)
  for (const file of replacedIn(disk))
    expect(
      disk.stat(join(folder, file))?.ino,
      `${when}: ${file} stays only while nothing took its place`,
    ).toBe(disk.stat(main)?.ino)
}

describe('a transcript that is replaced', () => {
  it('has what is appended at any point of it, in its order, and nothing beside it', () => {
    let points = 0
    for (let call = 1; ; call++) {
      const disk = home()
      const writer = writerOn(disk.anotherProcess())
      const view = disk.anotherProcess()
      let calls = 0
      view.beforeCall(() => {
        if (++calls === call) writer.say('meanwhile')
      })
      expect(replace(view)).toBe('replaced')
      view.beforeCall(undefined)
      if (calls < call) break
      points++
      writer.say('after')
      expect(window(disk), `call ${call}`).toEqual(['one', 'two', 'meanwhile', 'after'])
      expect(replacedIn(disk)).toEqual([])
    }
    expect(points).toBeGreaterThan(15)
  })

  it('has what a writer says that was stopped anywhere while it was replaced, however long', () => {
    for (let call = 1; ; call++) {
      const disk = home()
      const view = disk.anotherProcess()
      const writer = writerOn(view)
      writer.say('before')
      let calls = 0
      view.beforeCall(() => {
        if (++calls !== call) return
        replace(disk.anotherProcess())
        replace(disk.anotherProcess())
      })
      writer.say('meanwhile')
      view.beforeCall(undefined)
      if (calls < call) break
      expect(window(disk), `call ${call}`).toEqual(['one', 'two', 'before', 'meanwhile'])
      expect(replacedIn(disk)).toEqual([])
    }
  })

  it('loses nothing that is acknowledged, wherever it is stopped and by whatever', () => {
    let states = 0
    for (let crash = 1; ; crash++) {
      let isOver = false
      for (let call = 1; call <= crash; call++) {
        const disk = home()
        const writer = writerOn(disk.anotherProcess())
        writer.say('before')
        const dying = disk.anotherProcess()
        let calls = 0
        dying.beforeCall(() => {
          if (++calls === call) writer.say('meanwhile')
          if (calls === crash) throw new SimulatedCrash('stopped')
        })
        try {
          replace(dying)
          isOver = true
          break
        } catch (error) {
          if (!(error instanceof SimulatedCrash)) throw error
        }
        const when = `stopped at ${crash}, said at ${call}`
        for (const { label, disk: left } of disk.crashStates({ limit: 6, seed: crash })) {
          states++
          expectKept(left, writer.acknowledged, `${when}, ${label}`)
          goOn(left, writer.acknowledged, `${when}, ${label}`)
        }
        // The others go on.
        const killed = disk.killed()
        expectKept(killed, writer.acknowledged, when)
        goOn(killed, writer.acknowledged, when)
        writer.say('after')
        expectKept(disk, writer.acknowledged, when)
        expect(replace(disk.anotherProcess()), when).toBe('replaced')
        expectKept(disk, writer.acknowledged, when)
        goOn(disk, writer.acknowledged, when)
      }
      if (isOver) break
    }
    expect(states).toBeGreaterThan(500)
  })

  it('loses nothing when the disk fails or is full at any point, once or from then on', () => {
    for (const code of ['EIO', 'ENOSPC'])
      for (const forever of [false, true])
        for (let call = 1; ; call++) {
          const disk = home()
          const writer = writerOn(disk.anotherProcess())
          const view = disk.anotherProcess()
          view.failAt(call, code, { forever })
          view.beforeCall((name) => {
            if (name === 'rename') writer.say('meanwhile')
          })
          let isDone = false
          try {
            replace(view)
            isDone = true
          } catch (error) {
            const told = error instanceof ChatCliError && error.code === 'storage'
            expect(told || (error as { code?: string }).code === code, String(error)).toBe(true)
          }
          const when = `${code} at ${call}`
          expect(view.openFiles, when).toBe(0)
          writer.say('after')
          expectKept(disk, writer.acknowledged, when)
          goOn(disk, writer.acknowledged, when)
          if (isDone && view.log.length < call) break
        }
  })

  it('loses nothing when two replace it at once, and a third says something', () => {
    for (let call = 1; ; call++) {
      let isOver = false
      for (const delay of [0, 3, 7, 11]) {
        const disk = home()
        const writer = writerOn(disk.anotherProcess())
        const view = disk.anotherProcess()
        const inner = disk.anotherProcess()
        let [calls, innerCalls] = [0, 0]
        inner.beforeCall(() => {
          if (++innerCalls === delay + 1) writer.say('meanwhile')
        })
        view.beforeCall(() => {
          if (++calls === call) replace(inner)
        })
        replace(view)
        isOver = calls < call
        if (isOver) break
        writer.say('after')
        const when = `call ${call}, ${delay}`
        expect(window(disk), when).toEqual(['one', 'two', 'meanwhile', 'after'])
        expect(replacedIn(disk), when).toEqual([])
      }
      if (isOver) break
    }
  })

  it('has a line whole that was half written when the copy was taken', () => {
    for (let call = 1; ; call++) {
      const disk = home()
      const main = mainOf(disk)
      const fd = disk.openAppend(main)
      const event = {
        v: 1,
        w: 'slow',
        n: 0,
        at: '2026-06-01T00:00:00.000Z',
        turn: 't',
        kind: 'set',
        set: { title: 'whole' },
      } as const
      const bytes = Buffer.from(`\n${encodeLine(event)}\n`)
      disk.write(fd, bytes.subarray(0, 40))
      const view = disk.anotherProcess()
      let calls = 0
      let isAcknowledged = false
      view.beforeCall(() => {
        if (++calls !== call) return
        disk.write(fd, bytes.subarray(40))
        disk.sync(fd)
        isAcknowledged = disk.stat(main)?.ino === disk.statOpen(fd).ino
      })
      replace(view)
      view.beforeCall(undefined)
      if (calls < call) break
      const { title } = loadConversation(processOn(disk), 'plan', { whole: true }).fold.state()
      if (isAcknowledged) expect(title, `call ${call}`).toBe('whole')
      expect(Buffer.from(readWholeFile(disk, main)).toString()).toContain('"w":"slow"')
    }
  })

  it('is left alone when there is nothing to change, and when it is not there', () => {
    const disk = home()
    const { ino } = disk.stat(mainOf(disk)) ?? {}
    const options = { disk, reader: disk, randomName: () => 'abcdefgh12345678' }
    const nothing = { copy: () => undefined, late: (line: Uint8Array) => line }
    expect(replaceTranscript(options, mainOf(disk), nothing)).toBe('same')
    expect(disk.stat(mainOf(disk))?.ino).toBe(ino)
    expect(replaceTranscript(options, join(folder, 'not-there.jsonl'), nothing)).toBe('gone')
  })
})

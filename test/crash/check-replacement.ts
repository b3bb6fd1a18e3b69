import { join } from 'node:path'
import { SimulatedCrash } from '../../src/disk/simulated-crash.ts'
import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { forgetMessage } from '../../src/store/forget/forget-message.ts'
import { loadConversation } from '../../src/store/load-conversation.ts'
import { openLive } from '../../src/store/open-live.ts'
import { recordOf } from '../../src/store/record-of.ts'
import { firstStore } from './first-store.ts'
import { newProcess } from './new-process.ts'
import { messagesOf } from './operation.ts'

const FORGOTTEN = 'alpha1'

/**
 * A message is forgotten, so that its transcript is replaced; another process says something at one point of that; it is
 * stopped at another, or not at all; a power cut comes there, or none.
 *
 * @returns what was lost, or came back
 */
export function checkReplacement(cuts: number): string | undefined {
  const swap = callOfSwap()
  for (let said = swap - 12; said <= swap + 2; said += 2)
    for (const stop of [...callsFrom(swap - 2, 30), Infinity]) {
      const problem = problemOf(said, stop, cuts)
      if (problem !== undefined) return `said at call ${said}, stopped at ${stop}: ${problem}`
    }
  return undefined
}

/** The call that puts the new transcript in place. */
function callOfSwap(): number {
  const view = firstStore('one').anotherProcess()
  forgetMessage(newProcess(view, 20), 'alpha', 1)
  return 1 + view.log.findIndex(({ name, path }) => name === 'rename' && path.includes('/transcripts/'))
}

function callsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i)
}

function problemOf(said: number, stop: number, cuts: number): string | undefined {
  const disk = firstStore('one')
  const other = openLive(newProcess(disk.anotherProcess(), 21), 'alpha')
  const view = disk.anotherProcess()
  let calls = 0
  let isSaid = false
  view.beforeCall(() => {
    calls++
    if (calls === said) {
      other.append(messagesOf(['meanwhile']))
      isSaid = true
    }
    if (calls === stop) throw new SimulatedCrash(`stopped at ${stop}`)
  })
  try {
    forgetMessage(newProcess(view, 20), 'alpha', 1)
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error
  }
  const lefts = [disk.killed()]
  for (const { disk: left } of disk.crashStates({ limit: cuts, seed: said })) lefts.push(left)
  for (const left of lefts) {
    const problem = problemIn(left, isSaid ? ['meanwhile'] : [], stop === Infinity)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemIn(disk: SimulatedDisk, said: readonly string[], isDone: boolean): string | undefined {
  const read = (): readonly string[] => {
    const loaded = loadConversation(newProcess(disk.anotherProcess(), 60, true), 'alpha', { whole: true })
    return recordOf(loaded).messages.map(({ message }) => message.content)
  }
  const isWhole = (record: readonly string[]): boolean =>
    ['alpha0', 'alpha2', ...said].every((text) => record.filter((found) => found === text).length === 1)
  const before = read()
  if (!isWhole(before)) return `there is only ${before.join()}`
  const live = openLive(newProcess(disk.anotherProcess(), 61, true), 'alpha')
  live.append(messagesOf(['later']))
  live.close()
  const after = read()
  if (!isWhole(after) || !after.includes('later')) return `in the end there is only ${after.join()}`
  if (after.includes(FORGOTTEN)) return isDone ? 'what was forgotten is there' : undefined
  const folder = '/home/transcripts'
  const names = disk.list(folder).filter((name) => !name.startsWith('.'))
  const says = names.filter((name) => textOf(disk, join(folder, name)).includes(FORGOTTEN))
  return says.length === 0 ? undefined : `${says.join()} says what was forgotten`
}

function textOf(disk: SimulatedDisk, path: string): string {
  const fd = disk.openRead(path)
  const bytes = new Uint8Array(disk.statOpen(fd).size)
  disk.read(fd, bytes, 0)
  disk.close(fd)
  return Buffer.from(bytes).toString('utf8')
}

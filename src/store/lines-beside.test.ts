import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import type { LiveConversation } from './live-conversation.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive, openLive } from './open-live.ts'
import { recordOf } from './record-of.ts'
import { sealedHome } from './sealed/sealed-home.suite.ts'
import { sideFilesOf } from './side-files.ts'
import { type StoreContext, testContext } from './store-context.ts'

function say(live: LiveConversation, text: string): string {
  return live.append([{ role: 'user', content: text }]).where
}

function record(context: StoreContext): string[] {
  const { messages } = recordOf(loadConversation(context, 'tide', { whole: true }))
  return messages.map(({ message }) => message.content)
}

/** One whose disk was full when it said its second thing, and that was killed before it was well again. */
function killedOnFullDisk(disk: SimulatedDisk, context: StoreContext): void {
  const live = newLive(context, { name: 'tide' })
  say(live, 'first')
  live.save()
  disk.shortenAt(1, 60, { path: '/transcripts/' })
  expect(say(live, 'second')).toBe('side-file')
}

describe('lines that stand beside a transcript when their writer is gone', () => {
  it('come before what the next one says, in every later reading', () => {
    const disk = createSimulatedDisk()
    let ids = 0
    const context = testContext(disk, { randomHex: (digits) => (++ids).toString(16).padStart(digits, '0') })
    killedOnFullDisk(disk, context)
    expect(record(context)).toEqual(['first', 'second'])
    const next = openLive(context, 'tide')
    say(next, 'third')
    expect(record(context)).toEqual(['first', 'second', 'third'])
    say(next, 'fourth')
    next.save()
    const { transcript } = loadConversation(context, 'tide')
    expect(sideFilesOf(context, transcript?.id ?? '')).toHaveLength(1)
    say(openLive(context, 'tide'), 'fifth')
    expect(record(context)).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
  })

  it('are seen by one that was open before them, and in what it saves', () => {
    const disk = createSimulatedDisk()
    let ids = 0
    const context = testContext(disk, { randomHex: (digits) => (++ids).toString(16).padStart(digits, '0') })
    const one = newLive(context, { name: 'tide' })
    say(one, 'first')
    one.save()
    const other = openLive(context, 'tide')
    // Nothing of it comes into the transcript.
    disk.failAt(1, 'ENOSPC', { names: ['write'], path: '/transcripts/' })
    expect(say(one, 'second')).toBe('side-file')
    say(other, 'third')
    other.save()
    const wanted = ['first', 'second', 'third']
    expect(other.state().window.map(({ message }) => message.content)).toEqual(wanted)
    const { fold } = loadConversation(context, 'tide')
    expect(fold.window().map(({ message }) => message.content)).toEqual(wanted)
  })

  it('are not sealed anew: their chain holds', () => {
    const home = sealedHome()
    const context = home.context(7)
    killedOnFullDisk(home.disk, context)
    const next = openLive(home.context(7), 'tide')
    say(next, 'third')
    expect(record(context)).toEqual(['first', 'second', 'third'])
    const { damage } = loadConversation(context, 'tide', { whole: true })
    // What is left of the short write, and nothing else.
    expect(damage).toHaveLength(1)
  })
})

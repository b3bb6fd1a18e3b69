import { describe, expect, it } from 'vitest'
import type { ConversationRecord } from '../conversation/record.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { deleteSession } from './delete-session.ts'
import { forkSession } from './fork-session.ts'
import { LONG_TRANSCRIPT } from './keep-on-disk.ts'
import { loadConversation } from './load-conversation.ts'
import { branchLive, newLive } from './open-live.ts'
import { prepareHome } from './prepare-home.ts'
import { recordOf } from './record-of.ts'
import { transcriptPath } from './side-files.ts'
import { type StoreContext, testContext } from './store-context.ts'

const page = 2 ** 20
const pages = LONG_TRANSCRIPT / page + 4

function pageText(k: number): string {
  return `page ${k}: `.padEnd(page, `tide ${k} `)
}

/** A home with one session whose transcript is longer than what is kept in memory; its window is three short messages. */
function longSession(): {
  readonly disk: SimulatedDisk
  readonly context: StoreContext
  readonly id: string
} {
  const disk = createSimulatedDisk()
  const context = testContext(disk)
  prepareHome(context)
  const live = newLive(context, { name: 'marathon' })
  live.append([{ role: 'user', content: 'Read me the whole book.' }])
  const refs = Array.from({ length: pages }, (_, k) => {
    const { refs } = live.append([{ role: 'assistant', content: pageText(k) }])
    return refs[0] ?? (['', 0] as const)
  })
  live.append([
    { role: 'user', content: 'and now?' },
    { role: 'assistant', content: 'Now the lamp.' },
  ])
  live.record({
    kind: 'rewrite',
    reason: 'trim',
    removes: refs.map(([w, n]) => [w, n, n]),
    before: pages + 3,
    after: 3,
    digest: '',
  })
  live.save()
  live.close()
  return { disk, context, id: live.transcriptId }
}

function whole(context: StoreContext, name: string): ConversationRecord {
  return recordOf(loadConversation(context, name, { whole: true }))
}

function isOnDisk({ message }: ConversationRecord['messages'][number]): boolean {
  return Object.getOwnPropertyDescriptor(message, 'content')?.get !== undefined
}

describe('a transcript too long for memory', () => {
  const { disk, context, id } = longSession()

  it('is looked at as a whole with its texts on the disk, which says all of them', () => {
    const { messages } = whole(context, 'marathon')
    expect(messages.map(isOnDisk)).toEqual([
      false,
      ...Array.from({ length: pages }, () => true),
      false,
      false,
    ])
    const said = messages.map(({ message }) => message.content)
    expect(said.slice(1, pages + 1).every((text, k) => text === pageText(k))).toBe(true)
    expect([said[0], ...said.slice(pages + 1)]).toEqual([
      'Read me the whole book.',
      'and now?',
      'Now the lamp.',
    ])
  })

  it('is read once for that, and a text again for each look at it', () => {
    const size = disk.stat(transcriptPath(context, id))?.size ?? 0
    const before = disk.counters.bytesRead
    const { messages } = whole(context, 'marathon')
    const once = disk.counters.bytesRead
    expect(once - before).toBeLessThan(size * 1.01)
    expect(messages[3]?.message.content).toHaveLength(page)
    expect(disk.counters.bytesRead - once).toBeLessThan(page * 1.01)
    expect(disk.openFiles).toBe(0)
  })

  it('is forked in pieces of a few megabytes, byte for byte', () => {
    const before = disk.log.length
    forkSession(context, 'marathon', 'copy').close()
    const written = disk.log.slice(before).filter(({ name }) => name === 'write')
    expect(Math.max(...written.map(({ bytes }) => bytes))).toBeLessThan(6 * 2 ** 20)
    const [from, to] = [whole(context, 'marathon'), whole(context, 'copy')]
    expect(to.messages.length).toBe(from.messages.length)
    expect(to.messages.every(({ message }, k) => message.content === from.messages[k]?.message.content)).toBe(
      true,
    )
  })

  it('is gone on with from its window when it was purged before the first word', () => {
    const branch = branchLive(context, 'copy')
    deleteSession(context, 'copy', { purge: true })
    branch.append([{ role: 'user', content: 'go on' }])
    branch.bind('on')
    branch.save()
    branch.close()
    const { messages } = whole(context, 'on')
    expect(messages.map(({ message }) => message.content)).toEqual([
      'Read me the whole book.',
      'and now?',
      'Now the lamp.',
      'go on',
    ])
  })

  it('says that its file was changed when another text stands where one was', () => {
    const { messages } = whole(context, 'marathon')
    disk.unlink(transcriptPath(context, id))
    expect(() => messages[1]?.message.content).toThrow(/was changed while it was read/)
  })
})

describe('a short transcript', () => {
  it('is in memory when it is looked at as a whole', () => {
    const context = testContext(createSimulatedDisk())
    prepareHome(context)
    const live = newLive(context, { name: 'notes' })
    live.append([{ role: 'assistant', content: pageText(0) }])
    live.save()
    live.close()
    expect(whole(context, 'notes').messages.some(isOnDisk)).toBe(false)
  })
})

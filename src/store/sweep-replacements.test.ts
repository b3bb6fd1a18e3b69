import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { SimulatedCrash } from '../disk/simulated-crash.ts'
import { deleteSession } from './delete-session.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive } from './open-live.ts'
import { parseReplacedName } from './replaced-name.ts'
import { replaceTranscript } from './replace-transcript.ts'
import { testContext, type StoreContext } from './store-context.ts'
import { sweepReplacements } from './sweep-replacements.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 5, 1)

interface World {
  readonly disk: SimulatedDisk
  readonly context: StoreContext
  readonly path: string
}

/** A transcript whose replacement was stopped before, or behind, the call that puts the new one in place. */
function stopped(when: 'before' | 'behind'): World {
  const disk = createSimulatedDisk({ nowMs: start })
  disk.makeFolder('/home')
  const context = testContext(disk, { now: () => start + hour })
  const live = newLive(context, { name: 'plan' })
  live.append([{ role: 'user', content: 'one' }])
  live.save()
  const path = join(context.home.transcripts, `${live.id}.jsonl`)
  const dying = disk.anotherProcess()
  let isSwapped = false
  dying.beforeCall((name, at) => {
    if (name === 'rename') live.append([{ role: 'user', content: 'two' }])
    if ((name === 'rename' && when === 'before') || isSwapped) throw new SimulatedCrash('stopped')
    isSwapped = name === 'rename' && at.includes('transcripts')
  })
  const options = { disk: dying, reader: dying, randomName: () => context.randomHex(16) }
  const copy = (fd: number, size: number): Uint8Array => {
    const bytes = new Uint8Array(size)
    dying.read(fd, bytes, 0)
    return bytes
  }
  expect(() => replaceTranscript(options, path, { copy, late: (line) => line })).toThrow(SimulatedCrash)
  return { disk, context, path }
}

function replacedIn(disk: SimulatedDisk, folder: string): string[] {
  return disk.list(folder).filter((name) => parseReplacedName(name) !== undefined)
}

function said(context: StoreContext): string[] {
  return loadConversation(context, 'plan', { whole: true })
    .fold.window()
    .map(({ message }) => message.content)
}

describe('a replacement that was stopped', () => {
  it('is finished when it had taken place, with what came to the old file', () => {
    const { disk, context } = stopped('behind')
    expect(replacedIn(disk, context.home.transcripts)).toHaveLength(1)
    expect(said(context)).toEqual(['one', 'two'])
    expect(sweepReplacements(context, [context.home.transcripts], hour / 2)).toBe(0)
    expect(replacedIn(disk, context.home.transcripts)).toEqual([])
    expect(said(context)).toEqual(['one', 'two'])
  })

  it('stays as long as somebody may be at it when it had not, and then goes', () => {
    const { disk, context } = stopped('before')
    expect(sweepReplacements(context, [context.home.transcripts], 2 * hour)).toBe(1)
    expect(said(context)).toEqual(['one', 'two'])
    expect(sweepReplacements(context, [context.home.transcripts], hour / 2)).toBe(0)
    expect(replacedIn(disk, context.home.transcripts)).toEqual([])
    expect(said(context)).toEqual(['one', 'two'])
  })

  it('goes along into the trash, and is finished there', () => {
    const { disk, context } = stopped('behind')
    deleteSession(context, 'plan')
    const [entry = ''] = disk.list(context.home.trash)
    const folder = join(context.home.trash, entry)
    sweepReplacements(context, [folder], hour / 2)
    expect(replacedIn(disk, folder)).toEqual([])
    expect(replacedIn(disk, context.home.transcripts)).toEqual([])
  })
})

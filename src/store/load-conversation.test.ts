import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { listSessions } from './list-sessions.ts'
import { loadConversation } from './load-conversation.ts'
import { newLive } from './open-live.ts'
import { testContext } from './store-context.ts'

describe('loadConversation', () => {
  it('reads no catalogue for an interrupted transcript whose id the caller knows', () => {
    const disk = createSimulatedDisk()
    const context = testContext(disk)
    const live = newLive(context)
    live.append([{ role: 'user', content: 'never saved' }])
    live.close()
    const row = listSessions(context).sessions[0]
    const before = disk.log.length
    const known = { transcriptId: row?.transcriptId }
    const loaded = loadConversation(context, row?.name ?? '', { whole: true, known })
    expect(loaded.isInterrupted).toBe(true)
    expect(loaded.fold.window().map(({ message }) => message.content)).toEqual(['never saved'])
    const paths = disk.log.slice(before).map(({ path }) => path)
    expect(paths.filter((path) => path?.includes('/state') || path?.endsWith('/sessions'))).toEqual([])
  })
})

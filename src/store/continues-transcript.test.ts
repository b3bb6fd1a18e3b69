import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { deleteSession } from './delete-session.ts'
import { listSessions } from './list-sessions.ts'
import { loadConversation } from './load-conversation.ts'
import { openLive } from './open-live.ts'
import { prepareHome } from './prepare-home.ts'
import { testContext } from './store-context.ts'
import type { StoreContext } from './store-context.ts'

/** A file of another program, to which somebody has said one more thing without coming to the snapshot. */
function appendedTo(file: object): StoreContext {
  const context = testContext(createSimulatedDisk())
  prepareHome(context)
  writeDurably(context.disk, `${context.home.sessions}/plan.json`, Buffer.from(JSON.stringify(file)), {
    replace: false,
    randomName: () => context.randomHex(16),
  })
  openLive(context, 'plan').append([{ role: 'user', content: 'and then?' }])
  return context
}

const chat_history = [{ role: 'user', content: 'how long?' }]

describe('a transcript that was seeded from a file of another program', () => {
  for (const file of [
    { version: 1, chat_history },
    { version: 2, id: 'ab12', chat_history },
  ]) {
    it(`goes with it before the file says so (version ${file.version})`, () => {
      const context = appendedTo(file)
      const { fold } = loadConversation(context, 'plan')
      expect(fold.window().map(({ message }) => message.content)).toEqual(['how long?', 'and then?'])
      expect(listSessions(context).sessions.map(({ name }) => name)).toEqual(['plan'])
      deleteSession(context, 'plan')
      expect(listSessions(context).sessions).toEqual([])
    })
  }
})

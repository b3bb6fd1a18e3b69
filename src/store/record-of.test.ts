import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { loadConversation } from './load-conversation.ts'
import { prepareHome } from './prepare-home.ts'
import { recordOf } from './record-of.ts'
import { testContext } from './store-context.ts'

describe('recordOf', () => {
  it('takes more messages than a call takes arguments', () => {
    const count = 130_000
    const context = testContext(createSimulatedDisk())
    prepareHome(context)
    const said = Array.from({ length: count }, (_, k) => {
      return { role: 'user', content: 'ok', created_at: new Date(1.7e12 + k * 1000).toISOString() }
    })
    const bytes = Buffer.from(JSON.stringify({ version: 2, chat_history: said }))
    const options = { replace: true, randomName: () => context.randomHex(16) }
    writeDurably(context.disk, join(context.home.sessions, 'many.json'), bytes, options)
    const record = recordOf(loadConversation(context, 'many', { whole: true, locate: true }))
    expect(record.messages).toHaveLength(count)
    expect(record.updatedAt).toBe(1.7e12 + (count - 1) * 1000)
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConversationRecord } from '../conversation/record.ts'
import { readWholeFile } from '../disk/read-file.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { loadConversation } from './load-conversation.ts'
import { openLive } from './open-live.ts'
import { prepareHome } from './prepare-home.ts'
import { recordOf } from './record-of.ts'
import { saveSession } from './save-session.ts'
import { SliceReader } from './slice-reader.ts'
import { testContext } from './store-context.ts'

const said = [
  { role: 'user', content: 'where is the "tide" table?' },
  { role: 'assistant', content: 'in the harbour office,\nthird drawer: 東京' },
  { role: 'user', content: 'ok' },
  { role: 'assistant', content: 'ok' },
]

function located(context: ReturnType<typeof testContext>, name: string): ConversationRecord {
  return recordOf(loadConversation(context, name, { whole: true, locate: true }))
}

function texts(context: ReturnType<typeof testContext>, { messages }: ConversationRecord): unknown[] {
  const reader = new SliceReader(context)
  const found = messages.map(({ location }) => location && reader.text(location))
  reader.close()
  return found
}

function prepared(): ReturnType<typeof testContext> {
  const context = testContext(createSimulatedDisk())
  prepareHome(context)
  return context
}

describe('where messages stand', () => {
  it('is known of the lines of a transcript', () => {
    const context = prepared()
    saveSession(context, 'notes', { version: 2, chat_history: said, other: {} })
    const live = openLive(context, 'notes')
    live.append([{ role: 'user', content: 'and the lamp?' }])
    live.close()
    const record = located(context, 'notes')
    expect(texts(context, record)).toEqual([...said.map(({ content }) => content), 'and the lamp?'])
    expect(record.messages[0]?.location?.path).toMatch(/^transcripts\//)
  })

  it('is known of the messages of a session file without a transcript', () => {
    const context = prepared()
    const path = join(context.home.sessions, 'old.json')
    const options = { replace: true, randomName: () => context.randomHex(16) }
    writeDurably(context.disk, path, Buffer.from(JSON.stringify({ version: 2, chat_history: said })), options)
    const record = located(context, 'old')
    expect(texts(context, record)).toEqual(said.map(({ content }) => content))

    const changed = Buffer.from(readWholeFile(context.disk, path)).toString().replace('third', 'fifth')
    writeDurably(context.disk, path, Buffer.from(changed), options)
    expect(texts(context, record)).toEqual([said[0]?.content, undefined, 'ok', 'ok'])
  })

  it('is not known of what a hand changed or put in', () => {
    const context = prepared()
    saveSession(context, 'notes', { version: 2, chat_history: said, other: {} })
    const path = join(context.home.sessions, 'notes.json')
    const edited = Buffer.from(readWholeFile(context.disk, path)).toString().replace('third', 'fifth')
    writeDurably(context.disk, path, Buffer.from(edited), {
      replace: true,
      randomName: () => context.randomHex(16),
    })
    const record = located(context, 'notes')
    for (const { message, location } of record.messages) {
      const text = location === undefined ? message.content : new SliceReader(context).text(location)
      expect(text).toBe(message.content)
    }
    expect(record.messages.some(({ message }) => message.content.includes('fifth'))).toBe(true)
  })
})

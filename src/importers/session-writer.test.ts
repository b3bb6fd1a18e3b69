import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { readSession } from '../store/read-session.ts'
import { readTranscript } from '../store/read-transcript.ts'
import { transcriptPath } from '../store/side-files.ts'
import { testContext } from '../store/store-context.ts'
import type { ImportedMessage, ImportFacts } from './importer.ts'
import { SessionWriter } from './session-writer.ts'

const said = (nativeId: string, content: string, at: number): ImportedMessage => ({
  message: { role: 'user', content },
  nativeId,
  at,
  quality: 'exact',
  branch: 'active',
  sort: 'text',
})
const reading = (facts: ImportFacts, messages: readonly ImportedMessage[]) => {
  return { tool: 'chatgpt', path: '/home/ada/export.zip', mtimeMs: 0, facts, messages }
}
const options = { onPlaced: () => undefined, dryRun: false, bySaidKey: false }

describe('SessionWriter', () => {
  it('keeps the newest title and the window of a long conversation, whatever older export comes later', async () => {
    const context = testContext(createSimulatedDisk())
    const write = async (facts: ImportFacts, messages: readonly ImportedMessage[]) => {
      const writer = new SessionWriter(context, options)
      const written = writer.write(reading(facts, messages))
      writer.endUnit()
      await writer.close()
      return written
    }
    const long = Array.from({ length: 12 }, (_, i) =>
      said(`m${i}`, `${i} ${'wind '.repeat(600_000)}`, 1000 + i),
    )
    const facts = { id: 'c', isSnapshot: true } as const
    await write({ ...facts, title: 'Kites of today' }, [...long, said('end', 'the end', 5000)])
    const [name = ''] = context.disk.list(context.home.sessions).map((file) => file.replace('.json', ''))
    const before = readSession(context, name).file
    expect(before.transcript_id).toBeDefined()
    const older = [...long.slice(11), said('gone', 'edited since', 2000)]
    expect(await write({ ...facts, title: 'Kites of old' }, older)).toMatchObject({ newMessages: 1 })
    const { file } = readSession(context, name)
    expect(file.title).toBe('Kites of today')
    expect(file.chat_history.map(({ content }) => content)).toEqual(
      before.chat_history.map(({ content }) => content),
    )
    const path = transcriptPath(context, file.transcript_id ?? '')
    const all = [...readTranscript(context.disk, path)].map((item) =>
      JSON.stringify(item).includes('edited since'),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
    expect(
      await write({ ...facts, title: 'Kites' }, [...long.slice(11), said('new', 'more', 9000)]),
    ).toMatchObject({
      newMessages: 1,
    })
    expect(readSession(context, name).file.title).toBe('Kites')
  })

  it('writes a conversation that comes in pieces once, behind its last one', async () => {
    const disk = createSimulatedDisk()
    const context = testContext(disk, { transcripts: false })
    const writer = new SessionWriter(context, options)
    const outcomes = Array.from({ length: 5 }, (_, i) =>
      writer.write(reading({ id: 'c' }, [said(`m${i}`, `piece ${i}`, 1000 + i)])),
    )
    expect(outcomes.map(({ outcome, newMessages }) => `${outcome} ${newMessages}`)).toEqual([
      'new 1',
      ...Array<string>(4).fill('grown 1'),
    ])
    expect(
      disk.log.filter(({ name, path }) => name === 'createExclusive' && path.includes('sessions')),
    ).toEqual([])
    writer.write(reading({ id: 'other' }, [said('o', 'another', 1)]))
    writer.endUnit()
    await writer.close()
    const made = disk.log.filter(({ name, path }) => name === 'createExclusive' && path.includes('sessions'))
    expect(made).toHaveLength(2)
    const sizes = context.disk
      .list(context.home.sessions)
      .map((file) => readSession(context, file.replace('.json', '')).file.chat_history.length)
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 5])
  })
})

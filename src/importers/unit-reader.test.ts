import { describe, expect, it } from 'vitest'
import type { ImportedMessage, Importer, ImportMachine, ImportUnit } from './importer.ts'
import type { ImportState } from './import-state.ts'
import { messageIds } from './merge-session.ts'
import type { SessionWriter } from './session-writer.ts'
import { UnitReader } from './unit-reader.ts'

function said(content: string): ImportedMessage {
  return { message: { role: 'user', content }, quality: 'none', branch: 'active', sort: 'text' }
}

const unit = { key: 'one', path: '/one', bytes: 1, mtimeMs: 0 } as unknown as ImportUnit

/** Writes after each event. */
function readerOf(importer: Importer, writer: SessionWriter): UnitReader {
  const state = {
    unit: () => undefined,
    origin: () => undefined,
    noteHead: () => undefined,
  } as unknown as ImportState
  const machine = { now: () => 0 } as unknown as ImportMachine
  const options = { importer, machine, state, writer, all: false, pause: undefined, signal: undefined }
  return new UnitReader({ ...options, mostHeld: 1 })
}

describe('a unit that is written in several pieces', () => {
  it('stays one conversation, although a later piece has nothing in common with what is known of it', async () => {
    const parts = ['known', 'new']
    const importer = {
      tool: 'plain',
      capabilities: { idsByPlace: true },
      async *read() {
        for (const nativeId of parts)
          yield {
            kind: 'messages',
            conversation: 'one',
            messages: [{ ...said(nativeId), nativeId }],
          } as const
      },
    } as unknown as Importer
    const written: string[] = []
    const writer = {
      isFull: false,
      endUnit: () => undefined,
      sourcePath: () => '/elsewhere',
      messagesOf: () => new Set(['plain:known']),
      write: ({ facts }: { readonly facts: { readonly id: string } }) => {
        written.push(facts.id)
        return { id: facts.id, outcome: 'grown', newMessages: 1 }
      },
    } as unknown as SessionWriter
    await readerOf(importer, writer).read(unit, () => undefined)
    expect(written).toEqual(['one', 'one'])
  })

  it('keeps apart what has no id and is said again in another piece', async () => {
    const pieces = [['yes', 'go on'], ['yes', 'yes', 'no'], ['yes']]
    const ids: string[] = []
    const importer = {
      tool: 'plain',
      capabilities: {},
      async *read() {
        for (const texts of pieces)
          yield { kind: 'messages', conversation: 'one', messages: texts.map(said) } as const
      },
    } as unknown as Importer
    const writer = {
      isFull: false,
      endUnit: () => undefined,
      write: (read: { readonly messages: readonly ImportedMessage[] }) => {
        ids.push(...messageIds('plain', read.messages))
        return { id: 'one', outcome: 'grown', newMessages: read.messages.length }
      },
    } as unknown as SessionWriter
    const done = await readerOf(importer, writer).read(unit, () => undefined)
    expect(done?.newMessages).toBe(6)
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
  })
})

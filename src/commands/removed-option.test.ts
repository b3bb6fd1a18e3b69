import { expect, it } from 'vitest'
import { readWholeFile } from '../disk/read-file.ts'
import { writeDurably } from '../disk/write-durably.ts'
import type { CommandInput } from './command.ts'
import { runGet } from './run-get.ts'
import { runSearch } from './run-search.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

it('--removed shows and finds what a hand took out of a session file', () => {
  const memory = sampleMemory()
  const path = '/home/chatcli/sessions/tide-notes.json'
  const file = JSON.parse(new TextDecoder().decode(readWholeFile(memory.disk, path))) as {
    chat_history: unknown[]
  }
  file.chat_history.splice(7, 1)
  const bytes = new TextEncoder().encode(JSON.stringify(file))
  writeDurably(memory.disk, path, bytes, { replace: true, randomName: () => 'temporary' })
  const context = sampleContext(memory)
  const get = (options: CommandInput['options']): string =>
    runGet(context, { words: ['tide-notes'], options }).text
  const search = (options: CommandInput['options']): string =>
    runSearch(context, { words: ['"pier 7"'], options }).text
  expect(get({})).not.toContain('pier 7')
  expect(get({ removed: true })).toContain('[7] assistant (removed): High water at pier 7')
  expect(get({ removed: true })).toMatch(/--offset 20 --removed$/)
  expect(search({})).toMatch(/^Nothing found/)
  expect(search({ removed: true })).toContain('High water at pier 7')
})
